"""Teaching the student: comparisons repeat, the network learns from them, and packed weights say the same."""

from __future__ import annotations

from typing import Any

import pytest

torch = pytest.importorskip("torch", reason="the extra train is not installed")

import numpy as np  # noqa: E402 - torch comes first

from kilowatt.bots.choice_features import ENCODING, SIZE  # noqa: E402
from kilowatt.bots.lookahead import Choice  # noqa: E402
from kilowatt.bots.weights import unpack  # noqa: E402
from kilowatt.learning.comparisons import generate, play, scores_of  # noqa: E402
from kilowatt.learning.fitting import layers_of  # noqa: E402
from kilowatt.learning.teaching import Comparisons, Lesson, measured, pack, teach  # noqa: E402

QUICK = Lesson(width=64, layers=2, epochs=120, batch=32)


@pytest.fixture(scope="module")
def data() -> dict[str, Any]:
    """Return the comparisons of a few two-seat games."""
    return generate(4, seed="test", often=[("recharged/germany", 2)])


def test_a_game_follows_from_its_number() -> None:
    """The same number and seed give the same comparisons."""
    first, again = (play(0, seed="a", often=[("recharged/germany", 2)]) for _ in range(2))
    assert all(np.array_equal(first[name], again[name]) for name in first)
    assert first["numbers"].shape == (first["sizes"].sum(), SIZE)
    assert first["sizes"].min() > 1


def test_scores_of_fewer_deals_are_compared_on_those() -> None:
    """A choice that was given up after an unlucky deal is not thought worse than on that deal."""
    long, short = Choice("a", lambda _: None), Choice("b", lambda _: None)
    long.scores, short.scores = [0.2, 0.6], [0.1]
    assert scores_of([long, short]) == pytest.approx([0.4, 0.3])


def test_teaching_brings_choices_nearer_to_the_teacher(data: dict[str, Any]) -> None:
    """After teaching, the choices in games it was taught on are better than those of the win chances alone."""
    known = Comparisons(data, "cpu")
    known.held_out = known.taught
    net, _ = teach(data, QUICK)
    untaught, _ = teach(data, Lesson(width=16, layers=1, epochs=0))
    assert measured(net, known)["regret"] < 0.8 * measured(untaught, known)["regret"]


def test_packed_weights_estimate_as_the_network(data: dict[str, Any]) -> None:
    """The file gives the network's corrections, but for rounding."""
    net, _ = teach(data, QUICK)
    weights = unpack(pack({}, layers_of(net)), "x", encoding=ENCODING, inputs=SIZE)
    rows = data["numbers"][:50].astype(np.float64)
    with torch.no_grad():
        expected = net(torch.tensor(rows, dtype=torch.float32)).numpy()
    assert np.abs(weights.outputs(rows) - expected).max() < 0.02
