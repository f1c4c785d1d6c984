"""Training by self-play: advantages follow the win chances, runs repeat and resume, learning beats earlier selves."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

import kilowatt
from kilowatt.editions.options import BadOption
from kilowatt.learning.config import Config, Games, check, read_config

torch = pytest.importorskip("torch", reason="the extra train is not installed")

from kilowatt.learning.games import Field, Kind, behind_of, shares_of, turned  # noqa: E402 - torch comes first
from kilowatt.learning.names import NO_ROW  # noqa: E402
from kilowatt.learning.network import Network  # noqa: E402
from kilowatt.learning.ppo import rank_loss  # noqa: E402
from kilowatt.learning.space import Names  # noqa: E402
from kilowatt.learning.training import CHECKPOINT, Run, train  # noqa: E402

TINY = Config(
    [Games(["recharged/germany"], [2, 3]), Games(["card-game"], [2])],
    device="cpu",
    iterations=3,
    tables=2,
    games=6,
    steps=4,
    widths=(16, 12),
    cities=4,
    minibatch=24,
    remember=1,
    selves=2,
    longest=40,
)


def silent(_: dict[str, Any]) -> None:
    """Report nothing."""


def test_a_row_is_turned_to_the_observer_and_back() -> None:
    """Chances counted from seat 2 are those of the seats in order once turned back; empty places stay."""
    by_seat = torch.tensor([[0.1, 0.2, 0.3, 0.4, 0.0, 0.0]])
    seats = torch.tensor([4])
    seen = turned(by_seat, torch.tensor([2]), seats)
    assert torch.equal(seen, torch.tensor([[0.3, 0.4, 0.1, 0.2, 0.0, 0.0]]))
    assert torch.equal(turned(seen, torch.tensor([-2]), seats), by_seat)


def test_ranks_become_shares_of_the_win_and_marks_for_the_place() -> None:
    """Two that tie for the first place share the win; a place counts more than the next, the last one nothing."""
    wins, marks = shares_of(np.array([[1.0, 1 / 3, -1 / 3, -1.0], [2 / 3, 2 / 3, -1 / 3, -1.0]], np.float32))
    assert wins.tolist() == [[1, 0, 0, 0], [0.5, 0.5, 0, 0]]
    assert np.allclose(marks.sum(1), 1)
    assert marks[0, 0] > marks[0, 1] > marks[0, 2] > marks[0, 3] == 0


def small_field(steps: int = 3) -> tuple[Field, Names]:
    """Make a field of one game with two seats."""
    config = msgspec.structs.replace(TINY, games=1, steps=steps, league=0.0, tables=1)
    device = torch.device("cpu")
    kind = Kind(kilowatt.ruleset("card-game", 2), config, 1, device)
    names = Names()
    names.add(kind.rules, kind.table.observer.layout, kind.table.encoding)
    kind.know(names, device)
    field = Field(names, config, device)
    field.seat([kind])
    return field, names


def test_advantages_are_the_changes_of_the_acting_seats_chance() -> None:
    """With lambda 0 an advantage is the next step's change of the acting seat's chance, before it is normalised."""
    field, _ = small_field()
    field.actor[:, 0] = torch.tensor([0, 1, 0])
    field.chances[:, 0, 0] = torch.tensor([0.5, 0.6, 0.4, 0.9])
    field.chances[:, 0, 1] = 1 - field.chances[:, 0, 0]
    gains = torch.tensor([0.1, 0.2, 0.5])
    expected = (gains - gains.mean()) / (gains.std() + 1e-6)
    assert torch.allclose(field.decisions(0.0).advantage, expected, atol=1e-5)


def test_the_end_of_a_game_cuts_its_advantages_off() -> None:
    """What comes after the end belongs to another game; the target there is who won, the acting seat first."""
    field, _ = small_field()
    field.actor[:, 0] = torch.tensor([0, 1, 0])
    field.chances[:, 0, :2] = 0.5
    field.chances[2:, 0, 0] = 0.9
    field.chances[2:, 0, 1] = 0.1
    field.ended[1, 0] = True
    field.wins[1, 0, :2] = [0.0, 1.0]
    field.marks[1, 0, :2] = [0.5, 0.5]
    found = field.decisions(1.0).shares[:, :2]
    assert torch.allclose(found[:2], torch.tensor([[0.0, 1.0], [1.0, 0.0]]))
    assert torch.allclose(found[2], torch.tensor([0.9, 0.1]))
    half = field.decisions(1.0, place=0.5).shares[:, :2]
    assert torch.allclose(half[:2], torch.tensor([[0.25, 0.75], [0.75, 0.25]])), "half of it is by place"


def test_the_target_of_a_place_is_where_the_seat_ends() -> None:
    """Rewards by rank become places from 0 to 1; the target of a decision is that of its game, the actor's first."""
    behind = behind_of(np.array([[1.0, -1.0, 0.0], [0.5, 0.5, -1.0]], np.float32))
    assert behind.tolist() == [[0.0, 1.0, 0.5], [0.25, 0.25, 1.0]], "two that tie are between their places"
    field, _ = small_field()
    field.actor[:, 0] = torch.tensor([0, 1, 0])
    field.behind[:, 0, :2] = 0.5
    field.behind[2:, 0, 0] = 0.9
    field.ended[1, 0] = True
    field.placed[1, 0, :2] = [1.0, 0.0]
    found = field.decisions(1.0).behind[:, :2]
    assert torch.allclose(found, torch.tensor([[1.0, 0.0], [0.0, 1.0], [0.9, 0.5]]))


def test_places_are_fitted_for_the_seats_that_are_there() -> None:
    """The loss is least where the network expects what came, and empty seats count nothing."""
    behind = torch.tensor([[0.0, 1.0, 0.5, 0.0, 0.0, 0.0]])
    right = torch.tensor([[-4.0, 4.0, 0.0, 9.0, -9.0, 9.0]])
    seats = torch.tensor([3])
    best = float(rank_loss(right, behind, seats))
    assert best < float(rank_loss(-right, behind, seats))
    assert best == float(rank_loss(right * torch.tensor([1, 1, 1, -1, -1, -1]), behind, seats))


def test_equal_names_share_weights_over_rulesets() -> None:
    """Two editions on one board share nearly all rows; a board of its own adds a row for each of its cities."""
    names = Names()
    sizes = []
    for ruleset in ("recharged/germany", "original/germany", "original/usa"):
        kind = Kind(kilowatt.ruleset(ruleset, 2), msgspec.structs.replace(TINY, games=1), 1, torch.device("cpu"))
        names.add(kind.rules, kind.table.observer.layout, kind.table.encoding)
        sizes.append((len(names.facts), len(names.cities)))
    assert sizes[1][0] - sizes[0][0] < 0.1 * sizes[0][0]
    cities = [many for _, many in sizes]
    assert cities[1] - cities[0] < 5, "both printings of Germany have nearly the same cities"
    assert cities[2] - cities[1] == 42


@pytest.mark.parametrize("row", kilowatt.rulesets(), ids=lambda row: row.id)
def test_every_id_of_a_ruleset_has_a_place_of_its_own(row: kilowatt.RulesetInfo) -> None:
    """No two facts and no two ids of a game share a place, so nothing is written over; ids are found again."""
    kind = Kind(kilowatt.ruleset(row.id, 4), msgspec.structs.replace(TINY, games=1), 1, torch.device("cpu"))
    names = Names()
    names.add(kind.rules, kind.table.observer.layout, kind.table.encoding)
    kind.know(names, torch.device("cpu"))
    for places in (kind.by_name, kind.nameless):
        for part in (places.rows, places.ids):
            assert len(part.unique()) == len(part)
        assert torch.equal(places.local[places.ids], torch.arange(len(places.ids)))


def test_only_legal_ids_are_drawn_and_chances_add_up() -> None:
    """A network with random weights plays steps without a refusal, and its chances are shares of 1."""
    field, names = small_field(steps=8)
    network = Network(names, [8], 4)
    dice = torch.Generator().manual_seed(1)
    with torch.no_grad():
        for t in range(8):
            field.step(t, network, None, dice)
    assert torch.allclose(field.chances[:-1].sum(2), torch.ones(8, 1))
    assert field.legal.gather(2, field.chosen[:, :, None]).all()


def test_the_same_seed_trains_the_same_network(tmp_path: Path) -> None:
    """Two runs with equal seeds on the processor end with equal weights; another seed ends elsewhere."""
    ends = []
    for folder, seed in (("a", 1), ("b", 1), ("c", 2)):
        run = train(msgspec.structs.replace(TINY, seed=seed), tmp_path / folder, report=silent)
        ends.append(run.network.state_dict())
    assert all(torch.equal(part, ends[1][name]) for name, part in ends[0].items())
    assert not torch.equal(ends[0]["fact_rows"], ends[2]["fact_rows"])


def test_a_stopped_run_goes_on_where_it_was(tmp_path: Path) -> None:
    """A resumed run has the weights, counts and earlier selves of its checkpoint, and goes on from there."""
    train(TINY, tmp_path, report=silent)
    longer = msgspec.structs.replace(TINY, iterations=5)
    run = Run(longer, tmp_path)
    run.resume()
    kept = torch.load(tmp_path / CHECKPOINT, weights_only=True)
    assert all(torch.equal(part, run.network.state_dict()[name]) for name, part in kept["network"].items())
    assert (run.iteration, len(run.selves)) == (3, 2)
    lines: list[dict[str, Any]] = []
    train(longer, tmp_path, resume=True, report=lines.append)
    assert [line["iteration"] for line in lines] == [4, 5]
    assert len((tmp_path / "log.jsonl").read_text().splitlines()) == 5


def test_a_run_is_not_overwritten_or_resumed_from_nothing(tmp_path: Path) -> None:
    """A folder with a checkpoint needs --resume, and --resume needs one; another encoding is refused by name."""
    with pytest.raises(BadOption, match="has no checkpoint"):
        train(TINY, tmp_path, resume=True, report=silent)
    train(TINY, tmp_path, report=silent)
    with pytest.raises(BadOption, match="add --resume"):
        train(TINY, tmp_path, report=silent)
    other = msgspec.structs.replace(TINY, play=[Games(["original/usa"], [2])])
    with pytest.raises(BadOption, match="another encoding"):
        train(other, tmp_path, resume=True, report=silent)


@pytest.mark.parametrize("nameless", [0.0, 1.0])
def test_without_names_only_the_shared_row_of_cities_is_learned(tmp_path: Path, nameless: float) -> None:
    """Where no board has names the cities' own rows stay as they are, and where all have them the shared row does."""
    config = msgspec.structs.replace(TINY, play=[Games(["recharged/germany"], [2])], tables=1, iterations=1)
    config = msgspec.structs.replace(config, nameless=nameless, games=8, steps=24, minibatch=192)
    begun = Run(config, tmp_path).network.city_rows.detach().clone()
    run = train(config, tmp_path, report=silent)
    changed = {int(row) for row in (run.network.city_rows.detach() != begun).any(1).nonzero()}
    shared = run.names.cities[NO_ROW]
    assert changed == {shared} if nameless else changed and shared not in changed


@pytest.mark.parametrize("name", ["small", "gpu"])
def test_the_configurations_of_the_package_are_sound(name: str) -> None:
    """Both can be read and name rulesets that exist."""
    known = {row.id for row in kilowatt.rulesets()}
    assert {ruleset for entry in read_config(name).play for ruleset in entry.rulesets} <= known


def test_a_bad_configuration_is_refused_with_its_field(tmp_path: Path) -> None:
    """An unknown field, a number out of range and a missing file are named."""
    file = tmp_path / "mine.toml"
    file.write_text('speed = 3\n[[play]]\nrulesets = ["card-game"]\nseats = [2]\n')
    with pytest.raises(BadOption, match="speed"):
        read_config(str(file))
    with pytest.raises(BadOption, match="steps: expected 2"):
        check(msgspec.structs.replace(TINY, steps=1))
    with pytest.raises(BadOption, match="seats from 2 to 6"):
        check(msgspec.structs.replace(TINY, play=[Games(["card-game"], [7])]))
    with pytest.raises(BadOption, match="tables: expected at most 3"):
        check(msgspec.structs.replace(TINY, tables=4))
    with pytest.raises(BadOption, match="the package has gpu, small"):
        read_config("large")


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_the_small_configuration_beats_its_earlier_selves(tmp_path: Path) -> None:
    """After 25 iterations of the small configuration the learner wins clearly more than its share against the first."""
    lines: list[dict[str, Any]] = []
    train(msgspec.structs.replace(read_config("small"), iterations=25), tmp_path, report=lines.append)
    late = [line["against_earlier"] for line in lines[-8:] if line["against_earlier"] is not None]
    assert sum(late) / len(late) > 1.2


def test_a_run_begins_from_a_clone_and_keeps_it_as_a_rival(tmp_path: Path) -> None:
    """Games of teachers are replayed to the id, a network is fitted to them, and a run begins with its weights."""
    from kilowatt.learning.cloning import fit, replay, teach

    config = msgspec.structs.replace(TINY, tables=3, minibatch=96, ranks=1.0)
    run = Run(config, tmp_path)
    kinds = [(kind.rules.id, kind.rules.seats) for kind in run.kinds]
    games = teach(kinds, [2] * len(kinds), jobs=1)
    examples = [(kind, replay(kind, part, run.device)) for kind, part in zip(run.kinds, games, strict=True)]
    chosen = sum(len(game.ids) - sum(game.noise) for part in games for game in part)
    assert sum(len(part.chosen) for _, part in examples) == chosen
    assert all(part.legal.gather(1, part.chosen[:, None]).all() for _, part in examples)
    lines: list[dict[str, Any]] = []
    fit(run, examples, updates=200, seconds=600, rate=3e-3, report=lines.append)
    assert lines[0]["agreed"] > 0.2
    assert lines[1]["ranks"] < 0.6, "0.69 is what equal places have"
    run.save()
    begun = Run(msgspec.structs.replace(config, start=str(tmp_path / CHECKPOINT)), tmp_path)
    assert all(torch.equal(part, run.network.state_dict()[name]) for name, part in begun.network.state_dict().items())
    assert begun.clone is not None
    with pytest.raises(BadOption, match="another size of network"):
        Run(msgspec.structs.replace(config, start=str(tmp_path / CHECKPOINT), widths=(8, 8)), tmp_path)


def test_the_command_trains_and_goes_on(tmp_path: Path) -> None:
    """`kilowatt train` writes a checkpoint and a line per iteration, and `--resume` goes on after a longer limit."""
    from typer.testing import CliRunner

    from kilowatt.cli import app

    file, out = tmp_path / "tiny.toml", tmp_path / "run"
    text = 'device = "cpu"\niterations = 3\ngames = 6\nsteps = 4\nwidths = [8]\nminibatch = 24\nlongest = 40\n'
    text += '[[play]]\nrulesets = ["card-game"]\nseats = [2]\n'
    file.write_text(text)
    first = CliRunner().invoke(app, ["train", "--config", str(file), "--out", str(out), "--json"])
    assert first.exit_code == 0, first.output
    assert [msgspec.json.decode(line)["iteration"] for line in first.output.splitlines()] == [1, 2, 3]
    file.write_text(text.replace("iterations = 3", "iterations = 4"))
    second = CliRunner().invoke(app, ["train", "--config", str(file), "--out", str(out), "--resume"])
    assert second.exit_code == 0, second.output
    assert f"the checkpoint is in {out}" in second.output.replace("\n", "")
    assert (out / CHECKPOINT).is_file()
