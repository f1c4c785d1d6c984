"""The kit of the rule tests: lay out a situation in a line, act in it, read it back.

A situation is made of the outside words: `situation("recharged/germany", 4, phase="auction", market=[...])`. What is
not mentioned is left as a new game has it, and everything is conserved: plants that are nowhere else are out of the
game, fuel that is nowhere else is in the supply. The stack is given in order, top card first, so that draws have one
outcome and are dealt by themselves.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import kilowatt
from kilowatt.engine import houses, tasks
from kilowatt.engine.actions import Action, Bid, Open, Pass, Run, Running
from kilowatt.engine.asks import NO_ASK
from kilowatt.engine.fuel_held import cards_of, units_of
from kilowatt.engine.ids import CHANCE, FUELS, KINDS, NOBODY, mask_of
from kilowatt.engine.layers import seq
from kilowatt.engine.machine import settle
from kilowatt.engine.plants import GONE, IN_MARKET, IN_STACK
from kilowatt.kernel import COMPILED, Batch
from kilowatt.table.dealer import SeededDealer
from tests.kernel.lockstep import assert_same

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from kilowatt.engine.events import Event
    from kilowatt.engine.refusals import Refusal
    from kilowatt.engine.rules import Rules
    from kilowatt.engine.state import State

PHASE_TASK = {
    "round": 0,
    "auction": tasks.AUCTION,
    "fuel": tasks.FUEL,
    "cards": tasks.CARDS,
    "build": tasks.BUILD,
    "after_build": tasks.END_CHECK,
    "power": tasks.POWER,
    "refill": tasks.REFILL,
    "resupply": tasks.RESUPPLY,
    "plant_update": tasks.PLANT_UPDATE,
}
"""Where a situation may begin: at the beginning of a round, of a phase, or of a part of the last phase."""


def fresh(ruleset: str, seats: int, seed: int = 0, **options: Any) -> State:
    """A new game whose preparation is dealt by a seed, at its first decision."""
    state = kilowatt.new_game(kilowatt.ruleset(ruleset, seats, options))
    return deal_all(state, seed)


def deal_all(state: State, seed: int = 0) -> State:
    """Deal by a seed until a seat decides or the game is over."""
    dealer = SeededDealer(seed)
    while kilowatt.actor(state) == "chance":
        state, _ = kilowatt.play(state, dealer.deal(state, kilowatt.outcomes(state)))
    return state


def situation(
    ruleset: str,
    seats: int = 3,
    *,
    phase: str = "auction",
    round: int = 2,  # noqa: A002 - the rulebook's word
    step: int = 1,
    order: Sequence[int] | None = None,
    market: Sequence[str] | None = None,
    stack: Sequence[str] = (),
    plants: Mapping[int, Sequence[str]] | None = None,
    money: Mapping[int, int] | int | None = None,
    cities: Mapping[int, Sequence[str]] | None = None,
    fuel: Mapping[int, Mapping[str, int]] | None = None,
    cards: Mapping[int, Sequence[tuple[str, int]]] | None = None,
    tokens: Mapping[str, int] | Mapping[str, Mapping[str, int]] | None = None,
    columns: Mapping[int, Sequence[str]] | None = None,
    fuel_bag: Mapping[str, int] | None = None,
    fuel_discard: Mapping[str, int] | None = None,
    trust: Mapping[str, Any] | None = None,
    trust_houses: Mapping[str, int] | None = None,
    discount: str | None = None,
    zone: Sequence[str] | None = None,
    last_round: bool = False,
    end_card_gone: bool | None = None,
    rules: Rules | None = None,
    **options: Any,
) -> State:
    """Lay out a situation and go on to its first decision (or stop at a draw with several outcomes).

    - `phase`: a key of PHASE_TASK; everything of the round from there on will follow.
    - `market`: plants in any order (without it, the smallest that are nowhere else), the end card ("step3",
      "one-more-round") allowed; `stack`: top card first, the end card allowed.
      If the end card is mentioned nowhere it lies at the bottom of the stack, unless step is 3 or end_card_gone.
    - `tokens`: {"coal": 10} or {"north": {"coal": 3}}: how many tokens lie on a market, on its dearest spaces.
    - `cards` (card game): {0: [("coal-2", 2)]}; `columns`: {2: ["coal-2"]}; `fuel_bag`, `fuel_discard`: kinds.
    - `trust`: {"plants": [...], "houses": 7, "took": True, "fuel": {...}}; `trust_houses`: {city: space}.
    - the last round of the card game: `step=3, last_round=True`.
    - options are the ruleset's: contractor=True, starting_cities=True ...; the order of seats is 0, 1, 2, ... unless
      `order` says otherwise. For the option `trust` give the rules: `rules=kilowatt.ruleset(id, 2, {"trust": False})`.
    """
    if rules is None:
        if zone is not None:
            options["zone"] = list(zone)
        rules = kilowatt.ruleset(ruleset, seats, {"order": list(order or range(seats)), **options})
    state = kilowatt.new_game(rules)
    state = _skip_preparation(state)
    s = kilowatt.clone(state)
    s.round, s.step = round, step
    s.step2_done = step >= 2 or not rules.step2_at
    s.last_round = last_round
    ids, end = rules.plant_ids, len(rules.plants)

    def card(name: str) -> int:
        return end if name == rules.end_card else ids[name]

    for seat, names in (plants or {}).items():
        s.plants[seat] = tuple(ids[name] for name in names)
    if trust is not None:
        chair = rules.trust_chair
        s.plants[chair] = tuple(ids[name] for name in trust.get("plants", ()))
        s.trust_houses = trust.get("houses", s.trust_houses)
        s.trust_took = trust.get("took", False)
        for name, count in trust.get("fuel", {}).items():
            s.held[chair * FUELS + rules.fuel_ids[name]] = count
    if market is not None:
        s.market = tuple(sorted((card(name) for name in market), key=lambda c: (rules.numbers[c], c)))
    else:
        named = {*(card(name) for name in stack), *(p for own in s.plants for p in own)}
        spare = [plant for plant in range(end) if plant not in named and plant not in rules.held_back]
        full = rules.plant_market.full_size(s) or len(s.market)
        s.market = tuple(spare[: (6 if step == 3 or end_card_gone else full)])
    gone = end_card_gone if end_card_gone is not None else step == 3 or rules.no_end_card
    laid = [card(name) for name in stack]
    if end not in laid and end not in s.market and not gone:
        laid.append(end)
    s.end_card = IN_MARKET if end in s.market else GONE if end not in laid else IN_STACK
    s.deck = (seq(*laid),) if laid else ()
    s.top_back = rules.back_of[laid[0]] if laid and rules.backs_public else NOBODY
    aside = () if s.step2_done else rules.held_back
    placed = {*s.market, *laid, *aside, *(p for own in s.plants for p in own)}
    s.removed = mask_of([p for p in range(end) if p not in placed])
    if isinstance(money, int):
        s.money = [money] * seats
    else:
        for seat, amount in (money or {}).items():
            s.money[seat] = amount
    _put_houses(s, cities or {}, trust_houses or {})
    _put_fuel(s, fuel or {}, cards or {}, tokens, columns, fuel_bag, fuel_discard)
    s.discount = ids[discount] if discount else NOBODY
    _go(s, phase)
    if discount:
        s.discount = ids[discount]
    problems = kilowatt.check(s)
    assert problems == [], problems
    return s


def _skip_preparation(state: State) -> State:
    """Deal and answer the preparation with the first thing that comes."""
    while state.round == 0:
        state, _ = kilowatt.play(state, kilowatt.legal_actions(state)[0])
    return state


def _put_houses(s: State, cities: Mapping[int, Sequence[str]], trust_houses: Mapping[str, int]) -> None:
    rules = s.rules
    if trust_houses or any(cities.values()):
        if trust_houses:
            s.houses = [0] * len(s.houses)
            s.spaces = [0, 0, 0]
        for name, space in trust_houses.items():
            houses.put(s, rules.city_ids[name], space, rules.trust_chair)
    for seat, names in cities.items():
        for name in names:
            city = rules.city_ids[name]
            free = [space for space in range(3) if houses.on(s, city, space) == NOBODY]
            inside = [space for space in free if rules.open_spaces[s.step - 1][space] >> city & 1]
            houses.put(s, city, (inside or free)[0], seat)
            houses.join(s, seat, city)


def _put_fuel(
    s: State,
    fuel: Mapping[int, Mapping[str, int]],
    cards: Mapping[int, Sequence[tuple[str, int]]],
    tokens: Mapping[str, Any] | None,
    columns: Mapping[int, Sequence[str]] | None,
    fuel_bag: Mapping[str, int] | None,
    fuel_discard: Mapping[str, int] | None,
) -> None:
    rules = s.rules
    for seat, held in fuel.items():
        for name, count in held.items():
            s.held[seat * FUELS + rules.fuel_ids[name]] = count
    for seat, hand in cards.items():
        s.hands[seat] = tuple(rules.kind_ids[kind] * 4 + left for kind, left in hand)
        for kind, left in cards_of(s, seat):
            assert left <= units_of(kind)
            s.held[seat * FUELS + (kind >> 2)] += left
    if tokens is not None:
        rows: Any = tokens if any(isinstance(row, dict) for row in tokens.values()) else {rules.tracks[0].name: tokens}
        for name, row in rows.items():
            market = rules.market_ids[name]
            for fuel_name, count in row.items():
                slot = rules.fuel_ids[fuel_name]
                spaces = len(rules.tracks[market].prices[slot])
                s.fuel[market * FUELS + slot] = mask_of(list(range(spaces - count, spaces)))
    for column, kinds in (columns or {}).items():
        lay_column(s, column, [rules.kind_ids[kind] for kind in kinds])
    if rules.fuel_cards:
        _put_fuel_cards(s, fuel_bag, fuel_discard)
        return
    for slot in range(FUELS):
        used = sum(s.held[chair * FUELS + slot] for chair in range(len(s.plants)))
        used += sum(s.fuel[market * FUELS + slot].bit_count() for market in range(len(rules.tracks)))
        if slot == rules.mark_fuel:
            used += s.marks.bit_count()
        s.supply[slot] = rules.tokens[slot] - used
        assert s.supply[slot] >= 0, f"more {rules.fuels[slot]} than there is"


def lay_column(s: State, column: int, cards: Sequence[int]) -> None:
    """Lay these fuel cards into a column, and no others."""
    for kind in range(KINDS):
        s.columns[column * KINDS + kind] = list(cards).count(kind)


def _put_fuel_cards(s: State, fuel_bag: Mapping[str, int] | None, fuel_discard: Mapping[str, int] | None) -> None:
    """Put these cards into the draw stack, and set the number of cards in the rules of this one game."""
    rules = s.rules
    if fuel_bag is not None:
        s.fuel_bag = tuple(fuel_bag.get(name, 0) for name in rules.kind_names)
    if fuel_discard is not None:
        s.fuel_discard = tuple(fuel_discard.get(name, 0) for name in rules.kind_names)
    counts = [s.fuel_bag[k] + s.fuel_discard[k] for k in range(len(rules.kind_names))]
    for kind in range(KINDS):
        counts[kind] += sum(s.columns[2 * KINDS + kind :: KINDS])
    for chair in range(len(s.hands)):
        for kind, _ in cards_of(s, chair):
            counts[kind] += 1
    extra = rules.extra_cards[: s.fuel_shuffles + 1]
    rules.fuel_cards = tuple(
        0 if k % 4 == 0 else count - sum(row[k] for row in extra) for k, count in enumerate(counts)
    )


def _go(s: State, phase: str) -> None:
    """Put the agenda where this phase begins and work it off."""
    s.agenda.clear()
    s.agenda.append(tasks.ROUND)
    order = list(s.rules.round_tasks)
    start = PHASE_TASK[phase]
    if start:
        order = order[order.index(start) :]
    tasks.push(s, tuple(order))
    s.phase = {"auction": 1, "fuel": 2, "cards": 2, "build": 3}.get(phase, 3)
    if phase in ("power", "refill", "resupply", "plant_update"):
        s.phase = 4
    s.bought = s.out = s.sold = 0
    if s.round == 1 and s.phase > 1:
        s.bought = mask_of([seat for seat in range(s.rules.seats) if s.plants[seat]])
    s.lot = s.newest = NOBODY
    s.ask = NO_ASK
    s.actor = 0
    settle(s)
    _deal_certain(s, None)


def _deal_certain(s: State, events: list[Event] | None) -> None:
    """Deal every draw that has but one outcome."""
    while s.actor == CHANCE:
        outcomes = kilowatt.outcomes(s)
        if len(outcomes) != 1:
            return
        before = kilowatt.clone(s)
        kilowatt.advance(s, outcomes[0][0], events)
        _follow(before, outcomes[0][0], s)


def _follow(before: State, move: Action, after: State) -> None:
    """Where the kernel is compiled it must do the same in this situation: rare ones are here, not in random games."""
    if COMPILED:
        batch = Batch(before.rules)
        batch.load(0, before)
        batch.play(0, batch.number(0, move))
        assert_same(after, batch.state(0))
        legal = [batch.action(0, number) for number in batch.legal(0)]
        assert legal == list(kilowatt.legal_actions(after))


def act(state: State, *moves: Action) -> State:
    """Play moves, each checked, and deal what is certain in between."""
    for move in moves:
        before = state
        state, events = kilowatt.play(state, move)
        _follow(before, move, state)
        _deal_certain(state, events)
        problems = kilowatt.check(state)
        assert problems == [], problems
    return state


def events_of(state: State, move: Action) -> list[Event]:
    """Play one move and give what happened, certain draws included."""
    after, events = kilowatt.play(state, move)
    _deal_certain(after, events)
    return events


def refused(state: State, move: Action) -> Refusal:
    """Return the refusal of a move that must not be allowed."""
    reason = kilowatt.refusal(state, move)
    assert reason is not None, f"{move} should be refused"
    return reason


def allowed(state: State, move: Action) -> bool:
    """Return whether a move is allowed."""
    return kilowatt.refusal(state, move) is None


def opt_out_all(state: State) -> State:
    """Let every seat opt out of the auctions."""
    while state.phase == 1 and state.actor >= 0:
        state = act(state, Pass(state.actor))
    return state


def buy(state: State, plant: str, bid: int | None = None) -> State:
    """Let the acting seat open a plant and win it at once: everybody else passes."""
    seat = state.actor
    if bid is None:
        rows = {row.plant: row.least for row in kilowatt.options(state).choices["open"]}  # type: ignore[attr-defined]
        bid = rows[plant]
    state = act(state, Open(seat, plant, bid))
    while state.lot != NOBODY and state.actor >= 0:
        state = act(state, Pass(state.actor))
    return state


def outbid(state: State, plant: str, winner: int, price: int) -> State:
    """Let the acting seat open a plant at its least bid and another seat win it at a price."""
    seat = state.actor
    rows = {row.plant: row.least for row in kilowatt.options(state).choices["open"]}  # type: ignore[attr-defined]
    state = act(state, Open(seat, plant, rows[plant]))
    while state.lot != NOBODY and state.actor >= 0:
        wants = state.actor == winner and state.leader != winner
        state = act(state, Bid(winner, price) if wants else Pass(state.actor))
    return state


def end_turns(state: State, phase: str) -> State:
    """End everybody's turns of a phase without doing anything."""
    while kilowatt.snapshot(state)["phase"] == phase and state.actor >= 0:
        seat = state.actor
        state = act(state, Run(seat, ()) if phase == "power" else Pass(seat))
    return state


def run(seat: int, **plants: Mapping[str, int]) -> Run:
    """Make a run action: `run(0, p7={"oil": 3}, p13={})`, plants in ascending order."""
    return Run(seat, tuple(Running(name.removeprefix("p"), dict(burn)) for name, burn in plants.items()))


def market(state: State) -> list[str]:
    """The whole plant market in order, the end card included."""
    row = kilowatt.snapshot(state)["plants"]
    return [*row["current"], *row["future"]]


def view(state: State) -> dict[str, Any]:
    """The snapshot, for reading."""
    return kilowatt.snapshot(state)


def prices(state: State, fuel: str, where: str | None = None) -> list[int]:
    """The price of every token of a fuel on a market, cheapest first."""
    rows = kilowatt.snapshot(state)["fuel"]
    row: list[int] = rows[where or next(iter(rows))][fuel]["prices"]
    return row


def lying(state: State) -> dict[str, int]:
    """How many tokens lie on the main fuel market."""
    return {fuel: row["tokens"] for fuel, row in view(state)["fuel"]["main"].items()}


def supply(state: State) -> dict[str, int]:
    """The supply of each fuel."""
    units: dict[str, int] = kilowatt.snapshot(state)["supply"]
    return units


def kinds(moves: Iterable[Action]) -> set[str]:
    """The types of these actions."""
    return {type(move).kind for move in moves}
