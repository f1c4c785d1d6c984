"""Fitting win chances: positions repeat, the network sees what the bot sees, and packed weights say the same."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

torch = pytest.importorskip("torch", reason="the extra train is not installed")

import numpy as np  # noqa: E402 - torch comes first

from kilowatt.bots.chances import INPUTS  # noqa: E402
from kilowatt.bots.features import ENCODING, inputs_of  # noqa: E402
from kilowatt.bots.weights import unpack  # noqa: E402
from kilowatt.learning.fitting import Setting, fit, inputs, layers_of, pack, tensors  # noqa: E402
from kilowatt.learning.positions import generate, kinds, play, split  # noqa: E402

QUICK = Setting(width=8, layers=1, epochs=3, batch=64)


@pytest.fixture(scope="module")
def data() -> dict[str, Any]:
    """Return positions of some cheap games."""
    return generate(24, 0, seed="test")


def test_a_game_follows_from_its_number() -> None:
    """The same number and seed give the same positions."""
    first, again = (play(3, strong=False, seed="a") for _ in range(2))
    assert all(np.array_equal(first[name], again[name]) for name in first)
    other = play(3, strong=False, seed="b")
    assert first["rows"].shape != other["rows"].shape or not np.array_equal(first["rows"], other["rows"])
    assert len(kinds()) == 65


def test_shares_of_the_win_add_up(data: dict[str, Any]) -> None:
    """Each position has one win to share, and no seat beyond the table has a part."""
    assert np.allclose(data["wins"].sum(1), 1)
    beyond = np.arange(6)[None, :] >= data["seats"][:, None]
    assert data["wins"][beyond].sum() == 0


def test_the_network_is_fitted_to_what_it_will_see(data: dict[str, Any]) -> None:
    """Inputs in torch are those that `chances` puts together for a seat."""
    batch = tensors(data, "cpu")
    seen = inputs(batch["rows"], batch["table"], batch["seats"])
    for place in (0, len(seen) // 2):
        seats = int(data["seats"][place])
        rows = data["rows"][place, :seats].astype(float).tolist()
        expected = inputs_of(rows, data["table"][place].astype(float).tolist())
        assert torch.allclose(seen[place, :seats], torch.tensor(expected, dtype=torch.float32), atol=1e-3)


def test_no_game_is_in_both_parts(data: dict[str, Any]) -> None:
    """Positions are divided by game."""
    fitted, held_out = split(data)
    assert not set(fitted["game"].tolist()) & set(held_out["game"].tolist())
    assert len(held_out["game"]) > 0


def test_fitting_helps_and_packing_keeps_it(data: dict[str, Any]) -> None:
    """More epochs fit better, and the packed network gives nearly the logits of the float one."""
    net, log = fit(data, msgspec.structs.replace(QUICK, epochs=12))
    assert min(log) < log[0]
    packed = unpack(pack({}, layers_of(net)), "mine", encoding=ENCODING, inputs=INPUTS)
    batch = tensors(data, "cpu")
    seen = inputs(batch["rows"], batch["table"], batch["seats"])[0, :1]
    with torch.no_grad():
        expected = net(seen)[0].tolist()
    assert packed.outputs(seen.double().numpy())[0].tolist() == pytest.approx(expected, abs=0.05)
