"""The other open engine of Power Grid beside ours: what it lacks is said, and only games that ended count."""

import shutil
from pathlib import Path

import pytest

from bench import peers

ENGINE = """
function begin(seats, options, seed) {
  if (seats !== 4 || options.variant !== 'recharged') throw new Error('other rules');
  console.assert("Game Start!");
  const players = [0, 1].map(() => ({ availableMoves: { Pass: [true], Undo: [true] } }));
  return { phase: 'Auction', left: 3, stops: seed === '7-1', players, currentPlayers: [1] };
}
function play(state, { name, data }, player) {
  if (name !== 'Pass' || data !== true || player !== 1) throw new Error("You are not allowed to run the command ");
  const left = state.left - 1;
  return { ...state, left, phase: left ? 'Auction' : 'GameEnd', players: state.stops ? [{}, {}] : state.players };
}
"""
"""Stands for the viewer's script: games of three moves; one of them offers nothing after its first."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder that looks like the unpacked package."""
    script = tmp_path / peers.POWERGRID_SCRIPT
    script.parent.mkdir()
    script.write_text(ENGINE, encoding="utf-8")
    return tmp_path


def test_what_the_other_engine_lacks_is_said(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Without the package, and without node, its row is left out with a line that names what is missing."""
    monkeypatch.setattr(shutil, "which", lambda name: f"/bin/{name}")
    assert "package" in peers.missing(None)
    assert "package" in peers.missing(folder / "dist")
    assert peers.missing(folder) == ""
    assert "boardgamers/powergrid" in peers.measures(folder)
    capsys.readouterr()
    monkeypatch.setattr(shutil, "which", lambda _: None)
    assert peers.missing(folder) == "node is not installed"
    assert "boardgamers/powergrid" not in peers.measures(folder)
    assert "boardgamers/powergrid is left out: node is not installed" in capsys.readouterr().out


@pytest.mark.skipif(shutil.which("node") is None, reason="node is not on this machine")
def test_only_games_that_ended_count(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Of four games of three moves one breaks off: nine moves count, and the line says three of four."""
    monkeypatch.setattr(peers, "POWERGRID_GAMES", 4)
    moves, seconds = peers.powergrid(folder)(7)
    assert moves == 9
    assert seconds > 0
    assert "3 of 4 games ended" in capsys.readouterr().out
