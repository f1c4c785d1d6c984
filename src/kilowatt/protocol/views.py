"""Views: what one viewer may see of a game, as plain data in the shapes of `kilowatt.protocol`.

Built by naming what goes in, never by striking out what must not: a key nobody thought of stays at the table.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

import msgspec

from kilowatt.editions.board_file import board_id, board_of
from kilowatt.editions.policies.export_market import ExportMarket
from kilowatt.editions.policies.planned_market import PlannedMarket
from kilowatt.engine import asks, game, tasks
from kilowatt.engine.deck import odds
from kilowatt.engine.events import FuelRefilled
from kilowatt.engine.houses import closed, end_at
from kilowatt.engine.ids import AUCTION, PHASE_NAMES, SPACES, bits
from kilowatt.engine.knowledge import sees_money
from kilowatt.engine.plants import IN_STACK, step_at_refill
from kilowatt.engine.snapshot import PARTS as WRITTEN
from kilowatt.engine.snapshot import seat_part
from kilowatt.engine.storage import best_run, capacity
from kilowatt.protocol import (
    AreaRow,
    AreaStyleRow,
    BoardLayout,
    BoardView,
    CityRow,
    EntryView,
    GameView,
    PlantRow,
    PlantsView,
    SeatGame,
    TrackRow,
    WhyNot,
)
from kilowatt.table.messages import sentence, variant
from kilowatt.table.rulebook import is_export

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

    from kilowatt.engine.actions import Action
    from kilowatt.engine.events import Events
    from kilowatt.engine.refusals import Refusal
    from kilowatt.engine.rules import Rules
    from kilowatt.engine.state import State
    from kilowatt.protocol import AnyEvent
    from kilowatt.table.record import Entry

_WORKED_OUT = ("asked", "seats", "plants", "odds", "next_refill", "rounds_left", "closed", "ended_by")
_SEEN = tuple(name for name in GameView.__struct_fields__ if name not in _WORKED_OUT)
_OF_SEAT = ("money", "powers", "earns", "again", "mines", "sells", "jump")
_SEAT = tuple(name for name in SeatGame.__struct_fields__ if name not in _OF_SEAT)
_PLANTS = tuple(name for name in PlantsView.__struct_fields__ if name != "pile")
_read = msgspec.json.Decoder(GameView)  # worked out at import: two threads that begin with a Struct at once crash


def asked_of(state: State) -> str:
    """Return the name of the decision or draw the game waits for; "" when it is over."""
    return asks.NAMES[state.ask]


def phases_of(rules: Rules) -> list[str]:
    """Return the phases of a round in order. What follows the power phase belongs to it."""
    upto = rules.round_tasks.index(tasks.POWER) + 1
    return [tasks.PHASES[task] for task in rules.round_tasks[:upto] if task in tasks.PHASES]


def phase_of(state: State) -> str:
    """Name the phase."""
    return PHASE_NAMES[state.phase]


def game_view(state: State, seats: Collection[int]) -> dict[str, Any]:
    """Return the game as the holder of these seats sees it, in the shape of `GameView`."""
    view = {name: make(state) for name, make in PARTS.items()}
    view["seats"] = [
        seat_view(state, seat, shows_money=sees_money(state, seat, seats)) for seat in range(state.rules.seats)
    ]
    return view


def open_view(state: State) -> GameView:
    """Return the game with everybody's money, as for a game that is over."""
    return msgspec.convert(game_view(state, range(state.rules.seats)), GameView)


def seat_view(state: State, seat: int, *, shows_money: bool) -> dict[str, Any]:
    """Return what is seen of one seat, in the shape of `SeatGame`."""
    row = seat_part(state, seat)
    shown = {name: row[name] for name in _SEAT}
    shown["money"] = row["money"] if shows_money else None
    shown["powers"], shown["earns"] = best_run(state, seat)
    extra = state.rules.buyers.bought_before(state, seat)
    shown["again"] = bool(extra and state.phase == AUCTION and not row["bought"] and not row["out"])
    shown["mines"] = row.get("mines", [])
    shown["jump"] = row.get("jump", False)
    shown["sells"] = sells(state, seat) if shown["mines"] else 0
    return shown


def sells(state: State, seat: int) -> int:
    """Return what the mines of a seat would earn if all mines sold now, in their order."""
    trial = game.clone(state)
    trial.rules.fuel_supply.export(trial)
    return trial.money[seat] - state.money[seat]


def _plants(state: State) -> dict[str, Any]:
    row = WRITTEN["plants"](state)
    return {name: row[name] for name in _PLANTS} | {"pile": row.get("pile", [])}


def rounds_left(state: State) -> int | None:
    """Count the rounds after this one, as soon as the card has come that announces the last."""
    if not state.rules.end_card_announces_last_round or state.end_card == IN_STACK:
        return None
    return 0 if state.last_round else 1


def ended_by(state: State) -> int | None:
    """Return the seat that was the first to have the cities that end the game; None while nobody has them.

    The game ends in the round in which that happens, so whoever built earlier in it was the first: building is in
    reverse turn order [R18-BLD-01].
    """
    rules = state.rules
    if not rules.board.cities or not rules.score.reached(state):
        return None
    there = [seat for seat in range(rules.seats) if state.count(seat) >= end_at(state)]
    return max(there, key=state.order.index)


def next_plant(state: State) -> list[dict[str, Any]]:
    """Return the cards that may be turned up next, likeliest first."""
    names = state.rules.card_names
    cards = odds(state)
    of = sum(weight for _, weight in cards)
    cards.sort(key=lambda row: -row[1])
    return [{"card": names[card], "weight": weight, "of": of} for card, weight in cards]


def next_refill(state: State) -> dict[str, dict[str, int]]:
    """Return what the next refill would add to the markets as they are; nothing where fuel is cards or none comes."""
    if state.rules.columns or state.rules.score.reached(state):
        return {}
    events: Events = []
    trial = game.clone(state)
    trial.step = step_at_refill(state)
    game.refill(trial, events)
    return {event.market: event.added for event in events if isinstance(event, FuelRefilled)}


PARTS: dict[str, Callable[[State], Any]] = {
    **{name: WRITTEN[name] for name in _SEEN},
    "seats": lambda _: [],
    "plants": _plants,
    "closed": lambda s: [s.rules.city_names[city] for city in bits(closed(s))],
    "asked": asked_of,
    "odds": next_plant,
    "next_refill": next_refill,
    "rounds_left": rounds_left,
    "ended_by": ended_by,
}
"""The keys of a view in order, and how each is made; of the seats see `seat_view`."""


def why_not(state: State, seat: int, language: str, players: Sequence[str] = ()) -> list[WhyNot]:
    """List what the table shows but this seat may not do, with sentences."""
    return reasons(game.why_not(state, seat), state.rules, language, players)


def reasons(
    refused: list[tuple[Action, Refusal]], rules: Rules, language: str, players: Sequence[str] = ()
) -> list[WhyNot]:
    """Return refusals as sentences of a language."""
    return [
        WhyNot(move, reason.code, reason.rule, reason.args, sentence(reason, language, rules, players))  # type: ignore[arg-type]
        for move, reason in refused
    ]


def entry_view(entry: Entry, events: Events, rules: Rules) -> EntryView:
    """Return a line of the record with what happened by it."""
    happened = cast("list[AnyEvent]", events)
    variants = [variant(event, rules) for event in events]
    return EntryView(entry.seq, entry.action, entry.undo, entry.at, entry.by, entry.seed, entry.end, happened, variants)


def shown_options(options: dict[str, Any]) -> dict[str, Any]:
    """Return options as lists and heads show them: a whole board by its address alone."""
    own = options.get("board")
    return {**options, "board": board_id(own)} if isinstance(own, dict) else options


def layout_view(data: dict[str, Any]) -> BoardLayout | None:
    """Return the layout of a board file, where it has one; the board was checked when its game was made."""
    layout = board_of("board", data, strict=False).layout
    if layout is None:
        return None
    styles = {area: AreaStyleRow(style.tint, style.de, style.at) for area, style in layout.areas.items()}
    return BoardLayout(layout.scale, layout.cities, layout.names, styles)


def board_view(rules: Rules) -> BoardView:
    """Return everything of a game that never changes."""
    board = rules.board
    areas = board.areas
    own = rules.options.get("board")
    market = rules.plant_market
    return BoardView(
        ruleset=rules.id,
        title=rules.title,
        kind="cards" if rules.columns else "board",
        phases=phases_of(rules),
        board=f"custom-{board_id(own)}" if own else board.id,
        seats=rules.seats,
        options=shown_options(rules.options),
        areas=[
            AreaRow(
                area.id,
                area.name,
                [city.id for city in board.cities if city.area == number],
                [areas[other].id for other in bits(board.area_links[number]) if other != number],
            )
            for number, area in enumerate(areas)
        ],
        cities=[
            CityRow(
                city.id,
                city.name,
                areas[city.area].id,
                city.lat,
                city.lon,
                spaces_of(rules, number),
                board.entries[number] if any(board.entries) else None,
            )
            for number, city in enumerate(board.cities)
        ],
        connections=[(board.cities[a].id, board.cities[b].id, cost) for a, b, cost in board.links],
        area_count=rules.area_count,
        plants=[
            PlantRow(
                id=plant.id,
                number=plant.number,
                kind=plant.kind,
                fuels=[rules.fuels[fuel] for fuel in plant.fuels],
                need=plant.need,
                holds=sum(capacity(rules, (number,))),
                cities=plant.cities,
                income=plant.income,
                back=rules.backs[plant.back] if rules.backs and plant.back < len(rules.backs) else None,
                printed=plant.printed,
            )
            for number, plant in enumerate(rules.plants)
        ],
        backs=list(rules.backs),
        end_card=rules.end_card,
        fuels=list(rules.fuels),
        hybrid=[rules.fuels[fuel] for fuel in rules.mix],
        markets=market_rows(rules),
        column_prices=list(rules.column_prices[1:]),
        dearer=rules.fuel_supply.dearer if isinstance(rules.fuel_supply, ExportMarket) else 0,
        flat=board.flat,
        passing=board.passing,
        no_steps=rules.no_end_card and not rules.step2_at,
        one_token=rules.fuel_goes_round,
        house_costs=list(rules.house_costs),
        payment=list(rules.payment),
        start_money=rules.start_money,
        plant_limit=rules.plant_limit,
        step2_at=rules.step2_at,
        end_at=rules.end_at,
        zone_limits_end=rules.zone_limits_end,
        second_network=rules.second_network,
        starting_cities=[rules.city_names[city] for city in bits(rules.starting_cities)],
        tie_breaks=list(rules.tie_breaks),
        planned_plants=market.size if isinstance(market, PlannedMarket) else 0,
        trust=rules.trust_plays,
        contractor=list(rules.contractor),
        contractor_printed=list(rules.contractor_printed),
        fuel_cards_printed=rules.fuel_cards_printed,
        layout=layout_view(own) if own else None,
    )


def spaces_of(rules: Rules, city: int) -> list[tuple[int, int] | None]:
    """Return cost and step of each space of a city that has others than most, else nothing."""
    own = {space: (cost, step) for space, cost, step in rules.own_spaces.get(city, ())}
    return [own.get(space) for space in range(SPACES)] if own else []


def market_rows(rules: Rules) -> list[TrackRow]:
    """Return the fuel markets: the tracks, then the stores that sell a fuel from its supply."""
    tracks = [
        TrackRow(
            name=track.name,
            kind="export" if is_export(rules, track) else "track",
            spaces={rules.fuels[fuel]: row for fuel, row in enumerate(track.prices) if row},
            refill={
                rules.fuels[fuel]: [by_step[fuel] for by_step in track.refill]
                for fuel, row in enumerate(track.prices)
                if row
            },
        )
        for track in rules.tracks
    ]
    stored = {name: [rules.fuel_supply.stored_price(fuel)] for fuel, name in enumerate(rules.fuels)}
    sold = {name: prices for name, prices in stored.items() if prices != [0]}
    return tracks + [TrackRow(name, "store", sold, {}) for name in rules.markets[len(tracks) :]]
