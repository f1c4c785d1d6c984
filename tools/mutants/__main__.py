"""Break the data or one area of the code on purpose and list what no test notices: `make mutants ARGS=rules`."""

from __future__ import annotations

import argparse
import json
import random
import re
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from tools.mutants.areas import AREAS, DATA_TESTS, SEED
from tools.mutants.log import Log
from tools.mutants.trial import Trial, try_all

if TYPE_CHECKING:
    from collections.abc import Sequence


def data(only: str, jobs: int, log: Log, *, one_each: bool, numbers: int, tests: Sequence[str]) -> Trial:
    """Try the mutants of the data, all or one of every file."""
    from tools.mutants import data as kind

    chosen = [mutant for mutant in kind.mutants() if re.search(only, str(mutant))]
    if one_each:
        chosen = list({mutant.file: mutant for mutant in reversed(chosen) if mutant.kind == "number"}.values())
    elif numbers:
        moved = [mutant for mutant in chosen if mutant.kind == "number"]
        sample = random.Random(SEED).sample(moved, min(numbers, len(moved)))
        chosen = [mutant for mutant in chosen if mutant.kind != "number"] + sample
    trial = try_all(Trial(chosen, kind.Files(), log, jobs), tests)
    places = set().union(*trial.touched.values())
    unplayed = {place for mutant in chosen for place in mutant.places if kind.played(place) not in places}
    if unplayed:
        sys.exit(f"no test plays with {', '.join(sorted(unplayed))}")
    return trial


def code(area: str, only: str, jobs: int, log: Log, *, first: int, tests: Sequence[str]) -> Trial:
    """Try the mutants of one area of the code, or its first so many, against its tests or these."""
    from tools.mutants import code as kind

    declared = AREAS[area]
    listed = kind.mutants(declared)[: first or None]
    chosen = [mutant for mutant in listed if not only or re.search(only, str(mutant))]
    return try_all(Trial(chosen, kind.Lines(declared.files()), log, jobs, declared.most), tests or declared.tests)


def report(area: str, trial: Trial, folder: Path) -> None:
    """Print the result and leave it in a file."""
    killed = sum(count for name, count in trial.tally.items() if name.endswith("killed"))
    total = sum(trial.tally.values())
    for name, count in sorted(trial.tally.items()):
        print(f"{area:<14} {name:<18} {count}")
    print(f"{area:<14} killed {killed} of {total} ({killed / max(total, 1):.1%}), {len(trial.stopped)} by the clock")
    for mutant in trial.survivors:
        print(f"survived: {mutant}{' (no test runs it)' if mutant in trial.untested else ''}")
    rows = {"killed": killed, "total": total, "survivors": [str(mutant) for mutant in trial.survivors]}
    rows["stopped"] = [str(mutant) for mutant in trial.stopped]
    (folder / f"{area}.json").write_text(json.dumps(rows, indent=1) + "\n")


def main(arguments: Sequence[str] | None = None) -> None:
    """Try the mutants of the data, of one area, or of all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("area", nargs="?", default="all", choices=["all", "data", *AREAS])
    parser.add_argument(
        "--one-each", action="store_true", help="one number of every data file, and fail if one survives"
    )
    parser.add_argument("--numbers", type=int, default=0, help="a sample of so many numbers of the data, 0: all")
    parser.add_argument("--tests", nargs="*", default=(), help="tests to try in place of the area's own")
    parser.add_argument("--only", default="", help="mutants whose description matches this regular expression")
    parser.add_argument(
        "--first", type=int, default=0, help="the first so many mutants of an area or its sample, 0: all"
    )
    parser.add_argument("--jobs", type=int, default=1, help="mutants to try at a time")
    parser.add_argument(
        "--resume", action="store_true", help="leave out what the log of an earlier run says was killed, and count it"
    )
    parser.add_argument("--report", type=Path, default=Path("build/mutants"), help="folder for the results")
    asked = parser.parse_args(arguments)
    if asked.area == "all":
        for area in ("data", *AREAS):
            subprocess.run([sys.executable, "-m", "tools.mutants", area, "--jobs", str(asked.jobs)], check=True)
        return
    asked.report.mkdir(parents=True, exist_ok=True)
    log = Log(asked.report / f"{asked.area}.jsonl", resume=asked.resume)
    if asked.area == "data":
        trial = data(
            asked.only, asked.jobs, log, one_each=asked.one_each, numbers=asked.numbers, tests=asked.tests or DATA_TESTS
        )
    else:
        trial = code(asked.area, asked.only, asked.jobs, log, first=asked.first, tests=asked.tests)
    report(asked.area, trial, asked.report)
    if asked.one_each and trial.survivors:
        sys.exit("a number of a data file can change unnoticed")


if __name__ == "__main__":
    main()
