"""Run pytest. In CI, browser tests that failed are run once more, alone: green then is a flake, named, and passes.

    python -m tools.run_tests -n 3 -m "not slow"

Without CI in the environment this is pytest and nothing else. Tests that need no browser are never run again, and more
than five failed tests are no accident. A flake is a fault of the page, of the program or of the test: its line in
`build/flaky.jsonl` has what failed, and the folder that it names has the pages as they were then and a trace of the
second run, for `playwright show-trace`.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

BUILD = Path("build")
FLAKY = BUILD / "flaky.jsonl"
MOST = 5
"""With more failed tests than this none is run again."""
TESTS_FAILED = 1
"""pytest's exit status where tests ran and some failed; all others are faults of the run itself."""


def pytest(report: Path, *arguments: str, trace: bool = False) -> tuple[int, list[dict[str, Any]]]:
    """Run pytest; return its status and the tests that failed, as `tests/conftest.py` reports them."""
    report.parent.mkdir(parents=True, exist_ok=True)
    report.unlink(missing_ok=True)
    env = {**os.environ, "KILOWATT_FAILED_TESTS": str(report)}
    if trace:
        env["KILOWATT_TRACE"] = "yes"
    status = subprocess.run([sys.executable, "-m", "pytest", *arguments], env=env, check=False).returncode
    return status, json.loads(report.read_text(encoding="utf-8")) if report.exists() else []


def once_more(failed: list[dict[str, Any]]) -> int:
    """Run these browser tests again, one after another in one process; return the status of the whole."""
    names = [row["test"] for row in failed]
    print(f"\nFailed in the browser, run once more, alone: {', '.join(names)}", flush=True)
    status, again = pytest(BUILD / "failed-again.json", "-p", "no:cacheprovider", *names, trace=True)
    red = {row["test"] for row in again}
    with FLAKY.open("a", encoding="utf-8") as file:
        for row in failed:
            if row["test"] not in red and status in {0, TESTS_FAILED}:
                file.write(json.dumps(row) + "\n")
                print(f"FLAKY {row['test']}: failed, then passed; see {FLAKY}")
    return status


def main(arguments: list[str]) -> int:
    """Run the tests with these arguments of pytest."""
    status, failed = pytest(BUILD / "failed.json", *arguments)
    if status != TESTS_FAILED or not os.environ.get("CI"):
        return status
    if not failed or len(failed) > MOST or not all(row["browser"] for row in failed):
        return status
    return once_more(failed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
