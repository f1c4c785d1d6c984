"""Bots at the server: they think elsewhere, and one that fails does not stop the table."""

import asyncio
import os
import random
import sys
from pathlib import Path

import pytest

import kilowatt
from kilowatt.client import Client
from kilowatt.editions import registry
from kilowatt.host import thinking
from kilowatt.host.thinking import random_move, seed_of
from kilowatt.protocol import CreateTable, QuickTable, SeatPlan
from kilowatt.server.monitoring.metrics import Metrics
from kilowatt.server.thinking import pool
from kilowatt.server.thinking.pool import Asker, Thinker
from tests.server.kit import play_on, run, serving, sqlite
from tests.server.seats import refused
from tests.tiers import some_quick


def test_one_click_starts_a_game_against_bots(tmp_path: Path) -> None:
    """Quick makes a table with one person and three bots of the level, already going."""

    async def game() -> None:
        async with serving(sqlite(tmp_path), processes=1) as server, Client(server.url) as ann:
            made = await ann.quick(QuickTable(level="simple"))
            assert made.table.state == "playing"
            assert [seat.kind for seat in made.table.seats] == ["person", "bot", "bot", "bot"]
            async with ann.sit(made.table.code) as seat:
                assert await play_on(seat, random.Random(1), 4) == 4
                by = {entry.by for entry in seat.entries if entry.by is not None}
                assert by <= {"player", "bot:simple"}

    run(game())


def test_a_hint_gives_an_allowed_move_with_its_reason(tmp_path: Path) -> None:
    """A hint names a move that is then accepted; a table without hints gives none."""

    async def game() -> None:
        async with serving(sqlite(tmp_path), processes=1) as server, Client(server.url) as ann:
            seats = [SeatPlan("person", name=n) for n in "AB"]
            made = await ann.create(CreateTable("recharged/germany", seats, {"money": "hidden"}))
            async with ann.sit(made.table.code, lang="de") as seat:
                hint = await seat.hint()
                assert hint.seq == seat.seq
                assert hint.advice.reason is None or hint.advice.reason.text
                await seat.act(hint.advice.action)
            plain = await ann.create(CreateTable("recharged/germany", seats, hints=False))
            async with ann.sit(plain.table.code) as seat:
                assert (await refused(seat.hint())).code == "no_hints"

    run(game())


@pytest.mark.parametrize("fault", some_quick(["dies", "hangs", "raises", "cheats", "babbles"], 3))
def test_a_bot_that_fails_is_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fault: str) -> None:
    """A bot that dies, hangs, raises, cheats or prints nonsense is replaced by a simpler one."""
    source = {
        "dies": "import os; os._exit(1)",
        "hangs": "import time; time.sleep(1000)",
        "raises": "raise ValueError('no')",
        "cheats": "from kilowatt.bots import Advice, Reason; from kilowatt.engine.actions import Bid\n"
        "        return Advice(Bid(seat, 10**9), Reason('x'))",
        "babbles": "import sys; sys.stdout.write('nonsense'); sys.stdout.flush(); raise ValueError('no')",
    }[fault]
    (tmp_path / "sitecustomize.py").write_text(
        "import kilowatt.bots as bots\n"
        "made = bots.make_bot\n"
        "class Broken:\n"
        "    def advise(self, state, seat, budget):\n"
        f"        {source}\n"
        "bots.make_bot = lambda name, seed=0: Broken() if name == 'expert' else made(name, seed)\n",
        encoding="utf-8",
    )
    monkeypatch.setenv("PYTHONPATH", str(tmp_path), prepend=os.pathsep)
    monkeypatch.setattr(pool, "GRACE", 20.0 if fault != "hangs" else 10.0)
    monkeypatch.setitem(pool.SECONDS, "expert", 0.1)

    async def think() -> None:
        metrics = Metrics()
        thinker = Thinker(1, metrics)
        table = kilowatt.Table(kilowatt.ruleset("recharged/germany", 3), seed=1)
        seat = table.state.actor
        answer, who = await thinker.advise("expert", table.state, seat, Asker("T", ""))
        assert who == "simple"
        assert answer.action is not None
        table.play(answer.action)
        assert metrics.counts["bots_stuck"] + metrics.counts["bots_failed"] == 1
        await thinker.stop()

    run(think())


def test_with_no_bot_at_all_the_move_is_random(monkeypatch: pytest.MonkeyPatch) -> None:
    """When every bot fails the seat still gets an allowed move, with the least raise in auctions."""
    monkeypatch.setattr(sys, "executable", "/does/not/exist")

    async def think() -> None:
        thinker = Thinker(1, Metrics())
        table = kilowatt.Table(kilowatt.ruleset("card-game", 3), seed=1)
        answer, who = await thinker.advise("normal", table.state, table.state.actor, Asker("T", ""))
        assert who == "random"
        table.play(answer.action or {})

    run(think())
    state = kilowatt.Table(kilowatt.ruleset("recharged/germany", 3), seed=1).state
    for _ in range(50):
        move = random_move(state)
        assert kilowatt.refusal(state, move) is None


def test_bots_think_about_rulesets_of_ones_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A ruleset that was added for the server is known where its bots think."""
    monkeypatch.setattr(registry, "_folders", list(registry._folders))
    (tmp_path / "rulesets.toml").write_text(
        '[[ruleset]]\nid = "mine/usa"\nedition = "recharged"\nboard = "usa_classic"\nfuel = "standard-2018"\n'
    )

    async def think() -> None:
        thinker = Thinker(1, Metrics())
        table = kilowatt.Table(kilowatt.ruleset("mine/usa", 3), seed=1)
        _, who = await thinker.advise("simple", table.state, table.state.actor, Asker("T", ""))
        assert who == "simple"
        await thinker.stop()

    try:
        kilowatt.add_data(tmp_path)
        run(think())
    finally:
        monkeypatch.undo()
        registry.forget()


def test_thinking_leaves_the_loop_free(tmp_path: Path) -> None:
    """While bots think the server answers others."""

    async def game() -> None:
        async with serving(sqlite(tmp_path), processes=1) as server, Client(server.url) as ann:
            seats = [SeatPlan("bot", "simple") for _ in range(4)]
            made = await ann.create(CreateTable("recharged/germany", seats, visibility="public"))
            async with ann.sit(made.table.code) as watcher:
                before = watcher.seq
                answered = 0
                while watcher.seq < before + 20:
                    await watcher.ping()
                    answered += 1
                    await asyncio.sleep(0.005)
                assert answered

    run(game())


@pytest.mark.parametrize("module", ["values", "chances"])
def test_weights_that_cannot_be_used_let_economist_play(
    module: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """With a file that is no weights, `expert` moves as `economist` does, and the log names the file and the fault."""
    (tmp_path / "sitecustomize.py").write_text(
        f"from kilowatt.bots import {module}\n{module}.FILE = 'levels.py'\n", encoding="utf-8"
    )
    monkeypatch.setenv("PYTHONPATH", str(tmp_path), prepend=os.pathsep)
    monkeypatch.setattr(pool, "GRACE", 60.0)
    state = kilowatt.Table(kilowatt.ruleset("recharged/germany", 3), seed=4).state
    expected = thinking.answer(
        thinking.Question(
            "recharged/germany",
            3,
            {},
            kilowatt.snapshot(state),
            state.actor,
            "economist",
            seed_of("T", state.actor),
            60.0,
        )
    )

    async def think() -> None:
        thinker = Thinker(1, Metrics())
        answer, who = await thinker.advise("expert", state, state.actor, Asker("T", ""))
        await thinker.stop()
        assert (answer.action, who) == (expected.action, "expert")

    run(think())
    (row,) = caplog.records
    assert row.__dict__["fields"]["why"].startswith(
        "economist plays instead of expert: levels.py: expected a file that begins with"
    )
