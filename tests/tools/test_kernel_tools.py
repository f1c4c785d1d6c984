"""The compiled wheel is built in a folder with a few of the tools: those that the build imports."""

from __future__ import annotations

import ast
import re
from pathlib import Path

TOP = Path(__file__).parents[2]


def imported(file: Path) -> set[Path]:
    """Return the files of the modules of `tools` that a file imports."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            names |= {node.module, *[f"{node.module}.{alias.name}" for alias in node.names]}
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
    paths = [TOP / name.replace(".", "/") for name in names if name.startswith("tools.")]
    return {file for path in paths for file in (path.with_suffix(".py"), path / "__init__.py") if file.exists()}


def test_the_build_of_the_kernel_gets_every_tool_that_it_imports() -> None:
    """What `tools/build_kernel.py` imports, and what that imports, is among KERNEL_TOOLS of the Makefile."""
    line = re.search(r"^KERNEL_TOOLS := (.*)$", (TOP / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    assert line is not None
    patterns = re.sub(r"\$\(wildcard ([^)]*)\)", r"\1", line[1]).split()
    copied = {file for pattern in patterns for file in TOP.glob(pattern)}
    needed, new = set[Path](), {TOP / "tools" / "build_kernel.py"}
    while new:
        needed |= new
        new = {file for path in new for file in imported(path)} - needed
    assert len(needed) > 5
    assert sorted(needed - copied) == []
