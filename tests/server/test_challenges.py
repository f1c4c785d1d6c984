"""Challenges: every position stands, every task can be solved with three stars, and the game ends with its task."""

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

import kilowatt
from kilowatt import protocol as wire
from kilowatt.bots import Budget, make_bot
from kilowatt.client import Client, ServerSaidNo
from kilowatt.editions.compose import compose
from kilowatt.engine import game, knowledge
from kilowatt.engine.actions import AnyAction
from kilowatt.engine.ids import CHANCE, PHASE_NAMES
from kilowatt.engine.state import State
from kilowatt.host.game import challenges
from kilowatt.protocol import QuickTable
from kilowatt.table.dealer import SeededDealer
from tests.server.kit import any_move, plain_http, run, serving, sqlite

LINES = Path(__file__).parents[1] / "golden" / "challenges"
NAMES = [row.name for row in challenges.rows()]


def start_of(name: str) -> State:
    """Return the position of a challenge."""
    record = challenges.task(name).record
    header = record.header
    state = game.new_game(compose(header.ruleset, header.seats, header.options, header.revision))
    for move in record.actions():
        state, _ = game.play(state, move)
    return state


def solved(name: str, state: State) -> wire.GoalView:
    """Play the kept line of a challenge, every move checked, the others as their bots do; return how it ends."""
    row = challenges.by_name()[name]
    line = msgspec.json.decode((LINES / f"{name}.json").read_bytes(), type=list[AnyAction])
    dealer = SeededDealer(bytes.fromhex(row.seed))
    bots = [make_bot(row.level, 0) for _ in range(state.rules.seats)]
    while not challenges.is_done(row, state):
        if state.actor == CHANCE:
            move: Any = dealer.deal(state, game.outcomes(state))
        elif state.actor == row.seat:
            move = line.pop(0)
        else:
            move = bots[state.actor].advise(game.clone(state), state.actor, Budget()).action
        state, _ = game.play(state, move)
    assert not line
    return challenges.goal(row, state)


def test_there_are_twelve_about_every_phase_and_several_special_rules() -> None:
    """There are twelve: one at least for each phase of a round, others for special rules, no two of one name."""
    assert len(NAMES) == len(set(NAMES)) == 12
    topics = {row.topic for row in challenges.rows()}
    assert topics >= {"order", "auction", "fuel", "build", "power", "token", "step2", "markets", "cards", "end"}


PHASES = {"order", "auction", "fuel", "build", "power"}
SPECIAL: dict[str, Callable[[dict[str, Any]], bool]] = {
    # the discount token of 2018 lies on a plant
    "token": lambda shot: shot["plants"]["discount"] is not None,
    # Step 2, with a second house in each city
    "step2": lambda shot: shot["step"] == 2,
    # two fuel markets, in Korea
    "markets": lambda shot: set(shot["fuel"]) == {"north", "south"},
    # resource cards in columns instead of tokens
    "cards": lambda shot: shot["ruleset"] == "card-game",
    # the game is about to end
    "end": lambda shot: shot["step"] == 3,
}
"""The special rules that challenges are about, by topic, and what a position with this rule has."""


def test_each_special_rule_has_a_challenge_whose_position_has_it() -> None:
    """Topics are the phases and the special rules named here; each rule holds in its challenge's position."""
    assert {row.topic for row in challenges.rows()} == PHASES | set(SPECIAL)
    for row in challenges.rows():
        if row.topic in SPECIAL:
            assert SPECIAL[row.topic](kilowatt.snapshot(start_of(row.name))), row.topic


@pytest.mark.parametrize("name", NAMES)
def test_a_position_stands_and_its_task_earns_three_stars(name: str) -> None:
    """The seat is to act in the phase it says, nothing is hidden or won yet, and the kept line earns three stars."""
    row = challenges.by_name()[name]
    state = start_of(name)
    assert (state.actor, state.round, PHASE_NAMES[state.phase]) == (row.seat, *row.begins)
    assert not knowledge.hides_money(state), "the task is shown to everybody who has the table's code"
    assert not challenges.is_done(row, state)
    assert list(row.stars) == sorted(row.stars)
    end = solved(name, state)
    assert (end.stars, end.value) == (3, row.stars[2])


@pytest.mark.parametrize("name", [row.name for row in challenges.rows() if row.until != "end"])
def test_a_task_is_not_solved_by_doing_nothing(name: str) -> None:
    """A player who passes or takes the last thing on the menu gets one star at most."""
    row = challenges.by_name()[name]
    state, dealer = start_of(name), SeededDealer(bytes.fromhex(row.seed))
    while not challenges.is_done(row, state):
        moves = game.legal_actions(state) if state.actor != CHANCE else []
        state, _ = game.play(state, moves[-1] if moves else dealer.deal(state, game.outcomes(state)))
    assert challenges.goal(row, state).stars <= 1


async def begun(client: Client, name: str) -> wire.TableView:
    """Begin a challenge."""
    return (await client.quick(QuickTable(challenge=name, name="Anna"))).table


def test_a_challenge_is_played_at_a_table_and_ends_with_its_task(tmp_path: Path) -> None:
    """The table begins at the position with its seat, says how the task stands, and is over when the task is."""

    async def check() -> None:
        async with serving(sqlite(tmp_path)) as server, Client(server.url) as anna:
            rows = msgspec.json.decode(await anna.request("GET", "/api/challenges"), type=list[wire.ChallengeRow])
            assert [row.name for row in rows] == NAMES
            table = await begun(anna, "build")
            row = challenges.by_name()["build"]
            assert (table.challenge, table.yours, table.state) == ("build", [row.seat], "playing")
            async with anna.sit(table.code) as seat:
                assert seat.view is not None
                assert seat.view.mine.can_undo == 0, "what led here is not to be undone"
                assert seat.view.goal is not None
                assert seat.view.goal.stars == 0
                for move in msgspec.json.decode((LINES / "build.json").read_bytes(), type=list[AnyAction]):
                    await seat.seen((await seat.act(move)).seq)
                assert seat.over
                assert seat.view.goal is not None
                assert (seat.view.goal.stars, seat.view.goal.value) == (3, row.stars[2])
            over = await anna.table(table.code)
            assert (over.state, over.end, over.result) == ("over", "challenge", None)
            history = msgspec.json.decode(await anna.request("GET", "/api/history"), type=wire.PlayedGames)
            assert history.games == []
            record = (await anna.request("GET", f"/api/tables/{table.code}/record")).decode()
            assert '"end":"challenge"' in record
            fork = await anna.fork(table.code, over.seq - 2)
            assert fork.table.challenge is None, "a game that goes on from it has no task"

    run(check())


def test_a_challenge_against_bots_comes_to_its_end(tmp_path: Path) -> None:
    """Bots play their own turns; wherever the player's moves lead, the table is over after the task's last round."""

    async def check() -> None:
        async with serving(sqlite(tmp_path)) as server, Client(server.url) as anna:
            table = await begun(anna, "forty")
            chance = random.Random(3)
            async with anna.sit(table.code) as seat:
                while await seat.turn(120):
                    await seat.seen((await seat.act(any_move(seat, chance))).seq)
                assert seat.view is not None
                assert seat.view.goal is not None
                assert seat.view.game.round == challenges.by_name()["forty"].last + 1
            assert (await anna.table(table.code)).end == "challenge"

    run(check())


def test_hostile_wishes_for_challenges_are_refused(tmp_path: Path) -> None:
    """Names that do not exist, are paths or too long make no table; a stranger cannot play, end or solve another's."""

    async def check() -> None:
        async with serving(sqlite(tmp_path)) as server, Client(server.url) as anna, Client(server.url) as eve:
            for name in ("nothing", "../lessons/first", "build.jsonl", "", "__proto__"):
                with pytest.raises(ServerSaidNo, match="not_found"):
                    await begun(eve, name)
            async with plain_http(server.url) as http:
                for wish in ({"challenge": "x" * 25}, {"challenge": 7}, {"challenge": ["build"]}):
                    assert (await http.post("/api/quick", json=wish)).status_code == 400
                assert (await http.post("/api/challenges", json={})).status_code == 405
            table = await begun(anna, "build")
            line = msgspec.json.decode((LINES / "build.json").read_bytes(), type=list[AnyAction])
            async with eve.sit(table.code) as seat:
                with pytest.raises(ServerSaidNo, match="not_your_seat"):
                    await seat.act(line[0])
                with pytest.raises(ServerSaidNo):
                    await seat.undo()
            assert (await anna.table(table.code)).state == "playing"

    run(check())


async def many(client: Client) -> None:
    """Begin challenges without end."""
    for _ in range(200):
        await begun(client, "build")


def test_challenges_count_as_tables_made(tmp_path: Path) -> None:
    """A device that begins challenges without end is refused by the limit on making tables."""

    async def check() -> None:
        async with serving(sqlite(tmp_path), limits=1.0) as server, Client(server.url) as eve:
            with pytest.raises(ServerSaidNo, match=r"too_many|quota_tables"):
                await many(eve)

    run(check())
