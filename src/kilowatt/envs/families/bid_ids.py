"""Auctions: `open:PLANT` and an amount, or an amount alone for a bid.

An amount is counted from the least bid. In the atomic grain it is the bid itself (`raise`). In the whole grain it is
the most the seat will pay for the lot (`reserve`): the seat then bids by ones and is not asked about this lot again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kilowatt.engine.actions import Action, Bid, Open, Pass
from kilowatt.engine.asks import ASK_BID
from kilowatt.engine.phases.auction import least_bid, most_bid
from kilowatt.envs.encoding import NOTHING, Decoded, Family, LegalIds, NotEncodable, Partial, Pending

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kilowatt.engine.menu import Choice
    from kilowatt.engine.rules import Rules
    from kilowatt.engine.state import State

RAISES = 200
"""Amounts over the least bid that are one id each; a wider one begins with the id of +200, as often as needed."""
PASS = 0
"""The id of `pass`, the first of both grains."""


class Raise(Family):
    """Amounts that are bid at once."""

    def __init__(self, name: str = "raise") -> None:
        super().__init__(name, [*map(str, range(RAISES)), f"+{RAISES}"], Bid, ASK_BID)

    def span(self, least: int, most: int, *, may_pass: bool) -> LegalIds:
        """Return the ids of the amounts from `least` to `most`, counted from `least`."""
        ids = [PASS] if may_pass else []
        if most - least >= RAISES:
            return LegalIds([*ids, self.first + RAISES], self.first, self.first + RAISES)
        return LegalIds(ids, self.first, self.first + max(0, most - least + 1))

    def legal_next(self, s: State, partial: Partial) -> LegalIds:
        """Return the bids the seat can pay. Passing is possible at first only: after +200 an amount must follow."""
        return self.span(s.bid + 1 + RAISES * len(partial), s.money[s.actor], may_pass=not partial)

    def decode(self, s: State, partial: Partial, number: int) -> Decoded:
        """Return the bid or the pass, or the longer partial action after +200."""
        if number == PASS:
            return Decoded(Pass(s.actor))
        if number == self.first + RAISES:
            return Decoded(None, (*partial, number))
        return self.bidding(s, RAISES * len(partial) + number - self.first)

    def bidding(self, s: State, extra: int) -> Decoded:
        """Return the bid of this amount."""
        return Decoded(Bid(s.actor, s.bid + 1 + extra))

    def opening(self, s: State, plant: int, extra: int) -> Decoded:
        """Return the opening with this amount."""
        return Decoded(Open(s.actor, s.rules.card_names[plant], least_bid(s, plant) + extra))

    def encode(self, s: State, action: Action) -> list[int]:
        """Return the ids of a bid."""
        assert isinstance(action, Bid)  # noqa: S101 - the encoding chose this family by the kind of action
        return self.amount(action.amount - s.bid - 1)

    def amount(self, extra: int) -> list[int]:
        """Return the ids of an amount over the least bid."""
        if extra < 0:
            raise NotEncodable("a bid below the least has no id")
        return [*[self.first + RAISES] * (extra // RAISES), self.first + extra % RAISES]

    def opening_amount(self, extra: int) -> list[int]:
        """Return the ids of an opening's amount over the least bid."""
        return self.amount(extra)

    def pending(self, partial: Partial) -> Pending:
        """Return the raise so far."""
        return Pending(0, RAISES * len(partial), NOTHING.burn)


class Reserve(Raise):
    """Amounts that are the most the seat will pay; it opens and bids as little as possible."""

    def __init__(self) -> None:
        super().__init__("reserve")

    def bidding(self, s: State, extra: int) -> Decoded:
        """Return the least bid, with the price the seat will pay."""
        return Decoded(Bid(s.actor, s.bid + 1), (), s.bid + 1 + extra)

    def opening(self, s: State, plant: int, extra: int) -> Decoded:
        """Return the opening with the least bid, with the price the seat will pay."""
        least = least_bid(s, plant)
        return Decoded(Open(s.actor, s.rules.card_names[plant], least), (), least + extra)

    def opening_amount(self, extra: int) -> list[int]:
        """Return the ids of an opening with the least bid; there are no others in this grain."""
        if extra:
            raise NotEncodable("in the whole grain a lot opens with the least bid")
        return [self.first]

    def resume(self, s: State, partial: Partial, reserve: int) -> Decoded | None:
        """Bid one more while the price allows it, then pass."""
        if not reserve:
            return None
        enough = s.bid < min(reserve, s.money[s.actor])
        return Decoded(Bid(s.actor, s.bid + 1) if enough else Pass(s.actor), (), reserve)


class OpenLot(Family):
    """A plant, then an amount."""

    def __init__(self, rules: Rules, amounts: Raise) -> None:
        super().__init__("open", [plant.id for plant in rules.plants], Open)
        self.places = {plant.id: place for place, plant in enumerate(rules.plants)}
        self.amounts = amounts

    def legal(self, s: State, rows: Sequence[Choice]) -> list[int]:
        """Return the ids of the plants on offer."""
        return [self.first + self.places[row.plant] for row in rows]  # type: ignore[attr-defined]

    def legal_next(self, s: State, partial: Partial) -> LegalIds:
        """Return the amounts the seat can pay for the plant."""
        plant = partial[0] - self.first
        least = least_bid(s, plant) + RAISES * (len(partial) - 1)
        return self.amounts.span(least, most_bid(s, s.actor, plant), may_pass=False)

    def decode(self, s: State, partial: Partial, number: int) -> Decoded:
        """Return the opening once an amount completes it, else the longer partial action."""
        extra = number - self.amounts.first
        if not partial or extra == RAISES:
            return Decoded(None, (*partial, number))
        return self.amounts.opening(s, partial[0] - self.first, RAISES * (len(partial) - 1) + extra)

    def encode(self, s: State, action: Action) -> list[int]:
        """Return the id of the plant and those of the amount."""
        assert isinstance(action, Open)  # noqa: S101 - the encoding chose this family by the kind of action
        plant = self.places[action.plant]
        return [self.first + plant, *self.amounts.opening_amount(action.bid - least_bid(s, plant))]

    def pending(self, partial: Partial) -> Pending:
        """Return the plant and the raise so far."""
        return Pending(1 << (partial[0] - self.first), RAISES * (len(partial) - 1), NOTHING.burn)
