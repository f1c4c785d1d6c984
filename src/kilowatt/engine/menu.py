"""The compact menu a seat chooses from, and the sequence of all legal actions read from it on demand.

A choice is one row: a plant with its least and greatest bid, a city with its two costs. It makes the actions it
stands for only when asked, so a menu of a hundred bids is one row.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar, overload

import msgspec

from kilowatt.engine.actions import (
    Action,
    Bid,
    Build,
    BuyCard,
    BuyFuel,
    ChooseArea,
    DiscardFuel,
    Jump,
    MarkStart,
    Open,
    Pass,
    PlaceTrust,
    Run,
    Running,
    Scrap,
)


class Choice(msgspec.Struct, frozen=True, gc=False, tag_field="type"):
    """One row of the menu."""

    seat: int
    single: ClassVar[bool] = True
    """Every row of this type stands for one action."""

    def __len__(self) -> int:
        """Count the actions this row stands for."""
        return 1

    def at(self, index: int) -> Action:
        """Make the action number `index` of this row."""
        raise NotImplementedError

    def all(self) -> list[Action]:
        """Make every action of this row."""
        return [self.at(0)]


class AreaChoice(Choice, frozen=True, gc=False, tag="choose_area"):
    """An area that may be drafted."""

    area: str

    def at(self, index: int) -> Action:
        """Make the action."""
        return ChooseArea(self.seat, self.area)


class TrustCityChoice(Choice, frozen=True, gc=False, tag="place_trust"):
    """A city where a Trust house may go."""

    city: str

    def at(self, index: int) -> Action:
        """Make the action."""
        return PlaceTrust(self.seat, self.city)


class MarkChoice(Choice, frozen=True, gc=False, tag="mark_start"):
    """A city that may be marked."""

    city: str

    def at(self, index: int) -> Action:
        """Make the action."""
        return MarkStart(self.seat, self.city)


class OpenChoice(Choice, frozen=True, gc=False, tag="open"):
    """A plant that may be opened, with its least and greatest first bid."""

    plant: str
    least: int
    most: int
    single: ClassVar[bool] = False

    def __len__(self) -> int:
        """Count the first bids."""
        return self.most - self.least + 1

    def at(self, index: int) -> Action:
        """Make the opening with the least bid plus `index`."""
        return Open(self.seat, self.plant, self.least + index)

    def all(self) -> list[Action]:
        """Make the openings from the least bid to the greatest."""
        seat, plant = self.seat, self.plant
        return [Open(seat, plant, bid) for bid in range(self.least, self.most + 1)]


class BidChoice(Choice, frozen=True, gc=False, tag="bid"):
    """The raises from least to most."""

    least: int
    most: int
    single: ClassVar[bool] = False

    def __len__(self) -> int:
        """Count the raises."""
        return self.most - self.least + 1

    def at(self, index: int) -> Action:
        """Make the bid of the least plus `index`."""
        return Bid(self.seat, self.least + index)

    def all(self) -> list[Action]:
        """Make the bids from least to most."""
        seat = self.seat
        return [Bid(seat, amount) for amount in range(self.least, self.most + 1)]


class PassChoice(Choice, frozen=True, gc=False, tag="pass"):
    """Passing, and what it means here: `auction`, `phase` or `turn`."""

    means: str

    def at(self, index: int) -> Action:
        """Make the action."""
        return Pass(self.seat)


class ScrapChoice(Choice, frozen=True, gc=False, tag="scrap"):
    """A plant that may be given up, how much of each fuel may go with it, and how much of all its fuels together."""

    plant: str
    give_up: dict[str, int] = {}
    most: int = 0
    single: ClassVar[bool] = False

    def __len__(self) -> int:
        """Count the amounts that may be given up, none included."""
        return len(self._amounts()) if self.give_up else 1

    def at(self, index: int) -> Action:
        """Make the action that keeps all fuel for 0, then those that give up one fuel, then the other, then both."""
        return Scrap(self.seat, self.plant, self._amounts()[index] if index else {})

    def all(self) -> list[Action]:
        """Make the action for every amount that may be given up."""
        return [Scrap(self.seat, self.plant, amounts) for amounts in self._amounts()]

    def _amounts(self) -> list[dict[str, int]]:
        every: list[dict[str, int]] = [{}]
        for fuel, most in self.give_up.items():
            every += [
                {**amounts, fuel: count}
                for amounts in every
                for count in range(1, min(most, self.most - sum(amounts.values())) + 1)
            ]
        return every


class DiscardChoice(Choice, frozen=True, gc=False, tag="discard_fuel"):
    """A fuel one unit of which may be given up."""

    fuel: str

    def at(self, index: int) -> Action:
        """Make the action."""
        return DiscardFuel(self.seat, self.fuel)


class BuyChoice(Choice, frozen=True, gc=False, tag="buy_fuel"):
    """A fuel on sale: the price of the next token, and how many more this seat has room for."""

    fuel: str
    market: str
    price: int
    room: int

    def at(self, index: int) -> Action:
        """Make the action."""
        return BuyFuel(self.seat, self.fuel, self.market)


class CardChoice(Choice, frozen=True, gc=False, tag="buy_card"):
    """A fuel card on sale: its price, the units that would be kept and those that become singles."""

    column: int
    card: str
    price: int
    kept: int
    singles: int

    def at(self, index: int) -> Action:
        """Make the action."""
        return BuyCard(self.seat, self.column, self.card)


class BuildChoice(Choice, frozen=True, gc=False, tag="build"):
    """A city that may be connected, with the two parts of its cost."""

    city: str
    house: int
    connection: int

    def at(self, index: int) -> Action:
        """Make the action."""
        return Build(self.seat, self.city)


class JumpChoice(Choice, frozen=True, gc=False, tag="jump"):
    """A starting city that the free jump may reach: its house is all that it costs."""

    city: str
    house: int

    def at(self, index: int) -> Action:
        """Make the action."""
        return Jump(self.seat, self.city)


class RunChoice(Choice, frozen=True, gc=False, tag="run"):
    """A set of plants that can produce together, the cities it supplies and what that earns."""

    plants: tuple[Running, ...]
    cities: int
    income: int

    def at(self, index: int) -> Action:
        """Make the action."""
        return Run(self.seat, self.plants)


AnyChoice = (
    AreaChoice
    | TrustCityChoice
    | MarkChoice
    | OpenChoice
    | BidChoice
    | PassChoice
    | ScrapChoice
    | DiscardChoice
    | BuyChoice
    | CardChoice
    | BuildChoice
    | JumpChoice
    | RunChoice
)
"""Every kind of row, for readers of JSON."""


class Menu(msgspec.Struct, frozen=True, gc=False):
    """What the acting seat may do: rows by type of action, types and rows in a pinned order."""

    seat: int
    choices: dict[str, list[Choice]]


class LegalActions(Sequence[Action]):
    """All legal actions of a menu as a read-only sequence; makes no more of them than asked."""

    __slots__ = ("_kinds", "_total", "latest")

    def __init__(self, menu: Menu) -> None:
        self.latest: Action | None = None
        """The action made last by its index: it is legal where this sequence is."""
        self._kinds = [(_count(rows), rows) for rows in menu.choices.values()]
        self._total = sum([count for count, _ in self._kinds])

    def __len__(self) -> int:
        """Count the actions."""
        return self._total

    @overload
    def __getitem__(self, index: int) -> Action: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Action]: ...

    def __getitem__(self, index: int | slice) -> Action | Sequence[Action]:
        """Make one action, or a list of them."""
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(self._total))]
        place = index + self._total if index < 0 else index
        if place >= 0:
            for count, rows in self._kinds:
                if place < count:
                    self.latest = rows[place].at(0) if rows[0].single else _at(rows, place)
                    return self.latest
                place -= count
        raise IndexError(index)

    def __iter__(self) -> Iterator[Action]:
        """Make the actions one by one."""
        for _, rows in self._kinds:
            for row in rows:
                yield from row.all()

    def __repr__(self) -> str:
        """Show the sequence as a list."""
        return f"LegalActions({list(self)!r})"


def _count(rows: list[Choice]) -> int:
    """Count the actions of all rows of one type."""
    return len(rows) if rows[0].single else sum(map(len, rows))


def _at(rows: list[Choice], place: int) -> Action:
    """Make the action number `place` of rows of one type."""
    for row in rows:
        if place < len(row):
            return row.at(place)
        place -= len(row)
    raise IndexError(place)


def rows_of(menu: Menu) -> list[Choice]:
    """List the rows of a menu in the pinned order."""
    return [row for rows in menu.choices.values() for row in rows]
