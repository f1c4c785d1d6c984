"""`python -m bench.peers`: random games of Kilowatt beside those of other libraries, by turns in one run.

Actions per second of processor time in random play. Kilowatt counts a card that is turned up as an action too, as its
own measures do; of OpenSpiel only decisions are counted. A library that is not installed is left out with a line:
`pip install catanatron open_spiel`. The games differ, so the figures say what a researcher can expect of a simulation,
not which code is better. boardgamers/powergrid, the other open engine of Power Grid, is in the package of its viewer:
`npm pack @boardgamers/powergrid-viewer@1.5.5` and `tar xzf` make a folder, `package`, for `--powergrid`.
"""

from __future__ import annotations

import argparse
import json
import random
import shutil
import statistics
import subprocess
import time
from collections.abc import Callable
from importlib import import_module
from pathlib import Path

import kilowatt
from kilowatt.cli.measures import list_path, menu_path
from kilowatt.kernel import COMPILED, Batch

RUNS = 7
SEATS = 4
POWERGRID_GAMES = 100
POWERGRID_SCRIPT = Path("dist", "powergrid-viewer.umd.min.js")
Work = tuple[int, float]


def kernel(run: int) -> Work:
    """Play random games in C."""
    batch = Batch(kilowatt.ruleset("recharged/germany", SEATS), 256, seed=run)
    begun = time.process_time()
    return batch.play_out(), time.process_time() - begun


def catan(run: int) -> Work:
    """Play random games of Catan with catanatron."""
    lib = import_module("catanatron")
    colours = (lib.Color.RED, lib.Color.BLUE, lib.Color.WHITE, lib.Color.ORANGE)
    actions = 0
    begun = time.process_time()
    for number in range(5):
        game = lib.Game([lib.RandomPlayer(colour) for colour in colours], seed=run * 1000 + number)
        game.play()
        actions += len(game.state.actions)
    return actions, time.process_time() - begun


def spiel(name: str) -> Callable[[int], Work]:
    """Return a measure of random games of an OpenSpiel game, played through its Python interface."""
    game = import_module("pyspiel").load_game(name)

    def work(run: int) -> Work:
        rng = random.Random(run)
        actions = 0
        begun = time.process_time()
        for _ in range(20):
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(rng.choices(outcomes, chances)[0])
                else:
                    state.apply_action(rng.choice(state.legal_actions()))
                    actions += 1
        return actions, time.process_time() - begun

    return work


def powergrid(folder: Path) -> Callable[[int], Work]:
    """Return a measure of random games of boardgamers/powergrid: Recharged on Germany, played in node."""
    script = Path(__file__).with_name("powergrid_peer.cjs")

    def work(run: int) -> Work:
        words = ["node", str(script), str(folder.resolve()), str(run), str(POWERGRID_GAMES)]
        row = json.loads(subprocess.run(words, check=True, capture_output=True, text=True).stdout)
        if row["ended"] < POWERGRID_GAMES:
            print(f"boardgamers/powergrid: {row['ended']} of {POWERGRID_GAMES} games ended, the others do not count")
        return row["moves"], row["seconds"]

    return work


def missing(folder: Path | None) -> str:
    """Return what boardgamers/powergrid lacks here: nothing where it can be played."""
    if folder is None or not (folder / POWERGRID_SCRIPT).is_file():
        return "its viewer's package is not in the folder of --powergrid"
    return "" if shutil.which("node") else "node is not installed"


def measures(folder: Path | None) -> dict[str, Callable[[int], Work]]:
    """Return what can be measured here, and name what cannot."""
    rules = kilowatt.ruleset("recharged/germany", SEATS)
    rows: dict[str, Callable[[int], Work]] = {
        "Kilowatt, menu path": lambda run: menu_path(rules, run),
        "Kilowatt, list path": lambda run: list_path(rules, run),
    }
    if COMPILED:
        rows["Kilowatt, kernel (C)"] = kernel
    for library, games in {"catanatron": ("Catan",), "pyspiel": ("backgammon", "hearts")}.items():
        try:
            import_module(library)
        except ImportError:
            print(f"{library} is not installed: left out")
            continue
        for game in games:
            rows[f"{library}, {game}"] = catan if library == "catanatron" else spiel(game)
    if fault := missing(folder):
        print(f"boardgamers/powergrid is left out: {fault}")
    elif folder is not None:
        rows["boardgamers/powergrid"] = powergrid(folder)
    return rows


def main() -> None:
    """Measure all of them by turns."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--powergrid", type=Path, help="folder with the unpacked package of the viewer")
    rows = measures(parser.parse_args().powergrid)
    speeds: dict[str, list[float]] = {name: [] for name in rows}
    for run in range(RUNS):
        for name, work in rows.items():
            done, seconds = work(run)
            speeds[name].append(done / seconds)
    for name, rates in speeds.items():
        low, high = min(rates), max(rates)
        print(f"{name:<24} {statistics.median(rates):>12,.0f} actions/s ({low:,.0f} to {high:,.0f})")


if __name__ == "__main__":
    main()
