"""Threads of a command's processes."""

import os
import subprocess
import sys

from kilowatt.cli.threads import VARIABLES


def test_a_command_multiplies_matrices_with_one_thread() -> None:
    """Before a command runs, and before NumPy is loaded, its processes are set to one thread; a host's choice stays."""
    script = (
        "import os, sys; from kilowatt.cli import app; print('numpy' in sys.modules);"
        "app(['rules'], standalone_mode=False);"
        f"print(*[os.environ[name] for name in {VARIABLES!r}])"
    )
    environment = {name: value for name, value in os.environ.items() if name not in VARIABLES}
    environment[VARIABLES[1]] = "3"
    command = [sys.executable, "-c", script]
    shown = subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout.splitlines()
    assert shown[0] == "False"
    assert shown[-1] == "1 3 1"
