"""The interface of the engine: what callers may ask of a state and do to it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kilowatt.engine import deck, houses, sales, tasks
from kilowatt.engine.actions import OUTCOMES, Action
from kilowatt.engine.asks import ASK_REVEAL, NAMES
from kilowatt.engine.emitting import told
from kilowatt.engine.ids import CHANCE, OVER, PHASE_NAMES
from kilowatt.engine.machine import DECISIONS, DRAWS, settle, step
from kilowatt.engine.menu import LegalActions, Menu
from kilowatt.engine.network import FAR
from kilowatt.engine.phases import auction
from kilowatt.engine.phases.decision import no
from kilowatt.engine.refusals import IllegalAction, NothingAllowed, Refusal
from kilowatt.engine.state import State

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kilowatt.engine.events import Events
    from kilowatt.engine.results import Result
    from kilowatt.engine.rules import Rules


def new_game(rules: Rules, events: Events | None = None) -> State:
    """Lay out a game and go on to its first decision or draw."""
    s = State(rules)
    _listen(s, events)
    tasks.push(s, rules.setup_tasks)
    settle(s)
    _tell(s, events)
    return s


def _listen(s: State, events: Events | None) -> None:
    if events is not None:
        s.log = []


def _tell(s: State, events: Events | None) -> None:
    """Make the events of what happened since `_listen`."""
    if events is not None and s.log is not None:
        events += told(s.rules, s.log)
        s.log = None


def actor(state: State) -> int | str | None:
    """Return the seat that decides, "chance", or None when the game is over."""
    if state.actor == CHANCE:
        return "chance"
    return None if state.actor == OVER else state.actor


def outcomes(state: State) -> list[tuple[Action, int]]:
    """List what may be dealt, with integer weights; [] when nothing is to be dealt."""
    if state.actor != CHANCE:
        return []
    possible = DRAWS[state.ask].outcomes(state)
    if not possible:
        raise NothingAllowed(NAMES[state.ask])
    return possible


def outcome_at(s: State, share: float) -> Action:
    """Return the outcome that lies at this share, 0 to below 1, of all the weight: a draw without its list."""
    if s.ask == ASK_REVEAL:
        return s.rules.reveals[deck.at(s, share)]
    possible = outcomes(s)
    place = share * sum([weight for _, weight in possible])
    for outcome, weight in possible:
        place -= weight
        if place < 0:
            return outcome
    return possible[-1][0]


def options(state: State) -> Menu:
    """Return the compact menu of the acting seat; an empty one when no seat is to act."""
    if state.actor < 0:
        return Menu(state.actor, {})
    menu = DECISIONS[state.ask].menu(state)
    if not menu.choices:
        raise NothingAllowed(NAMES[state.ask])
    return menu


def legal_actions(state: State) -> Sequence[Action]:
    """Return every action that may be played now, chance outcomes included, as a lazy sequence in a pinned order."""
    if state.actor == CHANCE:
        return tuple([outcome for outcome, _ in outcomes(state)])
    return LegalActions(options(state))


def refusal(state: State, action: Action) -> Refusal | None:
    """Return why an action is not allowed now, or None if it is. The only code that refuses actions."""
    check_action(action)
    if state.actor == OVER:
        return no(state, "game_over")
    kind = type(action)
    if kind in OUTCOMES:
        return _deal_refusal(state, action)
    seat: int = action.seat  # type: ignore[attr-defined]
    if not 0 <= seat < state.rules.seats:
        return no(state, "unknown_seat", seat=seat, seats=state.rules.seats)
    if state.actor == CHANCE:
        return no(state, "card_to_be_dealt", seat=seat)
    if seat != state.actor:
        code = auction.out_of(state, seat) if kind in auction.MOVES else ""
        return no(state, code or "not_your_turn", seat=seat, actor=state.actor, phase=PHASE_NAMES[state.phase])
    decision = DECISIONS[state.ask]
    if kind not in decision.takes:
        return no(state, "not_now", kind=kind.kind, phase=PHASE_NAMES[state.phase])
    return decision.refusal(state, action)


def _deal_refusal(s: State, action: Action) -> Refusal | None:
    if s.actor != CHANCE:
        return no(s, "nothing_to_deal", kind=type(action).kind)
    for outcome, _ in outcomes(s):
        if outcome == action:
            return None
    return no(s, "impossible_deal", kind=type(action).kind)


def why_not(state: State, seat: int) -> list[tuple[Action, Refusal]]:
    """List what the table shows but this seat may not do now, each with its refusal."""
    check_seat(state, seat)
    if state.actor < 0:
        return []
    refused: list[tuple[Action, Refusal]] = []
    for action in DECISIONS[state.ask].shown(state, seat):
        reason = refusal(state, action)
        if reason is not None:
            refused.append((action, reason))
    return refused


def clone(state: State) -> State:
    """Copy a state; the copy shares only what is never changed in place."""
    return State(state.rules, state)


def advance(state: State, action: Action, events: Events | None = None) -> None:
    """Change a state in place by an action that is trusted to be allowed."""
    if events is None:
        step(state, action)
        return
    _listen(state, events)
    step(state, action)
    _tell(state, events)


def sell_lot(state: State, seat: int, price: int, events: Events | None = None) -> None:
    """Sell the plant that is up to a bidder at a price, in place, as if everybody else had passed; for search."""
    sales.sell(state, seat, price)
    _listen(state, events)
    settle(state)
    _tell(state, events)


def settle_lot(state: State, limits: dict[int, int], events: Events | None = None) -> None:
    """Sell the plant that is up, in place, as if every bidder had raised up to its limit; for search."""
    seat, price = sales.hammer_price(state, limits)
    sell_lot(state, seat, price, events)


def buy_tokens(state: State, seat: int, market: int, fuel: int, count: int) -> None:
    """Buy so many tokens of a fuel on one market, in place, in the middle of a buying turn; for search."""
    supply = state.rules.fuel_supply
    for _ in range(count):
        supply.buy(state, seat, market, fuel)


def refill(state: State, events: Events | None = None) -> None:
    """Refill the fuel markets, in place, as at the end of a round; for plans."""
    _listen(state, events)
    state.rules.fuel_supply.refill(state)
    _tell(state, events)


def play(state: State, action: Action) -> tuple[State, Events]:
    """Check an action, then give the state after it and what happened; the argument stays as it was."""
    reason = refusal(state, action)
    if reason is not None:
        raise IllegalAction(reason)
    after = State(state.rules, state)
    events: Events = []
    advance(after, action, events)
    return after, events


def result(state: State) -> Result | None:
    """Return the standing once the game is over."""
    return state.result


def reach(state: State, seat: int) -> dict[str, tuple[int, int]]:
    """Return, for every city this seat could enter now were it its turn, the cost of house and connection."""
    check_seat(state, seat)
    cities = state.rules.board.cities
    costs: dict[str, tuple[int, int]] = {}
    for space, mask in enumerate(houses.open_masks(state, seat)):
        for city in range(len(cities)):
            if mask >> city & 1:
                connection = houses.connection(state, seat, city)
                if connection < FAR:
                    costs[cities[city].id] = (state.rules.space_costs[space][city], connection)
    return costs


def check_action(action: object) -> None:
    """Refuse what is no action, such as a dict."""
    if not isinstance(action, Action):
        raise TypeError(f"expected an action, not {action!r}: make one with kilowatt.action(...)")


def check_seat(s: State, seat: int) -> None:
    """Refuse a seat that is not at this table."""
    if type(seat) is not int or not 0 <= seat < s.rules.seats:
        raise ValueError(f"seat: expected 0 to {s.rules.seats - 1}, not {seat!r}")


def deal_key(s: State) -> tuple[str, int, int]:
    """Name the draw awaited: deck, shuffles so far, cards drawn since. A seeded dealer deals by this name alone."""
    return DRAWS[s.ask].key(s)
