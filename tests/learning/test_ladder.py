"""Games against the ladder's bots: rows as on the kernel, one seat that learns, processes that end with the run."""

from __future__ import annotations

import multiprocessing
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import numpy as np
import pytest

import kilowatt
from kilowatt.editions import registry
from kilowatt.editions.options import BadOption
from kilowatt.envs.vector import VectorTable
from kilowatt.learning.bot_games import BotGames
from kilowatt.learning.config import Config, Games, check
from kilowatt.learning.ladder import Ladder, LadderStopped, Work

TINY = Config(
    [Games(["recharged/germany"], [2, 3])],
    device="cpu",
    iterations=2,
    tables=2,
    games=4,
    steps=4,
    widths=(16,),
    cities=4,
    minibatch=16,
    longest=60,
    ladder=("simple", "shader"),
    ladder_games=4,
    ladder_processes=1,
    ladder_every=2,
)


def games_of(ruleset: str, seats: int, many: int = 3, **changes: Any) -> BotGames:
    """Make games against two bots by turns."""
    given: dict[str, Any] = {"seed": 5, "longest": 1000, **changes}
    return BotGames(kilowatt.ruleset(ruleset, seats), many, ("simple", "economist"), **given)


def drawn(mask: Any, dice: Random) -> int:
    """Draw a legal id."""
    return int(dice.choice(np.flatnonzero(mask).tolist()))


@pytest.mark.parametrize(
    ("ruleset", "seats"), [("recharged/germany", 4), ("original/korea", 2), ("card-game", 3), ("deluxe/europe", 5)]
)
def test_rows_are_those_of_a_batch(ruleset: str, seats: int) -> None:
    """Observation, mask and actor of every decision are what a batch of the same position writes."""
    games = games_of(ruleset, seats)
    table = VectorTable(kilowatt.ruleset(ruleset, seats), 3, grain="whole", observation="compact", backend="reference")
    rows = games.shape.rows(np.zeros(games.shape.size(), np.uint8))
    dice = Random(3)
    games.write(rows)
    for _ in range(25):
        for row, episode in enumerate(games.episodes):
            table.restore(row, episode.snapshot())
        assert np.array_equal(rows.observation, table.observation)
        assert np.array_equal(rows.mask, table.mask)
        assert np.array_equal(rows.actor, table.actor)
        rows.ids[:] = [drawn(mask, dice) for mask in rows.mask]
        games.step(rows)


def test_one_seat_learns_and_moves_on_when_a_game_ends() -> None:
    """Every decision is the learner's; a finished game has a reward for each place, and the next has another seat."""
    games = games_of("recharged/germany", 3, 2)
    rows = games.shape.rows(np.zeros(games.shape.size(), np.uint8))
    games.write(rows)
    dice, ended = Random(3), 0
    while ended < 3:
        before = rows.actor.copy()
        rows.ids[:] = [drawn(mask, dice) for mask in rows.mask]
        games.step(rows)
        assert rows.actor.tolist() == games.seats
        for row in range(2):
            moved = (int(rows.actor[row]) - int(before[row])) % 3
            assert moved == int(rows.done[row])
            assert bool(rows.reward[row].any()) == bool(rows.done[row])
            assert {type(bot).__name__ for bot in games.bots[row].values()} == {("SimpleBot", "EconomistBot")[row]}
        ended += int(rows.done.sum())
    assert games.games == 2 + ended


def test_a_long_game_is_cut_off() -> None:
    """After so many decisions of the learner a game is truncated, without a reward, and the next begins."""
    games = games_of("card-game", 2, 1, longest=2)
    rows = games.shape.rows(np.zeros(games.shape.size(), np.uint8))
    games.write(rows)
    cut = []
    for _ in range(4):
        rows.ids[:] = [np.flatnonzero(rows.mask[0])[0]]
        games.step(rows)
        cut.append(bool(rows.truncated[0]))
    assert cut == [False, True, False, True]
    assert games.games == 3
    assert not rows.reward.any()


def ladder(kinds: list[tuple[str, int]], processes: int = 1) -> Ladder:
    """Start processes with two games each."""
    shapes = [BotGames(kilowatt.ruleset(*kind), 2, ("simple",), seed=1, longest=9).shape for kind in kinds]
    return Ladder(shapes, Work(kinds, 2, ("simple",), 1, 1000), processes)


def test_processes_know_custom_data(monkeypatch: pytest.MonkeyPatch) -> None:
    """A ruleset from an added folder is played by the processes too."""
    monkeypatch.setattr(registry, "_folders", list(registry._folders))
    registry.add_data(Path(__file__).parents[2] / "examples" / "ireland")
    kind = ("example/ireland", 2)
    try:
        shape = BotGames(kilowatt.ruleset(*kind), 2, ("simple",), seed=1, longest=9).shape
        playing = Ladder([shape], Work([kind], 2, ("simple",), 1, 1000, tuple(registry.added())), 1)
        try:
            assert playing.seat([0])[0].mask.any(1).all()
        finally:
            playing.close()
    finally:
        monkeypatch.undo()
        registry.forget()


def test_processes_play_the_kinds_they_are_asked_for_and_their_games_go_on() -> None:
    """A process writes into the arrays of its table; another kind in between leaves its games where they were."""
    playing = ladder([("recharged/germany", 2), ("card-game", 3)], 2)
    try:
        first, second = playing.seat([0, 1])
        assert first.mask.any(1).all()
        assert second.mask.any(1).all()
        assert not np.array_equal(first.observation, playing.seat([0, 0])[1].observation)
        ids = first.mask.argmax(1)
        first.step(ids)
        kept = [part.copy() for part in (first.observation, first.mask, first.actor)]
        playing.seat([1, 0])
        again = playing.seat([0, 1])[0]
        for part, before in zip((again.observation, again.mask, again.actor), kept, strict=True):
            assert np.array_equal(part, before)
    finally:
        playing.close()


def test_a_process_that_fails_or_dies_is_a_clear_error_and_none_is_left() -> None:
    """An illegal id comes back with its traceback, a killed process with its exit code; closing ends the others."""
    playing = ladder([("card-game", 2)], 2)
    try:
        first, second = playing.seat([0, 0])
        with pytest.raises(LadderStopped, match=r"(?s)process 0 .*IllegalId: id"):
            first.step(np.array([len(first.mask[0]) - 1] * 2))
        playing.players[1].process.kill()
        with pytest.raises(LadderStopped, match="process 1 that plays against bots ended with exit code -9"):
            second.step(second.mask.argmax(1))
    finally:
        playing.close()
    assert not multiprocessing.active_children()


def test_impossible_numbers_are_refused_with_their_field() -> None:
    """Unknown bots, no bots, games that do not divide and steps that do not are named."""
    for changes, why in (
        ({"ladder": ("nobody",)}, "ladder: there is no bot 'nobody'"),
        ({"ladder": ()}, "ladder: missing"),
        ({"ladder_processes": 3}, "ladder_games: expected as many"),
        ({"ladder_every": 4}, "ladder_every: expected 1 to 2"),
        ({"steps": 9}, "steps: expected a multiple"),
    ):
        with pytest.raises(BadOption, match=why):
            check(msgspec.structs.replace(TINY, **changes))
    check(TINY)


def test_a_run_with_bots_repeats_itself_and_reports_them(tmp_path: Path) -> None:
    """Equal seeds end with equal weights; the log has a share of wins for every bot, and no process is left."""
    torch = pytest.importorskip("torch", reason="the extra train is not installed")
    from kilowatt.learning.training import train

    lines: list[dict[str, Any]] = []
    ends = [train(TINY, tmp_path / folder, report=lines.append).network.state_dict() for folder in ("a", "b")]
    assert all(torch.equal(part, ends[1][name]) for name, part in ends[0].items())
    assert {"against_simple", "against_shader"} <= set(lines[0])
    assert lines[0]["decisions"] == 2 * 4 * 4 + 4 * 2
    assert not multiprocessing.active_children()


def test_an_interrupted_run_leaves_no_process(tmp_path: Path) -> None:
    """Whatever ends a run, its processes end too."""
    pytest.importorskip("torch", reason="the extra train is not installed")
    from kilowatt.learning.training import train

    def stop(_: dict[str, Any]) -> None:
        assert len(multiprocessing.active_children()) == 1
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        train(TINY, tmp_path, report=stop)
    assert not multiprocessing.active_children()


def test_decisions_against_bots_are_joined_with_their_weight_and_counted_by_bot() -> None:
    """Rows of both fields make one batch; wins are compared with the fair share of each bot's games."""
    torch = pytest.importorskip("torch", reason="the extra train is not installed")
    from kilowatt.learning.games import Field, Kind
    from kilowatt.learning.space import Names

    config = msgspec.structs.replace(TINY, tables=1, games=4, steps=2, league=0.0)
    device = torch.device("cpu")
    kind = Kind(kilowatt.ruleset("recharged/germany", 2), config, 1, device)
    names = Names()
    names.add(kind.rules, kind.table.observer.layout, kind.table.encoding)
    kind.know(names, device)
    fields = [Field(names, config, device) for _ in range(2)]
    for field in fields:
        field.seat([kind])
    both = fields[0].decisions(0.9).joined(fields[1].decisions(0.9), 3.0)
    assert both.learner.tolist() == [1.0] * 8 + [3.0] * 8
    assert len(both.seen.facts) == len(both.legal) == 16
    field = fields[1]
    field.actor[:] = 1
    field.ended[0, [0, 1, 2]] = True  # rows 0 and 2 play against the first bot
    field.wins[0, 0, 1] = 1.0
    field.wins[0, 1, 0] = 1.0
    field.wins[0, 2, 1] = 0.5
    field.wins[1, 3, 1] = 1.0  # of an earlier iteration: this game has not ended
    assert field.against(("simple", "shader")) == {"against_simple": 1.5, "against_shader": 0.0}
    field.close()
