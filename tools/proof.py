"""Run every tier of the tests, whatever one of them says, and report at the end: `make proof`.

python -m tools.proof [TIER ...]
"""

from __future__ import annotations

import re
import subprocess
import sys
import time
from pathlib import Path

LOGS = Path("build/proof")
TIERS = {
    "test": "make test",
    "thorough": "make test-thorough",
    "postgres": "make test-postgres",
    "compiled": "make compiled-test",
    "sizes": "make test-sizes",
    "actions": "make actions",
}
CLOSING = re.compile(r"^=+ .*\b(?:passed|failed|errors?|no tests ran)\b.* in [0-9.]+", re.MULTILINE)


def run(tier: str) -> tuple[bool, str]:
    """Run a tier with its output in a file; return whether it passed, and a line that says so."""
    log = LOGS / f"{tier}.log"
    begun = time.monotonic()
    print(f"{TIERS[tier]} ... ", end="", flush=True)
    with log.open("w", encoding="utf-8") as file:
        status = subprocess.run(TIERS[tier].split(), stdout=file, stderr=subprocess.STDOUT, check=False).returncode
    minutes = (time.monotonic() - begun) / 60
    said = [line.strip("= ") for line in CLOSING.findall(log.read_text(encoding="utf-8", errors="replace"))]
    line = f"{'passed' if status == 0 else 'FAILED'} in {minutes:.1f} min  {'; '.join(said)}"
    print(line if status == 0 else f"{line}  ({log})", flush=True)
    return status == 0, f"{TIERS[tier]:<20} {line}"


def main(tiers: list[str]) -> int:
    """Run these tiers, or all."""
    LOGS.mkdir(parents=True, exist_ok=True)
    rows = [run(tier) for tier in tiers or TIERS]
    print("\n" + "\n".join(line for _, line in rows))
    return 0 if all(passed for passed, _ in rows) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
