"""What bots keep of a game on the server: they play as bots that live through it, also after a restart."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

import kilowatt
from kilowatt.bots import Advice, Budget, make_bot
from kilowatt.bots.search import Looker
from kilowatt.client import Client
from kilowatt.editions.registry import REVISION
from kilowatt.engine.actions import Pass
from kilowatt.engine.asks import ASK_BUILD, ASK_FUEL, ASK_OPEN
from kilowatt.engine.state import State
from kilowatt.host import codes, thinking
from kilowatt.host.game.live import LiveGame
from kilowatt.host.recalling import Past, bring_up_to_date, decisions
from kilowatt.protocol import CreateTable, SeatPlan
from kilowatt.server.thinking import pool
from kilowatt.table.record import Header
from tests.server.kit import run, serving, sqlite

LONG = 1e6
"""So many seconds that the clock decides nothing."""
SAMPLES = 5
SEED = "07" * 32
CODE = "ABCDEF"
LEVELS = ["expert", "normal", "hard"]


async def watch(folder: Path, upto: int | None, *, new: bool) -> str:
    """Run a server until its bots have come to an entry, or to the end; return the record.

    For each of the two that keep something the record is read once: from then on its memory is there.
    """
    async with serving(sqlite(folder), processes=2) as server, Client(server.url) as ann:
        store = server.server.store
        entries, read = store.entries, 0

        async def counted(code: str, after: int = 0, upto: int | None = None) -> list[str]:
            nonlocal read
            read += 1
            return await entries(code, after, upto)

        store.entries = counted  # type: ignore[method-assign]
        if new:
            seats = [SeatPlan("bot", level) for level in LEVELS]
            await ann.create(CreateTable("recharged/germany", seats, visibility="public"))
        async with ann.sit(CODE) as watcher:

            def come() -> bool:
                over = watcher.view is not None and watcher.view.game.result is not None
                return over if upto is None else watcher.seq >= upto

            await watcher.until(come, 300)
        assert read <= 2
        counts = server.server.metrics.counts
        assert counts["bots_failed"] == counts["bots_stuck"] == 0
        return await ann.record(CODE)


@pytest.mark.thorough
def test_a_whole_game_at_a_server_is_the_arenas_after_restarts_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every move of `expert` and `hard` is that of a bot that lives for the whole game, whenever the server stopped."""
    (tmp_path / "sitecustomize.py").write_text(
        f"from kilowatt.bots.search import Looker\nLooker.samples = {SAMPLES}\n", encoding="utf-8"
    )
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.setattr(Looker, "samples", SAMPLES)
    monkeypatch.setattr(codes, "new_seed", lambda: SEED)
    monkeypatch.setattr(codes, "new_code", lambda: CODE)
    monkeypatch.setattr(pool, "SECONDS", dict.fromkeys(LEVELS, LONG))
    monkeypatch.setattr(pool, "BRIEF", LONG)
    text = ""
    for upto in (40, 111, 200, None):
        text = run(watch(tmp_path, upto, new=not text))
    record = kilowatt.read_record(text.splitlines())
    assert {entry.by for entry in record.entries} == {None, *[f"bot:{level}" for level in LEVELS]}
    table = kilowatt.Table(kilowatt.ruleset("recharged/germany", 3))
    bots = [make_bot(level, thinking.seed_of(CODE, seat)) for seat, level in enumerate(LEVELS)]
    for entry in record.entries:
        seat = table.actor
        if isinstance(seat, int):
            advice = bots[seat].advise(kilowatt.clone(table.state), seat, Budget(seconds=LONG))
            assert entry.action == advice.action, entry
        table.take(entry)
    assert table.result is not None


def asked(table: kilowatt.Table, past: Past | None) -> thinking.Answer:
    """Ask as a thinking process is asked, about the seat that is to act."""
    seat = table.state.actor
    question = thinking.Question(table.rules.id, 3, {}, kilowatt.snapshot(table.state), seat, "expert", 9, LONG, past)
    return thinking.answer(msgspec.json.decode(msgspec.json.encode(question), type=thinking.Question))


def lines_of(table: kilowatt.Table) -> list[str]:
    """Return the entries of a table as the store has them."""
    return [msgspec.json.encode(entry).decode() for entry in table.entries]


def test_the_record_tells_a_bot_what_its_memory_would(monkeypatch: pytest.MonkeyPatch) -> None:
    """An answer from the memory, one from the whole record, and one of a bot that lives through the game are equal."""
    monkeypatch.setattr(Looker, "samples", SAMPLES)
    table = kilowatt.Table(kilowatt.ruleset("recharged/germany", 3), seed=4)
    bots = [make_bot("expert", 9), make_bot("economist"), make_bot("economist")]
    past = Past()
    mine = 0
    while table.state.round < 5:
        seat = table.state.actor
        move = bots[seat].advise(kilowatt.clone(table.state), seat, Budget(seconds=LONG)).action
        if seat == 0:
            reply = asked(table, past)
            assert reply.action == msgspec.to_builtins(move)
            if mine % 4 == 0:
                again = asked(table, Past(record=lines_of(table)))
                # what is left of the budget is a matter of the clock, and in the memory
                assert msgspec.structs.replace(again, memory=None) == msgspec.structs.replace(reply, memory=None)
            assert reply.memory is not None
            past = Past(reply.memory)
            mine += 1
        table.play(move)
    assert mine > 20
    assert asked(table, None).memory is None


def test_a_bot_is_shown_what_its_seat_saw_and_nothing_that_was_taken_back() -> None:
    """Of a record a bot sees the positions in which its own seat decided; decisions that were undone never were."""
    table = kilowatt.Table(kilowatt.ruleset("recharged/germany", 3), seed=4)
    bots = [make_bot("economist", seat) for seat in range(3)]
    saw: dict[int, list[dict[str, Any]]] = {0: [], 1: [], 2: []}
    undos = 0
    while table.state.round < 3:
        seat = table.state.actor
        saw[seat].append(kilowatt.snapshot(table.state))
        spends = table.state.ask in (ASK_FUEL, ASK_BUILD)
        table.play(bots[seat].advise(kilowatt.clone(table.state), seat, Budget()).action)
        if spends and table.actor == seat:
            table.undo()
            table.play(Pass(seat))
            undos += 1
    assert undos > 3
    for seat, expected in saw.items():
        assert [kilowatt.snapshot(state) for state in decisions(table.rules, lines_of(table), seat)] == expected


def test_a_position_that_a_bot_failed_at_does_not_spoil_the_rest_of_its_round() -> None:
    """A new bot looks at what it failed at, thinks about the other decisions of the round, and raises nothing."""
    table = kilowatt.Table(kilowatt.ruleset("recharged/germany", 3), seed=4)
    bots = [make_bot("economist", seat) for seat in range(3)]
    while table.state.round < 3:
        seat = table.state.actor
        table.play(bots[seat].advise(kilowatt.clone(table.state), seat, Budget()).action)
    seat = table.state.actor
    while table.state.ask != ASK_FUEL or table.state.actor != seat:
        acting = table.state.actor
        table.play(bots[acting].advise(kilowatt.clone(table.state), acting, Budget()).action)
    thought: list[int] = []
    looked: list[int] = []

    class Failing(Looker):
        def advise(self, state: State, seat: int, budget: Budget) -> Advice:
            if state.ask == ASK_OPEN:
                raise ValueError("an opening")
            thought.append(state.round)
            return super().advise(state, seat, budget)

        def look(self, state: State, seat: int) -> None:
            looked.append(state.round)

    bring_up_to_date(Failing(), table.state, seat, Budget(work=50), Past(record=lines_of(table)))
    now = table.state.round
    assert now in looked
    assert set(thought) <= {now}
    assert len(looked) + len(thought) == len(list(decisions(table.rules, lines_of(table), seat)))


def building() -> LiveGame:
    """Return a game as a table of the server has it, in which the acting seat has just built its first city."""
    live = LiveGame(Header("recharged/germany", 3, {}, ["A", "B", "C"], REVISION), SEED)
    live.take(live.plan_start())
    economist = make_bot("economist")
    while live.state.ask != ASK_BUILD or not live.undo_depth(live.state.actor):
        seat = live.state.actor
        live.take(live.plan(economist.advise(kilowatt.clone(live.state), seat, Budget()).action))
    return live


def test_a_memory_lasts_until_its_seat_decides_again() -> None:
    """What a bot keeps is there for the next question of its seat and its level, not after a decision it lacks."""
    live = building()
    seat, standing = live.state.actor, live.window.standing
    live.remember(seat, standing, "expert", "early")
    assert live.memory(seat, "expert") is None, "its seat has not decided there yet"
    live.take(live.plan(Pass(seat)))
    live.remember(seat, standing, "expert", "kept")
    other = live.state.actor
    live.take(live.plan(Pass(other)))
    assert live.memory(seat, "expert") == "kept"
    assert live.memory(seat, "hard") is live.memory(other, "expert") is None
    while live.state.actor != seat:
        live.take(live.plan(make_bot("economist").advise(kilowatt.clone(live.state), 0, Budget()).action))
    live.take(live.plan(make_bot("economist").advise(kilowatt.clone(live.state), seat, Budget()).action))
    assert live.memory(seat, "expert") is None


def test_a_memory_ends_with_an_undo_of_its_seat() -> None:
    """What a bot thought of a decision that was taken back is not kept, in the process that hears of it neither."""
    live, follower = building(), building()
    seat = live.state.actor
    for game in (live, follower):
        game.remember(seat, game.window.places[-1][0], "expert", "kept")
        assert game.memory(seat, "expert") == "kept"
    planned = live.plan_undo()
    live.take(planned)
    follower.follow([line for _, line in planned.rows()])
    assert live.memory(seat, "expert") is follower.memory(seat, "expert") is None
