"""Write the positions that the page's component tests show: `python -m tools.page_fixtures`.

Each is a moment of a golden game, made by the code that the server uses: board, view, menu, reasons, prices. So a
component test sees what a browser would get, and needs neither a browser nor a server.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

import kilowatt
from kilowatt.editions.compose import compose
from kilowatt.editions.registry import REVISION
from kilowatt.engine import game
from kilowatt.engine.ids import NOBODY, PHASE_NAMES
from kilowatt.host.rules_panel import panel
from kilowatt.protocol import AskQuote, ClockView, EntryView, SeatView, TableView, View
from kilowatt.protocol.planning import quoted
from kilowatt.protocol.views import board_view, entry_view, game_view, why_not
from tools import board_fixtures

if TYPE_CHECKING:
    from kilowatt.engine.events import Events
    from kilowatt.engine.state import State

TOP = Path(__file__).parent.parent
TARGET = TOP / "web" / "test" / "fixtures"
LESSONS = TOP / "src" / "kilowatt" / "host" / "lessons"
STEPS = TOP / "web" / "src" / "learn" / "lessons"
SEATS = 3
LINES = 60
"""Entries that a fixture keeps: enough for a log."""


class Moment(NamedTuple):
    """The first entry after which seat 0 decides, or another seat where `waits`, in this round and phase.

    `decides` names the decision where the phase has several.
    """

    golden: str
    round: int
    phase: str
    bid: bool = False
    waits: bool = False
    decides: str = ""
    asks: tuple[dict[str, Any], ...] = ()


def planned(*cities: str, **fuel: int) -> dict[str, Any]:
    """Return a plan of these cities and this fuel as the planner asks for it."""
    return {"cities": list(cities), "plant": None, "price": 0, "fuel": fuel, "give_up": {}, "why": True}


BUILDING = (
    {"cities": [], "why": True},
    {"cities": ["houston"], "why": True},
    planned(),
    planned("houston"),
)
MOMENTS = {
    "first-auction": Moment("recharged-usa-5-step2", 1, "auction"),
    "auction": Moment("recharged-usa-5-step2", 2, "auction"),
    "bidding": Moment("recharged-usa-5-step2", 2, "auction", bid=True),
    "waiting": Moment("recharged-usa-5-step2", 2, "auction", bid=True, waits=True),
    "fuel": Moment("recharged-usa-5-step2", 6, "fuel", asks=({"fills": True}, planned(), planned(coal=1))),
    "build": Moment("recharged-usa-5-step2", 7, "build", asks=BUILDING),
    "scrap": Moment("revision-2/original-korea-2-step3", 8, "auction", decides="scrap"),
    "contractor": Moment("revision-2/deluxe-north-america-5-step2", 2, "auction"),
    "power": Moment("recharged-usa-5-step2", 6, "power"),
    "korea-fuel": Moment("original-korea-5-step2", 2, "fuel", asks=({"fills": True},)),
    "card-auction": Moment("card-game-3-omr-in-power", 2, "auction"),
    "cards": Moment("card-game-3-omr-in-power", 2, "fuel"),
    "card-power": Moment("card-game-3-omr-in-power", 2, "power"),
    "over": Moment("recharged-germany-2-step3", 0, "over"),
    "card-over": Moment("card-game-3-omr-in-power", 0, "over"),
}


def reached(state: State, moment: Moment) -> bool:
    """Return whether the game is at the moment."""
    actor = kilowatt.actor(state)
    if moment.phase == "over":
        return actor is None
    seat = isinstance(actor, int) and (actor != 0 if moment.waits else actor == 0)
    here = (state.round, PHASE_NAMES[state.phase]) == (moment.round, moment.phase)
    if moment.decides:
        return seat and here and moment.decides in game.options(state).choices
    return seat and here and (state.lot != NOBODY) == moment.bid


def table_of(state: State, seq: int, players: list[str]) -> TableView:
    """Return a table of one person and bots."""
    over = kilowatt.actor(state) is None
    actor = kilowatt.actor(state)
    return TableView(
        code="FIXTURES",
        name="",
        ruleset=state.rules.id,
        title=state.rules.title,
        options=state.rules.options,
        state="over" if over else "playing",
        seats=[
            SeatView(
                seat=n,
                kind="bot" if n else "person",
                name=name,
                level="simple" if n else None,
                present=True,
                vacant=False,
                resigned=False,
                agreed=False,
            )
            for n, name in enumerate(players)
        ],
        visibility="private",
        hints=True,
        clock=ClockView("none", [None] * len(players), None, ""),
        seq=seq,
        round=state.round,
        phase=PHASE_NAMES[state.phase],
        actor=actor,
        result=kilowatt.result(state),
        end=None,
        yours=[0],
        owner=True,
        watchers=0,
        created="",
        touched="",
        archived=False,
        rematch=None,
        again=[],
        early=[],
        fork_of=None,
        deal="0" * 64,
    )


def fixture(moment: Moment) -> dict[str, Any]:
    """Return a moment as the page gets it."""
    record = kilowatt.read_record(TOP / "tests" / "golden" / f"{moment.golden}.jsonl")
    state = kilowatt.replay(record, upto=0).state
    lines: list[EntryView] = []
    seq = 0
    for entry in record.entries:
        if entry.action is None or reached(state, moment):
            break
        happened: Events = []
        if entry.action is None:
            raise LookupError(f"{moment.golden} has an undo: choose a game without one")
        kilowatt.advance(state, entry.action, happened)
        seq = entry.seq
        lines.append(entry_view(entry, happened, state.rules))
    if not reached(state, moment):
        raise LookupError(f"{moment.golden} has no such moment: {moment}")
    return position(state, seq, lines[-LINES:], moment.asks)


def position(state: State, seq: int, lines: list[EntryView], asks: tuple[dict[str, Any], ...] = ()) -> dict[str, Any]:
    """Return a position as the page gets it, with the answers to what it asks."""
    players = ["You", "Ampère", "Faraday", "Volta", "Ohm", "Watt"][: state.rules.seats]
    actor = kilowatt.actor(state)
    mine: dict[str, Any] = {"reach": {} if actor is None else {"0": game.reach(state, 0)}}
    if actor == 0:
        mine["menu"] = game.options(state)
        mine["why_not"] = why_not(state, 0, "en", players)
    made = {
        "table": table_of(state, seq, players),
        "board": board_view(state.rules),
        "view": {
            "seq": seq,
            "game": game_view(state, [0]),
            "mine": mine,
            "clock": ClockView("none", [None] * len(players), None, ""),
        },
        "entries": lines,
        "quotes": [{"plan": wish, "quoted": quoted(state, 0, AskQuote(id="", **wish), "en", players)} for wish in asks],
        "rules": panel(state.rules, "en"),
    }
    # what the page gets has the shapes that its types are made from, with every default written out
    made["view"] = msgspec.convert(msgspec.to_builtins(made["view"]), View)
    made["entries"] = msgspec.convert(msgspec.to_builtins(made["entries"]), list[EntryView])
    return made


def lesson_fixtures(name: str) -> dict[str, dict[str, Any]]:
    """Return the position in which each step of a lesson is shown, by the step's key, with the whole record so far."""
    record = kilowatt.read_record(LESSONS / f"{name}.jsonl")
    state = kilowatt.new_game(compose(record.header.ruleset, record.header.seats, record.header.options, REVISION))
    moves = [(entry, entry.action) for entry in record.entries if entry.action is not None]
    lines: list[EntryView] = []
    shown: dict[str, dict[str, Any]] = {}

    def play() -> None:
        entry, action = moves[len(lines)]
        happened: Events = []
        kilowatt.advance(state, action, happened)
        lines.append(entry_view(entry, happened, state.rules))

    for step in msgspec.json.decode((STEPS / f"{name}.json").read_bytes())["steps"]:
        while len(lines) < len(moves) and kilowatt.actor(state) != 0:
            play()
        here = position(state, lines[-1].seq if lines else 0, list(lines))
        shown[step["key"]] = {**here, "table": msgspec.structs.replace(here["table"], lesson=name)}
        for _ in step.get("act", ()):
            play()
    return shown


def opening(ruleset: str) -> dict[str, Any]:
    """Return a game of three at its first decision, for the pictures of its rules."""
    state = kilowatt.new_game(compose(ruleset, SEATS, {}))
    while kilowatt.actor(state) == "chance":
        kilowatt.advance(state, kilowatt.outcomes(state)[0][0])
    return position(state, 0, [])


def main() -> int:
    """Write every fixture."""
    TARGET.mkdir(parents=True, exist_ok=True)
    for name, moment in MOMENTS.items():
        (TARGET / f"{name}.json").write_bytes(msgspec.json.encode(fixture(moment)))
    (TARGET / "lessons").mkdir(exist_ok=True)
    for name in ("first", "cards"):
        for key, shown in lesson_fixtures(name).items():
            (TARGET / "lessons" / f"{key}.json").write_bytes(msgspec.json.encode(shown))
    (TARGET / "rules").mkdir(exist_ok=True)
    for row in kilowatt.rulesets():
        (TARGET / "rules" / f"{row.id.replace('/', '-')}.json").write_bytes(msgspec.json.encode(opening(row.id)))
    print(f"{len(MOMENTS) + board_fixtures.write(TARGET / 'boards')} fixtures, and the steps of the lessons")
    return 0


if __name__ == "__main__":
    sys.exit(main())
