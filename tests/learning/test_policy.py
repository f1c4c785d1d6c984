"""Playing from packed weights with NumPy alone: the answers of training, nothing hidden is read, clear errors."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

import kilowatt
from kilowatt.bots import Budget
from kilowatt.bots.weights import BadWeights
from kilowatt.editions import registry
from kilowatt.editions.board_file import plain
from kilowatt.editions.board_new import copied
from kilowatt.engine.ids import OVER
from kilowatt.engine.rules import Rules
from kilowatt.engine.state import State
from tests import kit
from tests.boards.board_kit import small

torch = pytest.importorskip("torch", reason="the extra train is not installed")

from kilowatt.learning.config import Config, Games  # noqa: E402 - torch comes first
from kilowatt.learning.names import NO_ROW  # noqa: E402
from kilowatt.learning.playing import PolicyBot  # noqa: E402
from kilowatt.learning.policy import MAGIC, Policy  # noqa: E402
from kilowatt.learning.shipping import pack  # noqa: E402
from kilowatt.learning.space import Seen, empty  # noqa: E402
from kilowatt.learning.training import CHECKPOINT, Run  # noqa: E402

TINY = Config(
    [Games(["recharged/germany"], [2, 3]), Games(["card-game", "original/korea"], [2])],
    device="cpu",
    games=2,
    steps=2,
    widths=(16, 12),
    cities=4,
    nameless=0.5,
)
GAMES = [("recharged/germany", 3), ("card-game", 2), ("original/korea", 2)]


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Make a network with random weights that are large enough to tell ids apart."""
    made = Run(TINY, tmp_path_factory.mktemp("run"))
    with torch.no_grad():
        for part in made.average.parameters():
            part.mul_(1.5).add_(torch.randn_like(part) * 0.05)
    made.save()
    return made


@pytest.fixture(scope="module")
def packed(run: Run) -> bytes:
    """Pack it."""
    kept = torch.load(run.folder / CHECKPOINT, weights_only=True)
    return pack(kept, kept["average"], {"commit": "test"})


@pytest.mark.parametrize(("ruleset", "seats"), GAMES)
def test_numpy_and_torch_give_the_same_scores(run: Run, packed: bytes, ruleset: str, seats: int) -> None:
    """Scores, chances and places of packed weights are those of the network, but for rounding."""
    kind = next(kind for kind in run.kinds if (kind.rules.id, kind.rules.seats) == (ruleset, seats))
    policy, table = Policy(packed, "packed"), kind.table
    game = policy.game(kind.rules, table.observer.layout, table.encoding)
    dice = np.random.default_rng(1)
    for _ in range(12):
        seen = torch.from_numpy(table.observation)
        facts, cities = empty(run.names, 2, run.device)
        kind.places.put(seen, facts, cities)
        rows = Seen(facts, cities, torch.full((2,), kind.places.board), torch.full((2,), seats))
        with torch.no_grad():
            scores, chances, ranks = run.average(rows)
        flat = kind.places.unpack(table.observation)
        for row in range(2):
            legal = np.flatnonzero(table.mask[row]).tolist()
            mine, said, placed = policy.run(flat[row], game, legal)
            assert np.allclose(mine, scores[row][kind.places.ids[legal]].numpy(), atol=0.02)
            assert np.allclose(said, chances[row][:seats].numpy(), atol=0.02)
            assert np.allclose(placed, ranks[row][:seats].numpy(), atol=0.02)
        table.step([int(dice.choice(np.flatnonzero(mask))) for mask in table.mask])


def test_scores_do_not_depend_on_the_order_of_adding(packed: bytes) -> None:
    """Everything is a whole number, so that sums are exact: the same facts in reverse give equal scores."""
    policy = Policy(packed, "packed")
    state = kit.fresh("recharged/germany", 3, 4)
    bot = PolicyBot(policy)
    encoding, observer, game = bot.evaluator.game(state.rules)
    legal = encoding.legal_ids(state, ()).to_list()
    turned = game._replace(facts=game.facts[::-1], rows=game.rows[::-1])
    seen = observer.flat(state, state.actor)
    assert np.array_equal(policy.run(seen, game, legal)[0], policy.run(seen, turned, legal)[0])


def test_an_evaluation_expects_a_place_for_every_seat(run: Run, packed: bytes) -> None:
    """Places lie between the first and the last, one for each seat; a head that says 0 expects the middle."""
    state = kit.fresh("recharged/germany", 3, 4)
    found = PolicyBot(Policy(packed, "packed")).evaluator.evaluate(state, state.actor)
    assert found.places.shape == found.chances.shape == (3,)
    assert ((found.places > 1) & (found.places < 3)).all()
    assert len(set(found.places.tolist())) == 3
    kept = torch.load(run.folder / CHECKPOINT, weights_only=True)
    flat = {name: part * (not name.startswith("ranks")) for name, part in kept["average"].items()}
    even = PolicyBot(Policy(pack(kept, flat, {}), "even")).evaluator.evaluate(state, state.actor)
    assert even.places.tolist() == [2.0, 2.0, 2.0]
    assert np.array_equal(even.likely, found.likely)


def finished(policy: Policy, rules: Rules) -> State:
    """Play a game of the policy alone."""
    table = kilowatt.Table(rules, seed=4)
    bots = [PolicyBot(policy) for _ in range(rules.seats)]
    while isinstance(table.actor, int):
        seat = table.actor
        table.play(bots[seat].advise(kilowatt.clone(table.state), seat, Budget()).action)
    return table.state


def test_packed_weights_play_whole_games_and_repeat_themselves(packed: bytes) -> None:
    """A bot of packed weights plays a game to its end, twice the same."""
    ends = [kilowatt.snapshot(finished(Policy(packed, "packed"), kilowatt.ruleset("card-game", 2))) for _ in range(2)]
    assert ends[0] == ends[1]


def drawn(seats: int, board: dict[str, Any]) -> Rules:
    """Return the rules of a drawn board."""
    return kilowatt.ruleset("custom", seats, {"board": board})


def test_a_drawn_board_is_played_without_names(packed: bytes) -> None:
    """A board that nobody trained on is played to its end: its cities share one row and its areas have numbers."""
    policy = Policy(packed, "packed")
    rules = drawn(3, small())
    game = PolicyBot(policy).evaluator.game(rules)[2]
    assert set(game.city_rows.tolist()) == {policy.cities[NO_ROW]}
    assert policy.facts["edition:recharged"] in game.constants
    assert finished(policy, rules).actor == OVER


def test_a_copied_board_has_the_scores_of_a_board_without_names(run: Run, packed: bytes) -> None:
    """A copy of Germany is a drawn board: its scores are those of the network where Germany has no names."""
    kind = next(kind for kind in run.kinds if (kind.rules.id, kind.rules.seats) == ("recharged/germany", 3))
    rules = drawn(3, plain(copied("recharged/germany")))
    policy, table = Policy(packed, "packed"), kind.table
    encoding, _, game = PolicyBot(policy).evaluator.game(rules)
    assert encoding.vocabulary.names == table.encoding.vocabulary.names
    flat = kind.places.unpack(table.observation)
    answers = []
    for places in (kind.nameless, kind.by_name):
        facts, cities = empty(run.names, 2, run.device)
        places.put(torch.from_numpy(table.observation), facts, cities)
        with torch.no_grad():
            answers.append(run.average(Seen(facts, cities, torch.full((2,), places.board), torch.full((2,), 3))))
    legal = np.flatnonzero(table.mask[0]).tolist()
    scores, chances, _ = policy.run(flat[0], game, legal)
    assert np.allclose(scores, answers[0][0][0][kind.nameless.ids[legal]].numpy(), atol=0.02)
    assert np.allclose(chances, answers[0][1][0][:3].numpy(), atol=0.02)
    assert not np.allclose(chances, answers[1][1][0][:3].numpy(), atol=0.02), "by name it would be another answer"


def test_a_game_that_it_cannot_play_is_named(packed: bytes) -> None:
    """An unknown edition, number of seats or price is refused by name, as are other versions and scales of facts."""
    policy = Policy(packed, "packed")
    fuel = msgspec.to_builtins(registry.fuel("standard-2018"))
    spaces = fuel["market"][0]["spaces"]
    spaces["coal"] = [*spaces["coal"], [9, 3]]
    for rules, why in (
        (
            kilowatt.ruleset("deluxe/europe", 2),
            "not trained on deluxe/europe with 2 seats, and has no row for the fact",
        ),
        (drawn(4, small()), "not trained on custom with 4 seats, and has no row for the fact 'seat3/"),
        (drawn(3, small(fuel=fuel)), "no row for the fact 'fuel_spaces:"),
    ):
        with pytest.raises(BadWeights, match=why):
            PolicyBot(policy).evaluator.game(rules)
    config = {**policy.card["config"], "nameless": 0.0}
    for entries, why in (
        ({"config": config}, "nor on boards without names"),
        ({"versions": [0, 1]}, r"on versions \[0, 1\] of facts and ids"),
        ({"blocks": {**policy.card["blocks"], "money": 50.0}}, "'money' are divided by 100, those trained by 50"),
    ):
        other = PolicyBot(Policy(changed(packed, **entries), "file"))
        other.evaluator.game(kilowatt.ruleset("card-game", 2))
        with pytest.raises(BadWeights, match=why):
            other.evaluator.game(drawn(3, small()))


def test_hidden_money_and_the_order_of_the_stack_change_nothing(packed: bytes) -> None:
    """Where money is hidden, other amounts in rivals' hands lead to the same move; where it is open they are seen."""
    policy = Policy(packed, "packed")
    for options, same in (({"money": "hidden"}, True), ({}, False)):
        state = kit.fresh("recharged/germany", 3, 4, **options)
        other = kilowatt.clone(state)
        for seat in range(3):
            if seat != state.actor:
                other.money[seat] = 3 + seat
        said = [PolicyBot(policy).advise(s, state.actor, Budget()) for s in (state, other)]
        assert (said[0] == said[1]) == same


def changed(data: bytes, **entries: object) -> bytes:
    """Return a file with other entries on its card."""
    line, _, body = data[len(MAGIC) :].partition(b"\n")
    return MAGIC + json.dumps({**json.loads(line), **entries}).encode() + b"\n" + body


def test_a_file_that_cannot_be_used_says_why(packed: bytes) -> None:
    """Damaged, cut off, foreign and oversized files, and those of another encoding, are refused with the reason."""
    damaged = bytearray(packed)
    damaged[-1] ^= 1
    for data, why in (
        (b"something else", "begins with 'kilowatt policy"),
        (packed[:-2], "copy the file again"),
        (bytes(damaged), "SHA-256"),
        (MAGIC + b"{}\n", "card cannot be read"),
        (packed + b"0" * (9 << 20), "expected at most"),
    ):
        with pytest.raises(BadWeights, match=why):
            Policy(data, "file")
    games = {f"{ruleset} {seats}": "0" * 16 for ruleset, seats in GAMES}
    other = Policy(changed(packed, games=games), "file")
    with pytest.raises(BadWeights, match="trained on encoding 0000000000000000 of card-game 2"):
        PolicyBot(other).evaluator.game(kilowatt.ruleset("card-game", 2))


def test_the_card_says_how_it_was_made(packed: bytes) -> None:
    """The card has the commit, the configuration, the decisions trained and an encoding hash for every kind of game."""
    card = Policy(packed, "packed").card
    assert card["commit"] == "test"
    assert msgspec.convert(card["config"], Config, strict=False) == TINY
    assert set(card["games"]) == {"recharged/germany 2", "recharged/germany 3", "card-game 2", "original/korea 2"}


def test_the_tool_packs_a_checkpoint(run: Run, tmp_path: Path) -> None:
    """`tools.pack_policy` writes a file that a policy can be read from."""
    from tools.pack_policy import main

    file = tmp_path / "my.weights"
    main([str(run.folder / CHECKPOINT), "--out", str(file), "--commit", "abc"])
    assert Policy(file.read_bytes(), file.name).card["commit"] == "abc"
