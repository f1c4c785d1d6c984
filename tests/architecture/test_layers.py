"""The rooms of the house import each other in one direction only; the contracts themselves are in pyproject.toml."""

import subprocess
import sys
from pathlib import Path

TOP = Path(__file__).parents[2]
LINT = "import sys; from importlinter.cli import lint_imports_command; sys.exit(lint_imports_command(['--no-cache']))"


def test_imports_point_one_way() -> None:
    """Every import contract is kept."""
    done = subprocess.run([sys.executable, "-c", LINT], cwd=TOP, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
