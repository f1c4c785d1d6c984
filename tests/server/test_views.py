"""Views: exactly the shape that is promised, the same for all but for what is one's own, and nothing else."""

import random
from pathlib import Path
from typing import Any

import msgspec
import pytest

import kilowatt
from kilowatt import protocol as wire
from kilowatt.client import Client
from kilowatt.host.rules_panel import panel
from kilowatt.protocol import CreateTable, SeatPlan, views
from kilowatt.protocol.shown import Shown
from tests.kit import situation
from tests.server.kit import play_on, run, serving, sqlite
from tests.tiers import some_quick

RULESETS = [row.id for row in kilowatt.rulesets()]


def states(ruleset: str, seats: int, seed: int, moves: int) -> list[kilowatt.State]:
    """Play a random game and keep every tenth state, set-up included."""
    table = kilowatt.Table(kilowatt.ruleset(ruleset, seats), seed=seed)
    chance = random.Random(seed)
    kept = [kilowatt.new_game(table.rules)]
    for number in range(moves):
        if table.actor is None:
            break
        choices = table.options().choices
        kind = chance.choice(list(choices))
        row = chance.choice(choices[kind])
        table.play(row.at(0 if kind in ("open", "bid") else chance.randrange(len(row))))
        if number % 10 == 0:
            kept.append(table.state)
    return [*kept, table.state]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_view_has_the_promised_shape(ruleset: str) -> None:
    """In every kind of state the view is exactly the Struct that the schema describes: no key less, none more."""
    for state in states(ruleset, 3, 5, 120):
        view = views.game_view(state, range(3))
        typed = msgspec.json.decode(msgspec.json.encode(view), type=wire.GameView)
        assert msgspec.json.decode(msgspec.json.encode(typed)) == msgspec.json.decode(msgspec.json.encode(view))
        assert sum(row.weight for row in typed.odds) == (typed.odds[0].of if typed.odds else 0)


GAMES = [
    (ruleset, seats, options)
    for ruleset in RULESETS
    for seats, options in ((2, {}), (3, {"money": "hidden"}), (4, {"contractor": True}), (6, {}))
]


@pytest.mark.parametrize("played", some_quick(GAMES, 20, 3), ids=str)
def test_parts_that_are_kept_change_no_view(played: tuple[str, int, dict[str, Any]]) -> None:
    """What a table sends after each move, parts kept from earlier moves included, is the view made from nothing."""
    ruleset, seats, options = played
    table = kilowatt.Table(kilowatt.ruleset(ruleset, seats, options), seed=seats)
    chance = random.Random(seats)
    kept = Shown()
    for _ in range(300):
        for viewer in (range(seats), (0,), ()):
            assert msgspec.json.encode(kept.game(table.state, viewer)) == msgspec.json.encode(
                views.game_view(table.state, viewer)
            )
        if table.actor is None:
            break
        moves = table.legal_actions()
        eager = [move for move in moves if type(move).kind in ("build", "run")]
        table.play(chance.choice(eager if eager and chance.random() < 0.8 else moves))
    assert table.state.round > 1


@pytest.mark.parametrize("ruleset", RULESETS)
def test_board_and_rules_panel_of_every_ruleset(ruleset: str) -> None:
    """What never changes, and the rules panel with its sentences, can be given for every ruleset."""
    rules = kilowatt.ruleset(ruleset, 4)
    board = msgspec.json.decode(msgspec.json.encode(views.board_view(rules)), type=wire.BoardView)
    assert len(board.plants) == len(rules.plants)
    assert sum(len(area.cities) for area in board.areas) == len(board.cities)
    shown = msgspec.json.decode(msgspec.json.encode(panel(rules)), type=wire.RulesPanel)
    sections = {section.key: section.rows for section in shown.sections}
    assert {"numbers", "tables", "switches", "policies", "auction"} <= set(sections)
    numbers = {row.key: row.value for row in sections["numbers"]}
    assert numbers["plant_limit"] == rules.plant_limit
    assert numbers.get("end_at", 0) == rules.end_at
    assert all(rule.text for row in sections["auction"] for rule in row.rules)


def test_what_a_seat_powers_and_earns_is_the_best_run() -> None:
    """`powers` and `earns` are those of the best paid row of the menu, when the menu is about running plants."""
    seen = 0
    for state in states("recharged/germany", 3, 8, 400):
        menu = kilowatt.options(state)
        if "run" in menu.choices:
            best = max(menu.choices["run"], key=lambda row: (row.income, row.cities))  # type: ignore[attr-defined]
            row = views.game_view(state, ())["seats"][menu.seat]
            assert (row["powers"], row["earns"]) == (best.cities, best.income)  # type: ignore[attr-defined]
            seen += 1
    assert seen


def test_money_is_hidden_from_others_alone() -> None:
    """With hidden money a viewer sees the own seats' cash; when the game is over everybody's."""
    rules = kilowatt.ruleset("recharged/germany", 3, {"money": "hidden"})
    state = kilowatt.Table(rules, seed=1).state
    assert [row["money"] for row in views.game_view(state, (1,))["seats"]] == [None, 50, None]
    assert [row["money"] for row in views.game_view(state, ())["seats"]] == [None, None, None]
    open_state = kilowatt.Table(kilowatt.ruleset("recharged/germany", 3), seed=1).state
    assert [row["money"] for row in views.game_view(open_state, ())["seats"]] == [50, 50, 50]


def test_the_refill_shown_is_the_refill_that_comes() -> None:
    """What `next_refill` says before the last run of a round, with nothing to burn, is what the refill then adds."""
    state = kilowatt.Table(kilowatt.ruleset("recharged/germany", 3), seed=2).state
    shown = views.next_refill(state)
    trial = kilowatt.clone(state)
    before = {name: row["tokens"] for name, row in kilowatt.snapshot(trial)["fuel"]["main"].items()}
    trial.rules.fuel_supply.refill(trial)
    after = {name: row["tokens"] for name, row in kilowatt.snapshot(trial)["fuel"]["main"].items()}
    assert {name: after[name] - before[name] for name in after if after[name] != before[name]} == shown["main"]
    assert kilowatt.snapshot(state)["fuel"]["main"]["coal"]["tokens"] == before["coal"]


SEVEN = ["flensburg", "kiel", "hamburg", "cuxhaven", "wilhelmshaven", "bremen", "hannover"]
STEP_1, STEP_2, STEP_3 = {"coal": 4, "oil": 2}, {"coal": 5, "oil": 3}, {"coal": 3, "oil": 4}


@pytest.mark.parametrize(
    ("phase", "cities", "more", "refill"),
    [
        ("build", 6, {}, STEP_1),
        ("build", 7, {}, STEP_2),
        ("fuel", 7, {}, STEP_2),
        ("power", 7, {"step": 2}, STEP_2),
        ("auction", 0, {"market": [*map(str, range(13, 20)), "step3"]}, STEP_3),
        ("auction", 0, {"step": 2, "market": [*map(str, range(13, 20)), "step3"]}, STEP_3),
        ("build", 0, {"step": 3}, STEP_3),
    ],
)
def test_the_refill_shown_is_that_of_the_step_that_is_certain(
    phase: str, cities: int, more: dict[str, Any], refill: dict[str, int]
) -> None:
    """`next_refill` is Step 2's from the seventh city on, and Step 3's from the moment its card lies in the market."""
    tokens = {"coal": 5, "oil": 5, "garbage": 24, "uranium": 12}
    own = {0: SEVEN[:cities]} if cities else None
    zone = ["north_west", "west", "east"]
    state = situation("recharged/germany", 3, phase=phase, cities=own, tokens=tokens, zone=zone, **more)
    assert views.next_refill(state) == {"main": refill}


def test_no_refill_is_shown_when_none_will_come() -> None:
    """Once somebody has the cities that end the game, there is no next refill."""
    cities = [city.id for city in kilowatt.ruleset("recharged/germany", 3).board.cities][:17]
    zone = ["north_west", "north_east", "west"]
    state = situation("recharged/germany", 3, phase="build", step=2, cities={0: cities}, zone=zone)
    assert state.rules.end_at == 17
    assert views.next_refill(state) == {}


def test_views_mark_what_is_reconstructed() -> None:
    """Board view and rules panel mark the card game's reconstructed cards, and none of the printed ones. [AMB-16]"""
    rules = kilowatt.ruleset("card-game", 4, {"contractor": True})
    board = views.board_view(rules)
    assert [plant.id for plant in board.plants if plant.printed] == ["7", "8", "12"]
    assert board.contractor_printed == [True, False, False, False, False]
    assert not board.fuel_cards_printed
    assert "reconstructed" in [section.key for section in panel(rules).sections]
    plain = kilowatt.ruleset("recharged/germany", 4)
    assert all(plant.printed for plant in views.board_view(plain).plants)
    assert views.board_view(plain).fuel_cards_printed
    assert "reconstructed" not in [section.key for section in panel(plain).sections]


def test_the_seed_is_shown_at_the_end_only(tmp_path: Path) -> None:
    """No byte sent during the game holds the dealer's seed; the last entry does."""

    async def check() -> None:
        async with serving(sqlite(tmp_path)) as server, Client(server.url) as ann:
            seats = [SeatPlan("person", name=n) for n in "AB"]
            code = (await ann.create(CreateTable("recharged/germany", seats))).table.code
            row = await server.server.store.table(code)
            assert row is not None
            assert row.seed is not None
            heard: list[bytes] = []
            async with ann.sit(code) as seat:
                seat.on_message = lambda _, raw: heard.append(raw)
                await play_on(seat, random.Random(1), 20)
                for path in ("", "/record", "/curves"):
                    heard.append(await ann.request("GET", f"/api/tables/{code}{path}"))  # noqa: PERF401 - with the rest
                assert len(heard) > 20
                assert not [raw for raw in heard if row.seed.encode() in raw]
                await ann.agree(code, 0)
                await ann.agree(code, 1)
                await seat.until(lambda: seat.over)
                assert seat.entries[-1].seed == row.seed

    run(check())
