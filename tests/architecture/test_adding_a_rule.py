"""The guide to larger changes is true: what it names is there, and its worked examples do what they say."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
import textwrap
from pathlib import Path
from typing import Any

import pytest

TOP = Path(__file__).parents[2]
DOCS = TOP / "docs"
GUIDE = (DOCS / "adding-a-rule.md").read_text(encoding="utf-8")
FIRST = (DOCS / "first-change.md").read_text(encoding="utf-8")
MADE = {"editions/policies/city_tax.py", "tests/rules/test_city_tax.py"}
"""What a reader makes."""


def blocks(text: str) -> list[str]:
    """Return the indented blocks of code of a guide."""
    return [textwrap.dedent(block) for block in re.findall(r"^ {4}```\n(.*?)^ {4}```", text, re.DOTALL | re.MULTILINE)]


def test_what_the_guide_names_is_there() -> None:
    """Every file it names exists, and every constant in capitals is one of the code."""
    files = set(re.findall(r"`((?:\w+/)+[\w.]+\.\w+)`", GUIDE)) - MADE
    missing = [
        name
        for name in sorted(files)
        if not any((TOP / folder / name).is_file() for folder in ("", "src/kilowatt", "src/kilowatt/editions/data"))
    ]
    assert missing == []
    code = "".join(path.read_text(encoding="utf-8") for top in ("src", "tests") for path in (TOP / top).rglob("*.py"))
    names = set(re.findall(r"`([A-Z][A-Z_]{3,})`", GUIDE)) - {"TOML"}
    assert [name for name in sorted(names) if not re.search(rf"^(?:    )?{name}\b", code, re.MULTILINE)] == []


@pytest.mark.skipif(shutil.which("git") is None or not (TOP / ".git").exists(), reason="no clone to look into")
def test_a_rule_is_found_by_the_commands_of_the_table() -> None:
    """Words lead to an id, the id to its sentence, to the code and to a test, with the commands as they stand there."""
    table = GUIDE.partition("## Where a rule lives")[2].partition("## ")[0]
    lines = re.findall(r"^\| [^|]+ \| `((?:git|kilowatt) [^`]+)` \|", table, re.MULTILINE)
    shown = []
    for line in lines:
        words = shlex.split(line)
        if words[0] == "kilowatt":
            words = [sys.executable, "-m", "kilowatt", *words[1:]]
        done = subprocess.run(words, cwd=TOP, capture_output=True, text=True, check=False)
        assert done.returncode == 0, (line, done.stderr)
        shown.append(done.stdout)
    words_to_id, sentence, code, tests = shown
    (rule,) = {name for line in lines for name in re.findall(r"\b[A-Z]\d*-[A-Z]+-\d+\b", line)}
    assert rule in words_to_id
    assert sentence.startswith(f"{rule}: ")
    assert re.search(rf"^src/kilowatt/(?:engine|editions/policies)/\S+\.py:\d+:.*{rule}", code, re.MULTILINE)
    assert re.search(rf"^tests/rules/test_\w+\.py:\d+:.*{rule}", tests, re.MULTILINE)


def test_the_situation_of_the_guide_holds() -> None:
    """The guide's situation under its own rules is laid out, and its test passes."""
    (source,) = re.findall(r"^```\n(import kilowatt\n.*?)^```", GUIDE, re.DOTALL | re.MULTILINE)
    names: dict[str, Any] = {}
    exec(compile(source, "adding-a-rule.md", "exec"), names)
    (test,) = [names[name] for name in names if name.startswith("test_")]
    test()


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """Copy what the examples change, and what they need."""
    shutil.copytree(
        TOP / "src" / "kilowatt", tmp_path / "src" / "kilowatt", ignore=shutil.ignore_patterns("page", "*.so")
    )
    shutil.copytree(TOP / "tools", tmp_path / "tools")
    shutil.copytree(TOP / "examples", tmp_path / "examples")
    (tmp_path / "tests" / "rules").mkdir(parents=True)
    return tmp_path


def run(clone: Path, *command: str) -> str:
    """Run Python in the copy; return what it prints."""
    known = {**os.environ, "PYTHONPATH": os.pathsep.join([str(clone / "src"), str(clone)])}
    done = subprocess.run([sys.executable, *command], cwd=clone, env=known, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def put(file: Path, before: str, line: str) -> None:
    """Put a line before the only place that begins like this."""
    text = file.read_text(encoding="utf-8")
    assert text.count(before) == 1, (file, before)
    file.write_text(text.replace(before, line + before), encoding="utf-8")


def put_below(file: Path, line: str, new: str) -> None:
    """Put a line below the only place that reads like this one."""
    text = file.read_text(encoding="utf-8")
    assert text.count(line) == 1, (file, line)
    file.write_text(text.replace(line, line + new), encoding="utf-8")


@pytest.mark.thorough
def test_the_policy_of_the_guide_is_played_and_becomes_c(clone: Path) -> None:
    """The guide's four texts are enough: its test passes, the panel has its sentence, and the C its numbers."""
    module, english, german, board, test = blocks(GUIDE)
    package = clone / "src" / "kilowatt"
    (package / "editions" / "policies" / "city_tax.py").write_text(module, encoding="utf-8")
    put(package / "table" / "text" / "en.toml", "\nOutage = ", f"\n{english}".rstrip())
    put(package / "table" / "text" / "de.toml", "\nOutage = ", f"\n{german}".rstrip())
    (clone / "tests" / "rules" / "test_city_tax.py").write_text(test, encoding="utf-8")
    run(clone, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/rules/test_city_tax.py")
    file = package / "editions" / "data" / "boards" / "germany.toml"
    file.write_text(f"{file.read_text(encoding='utf-8')}\n{board}", encoding="utf-8")
    said = run(
        clone,
        "-c",
        "import kilowatt; from kilowatt.table import rulebook; rules = kilowatt.ruleset('recharged/germany', 4);"
        "print([row.text for row in rulebook.policies(rules) if row.key == 'income'])",
    )
    assert "Each supplied city beyond 10 brings 2 Elektro less." in said
    text = run(clone, "-m", "tools.cython_kernel")
    assert "int32_t city_tax_less" in text
    assert "WIDE(t.city_tax_less) * max(0, (cities - WIDE(t.city_tax_free)))" in text


@pytest.mark.thorough
def test_the_switch_of_the_first_change_is_played_and_becomes_c(clone: Path) -> None:
    """The steps of the first change, carried out: its test passes with both values, and the C reads the switch."""
    guide = FIRST[FIRST.index("## A rule switch") : FIRST.index("## A piece of the page")]
    field, code, english, german, test = blocks(guide)
    package = clone / "src" / "kilowatt"
    (above,) = re.findall(r"`engine/rules.py`, below the other switches \(`(.*?)`\)", guide)
    put_below(package / "engine" / "rules.py", f"        {above}: bool = False\n", textwrap.indent(field, "    " * 2))
    order = package / "engine" / "phases" / "order.py"
    text = order.read_text(encoding="utf-8")
    begin = text.index("def rank(s: State) -> None:\n") + len("def rank(s: State) -> None:\n")
    end = text.index("    rules = s.rules\n", begin) + len("    rules = s.rules\n")
    order.write_text(text[:begin] + textwrap.indent(code, "    ") + text[end:], encoding="utf-8")
    put(package / "table" / "text" / "en.toml", "\nmust_supply_most_on = ", f"\n{english}".rstrip())
    put(package / "table" / "text" / "de.toml", "\nmust_supply_most_on = ", f"\n{german}".rstrip())
    (clone / "tests" / "rules" / "test_order_stays.py").write_text(test, encoding="utf-8")
    (command,) = re.findall(r"`python (-m pytest tests/.*?)`", guide)
    for name in ("tests/rulesets.py", *re.findall(r"tests/table/\S+", command)):
        (clone / name).parent.mkdir(exist_ok=True)
        shutil.copy(TOP / name, clone / name)
    run(clone, *command.split(), "-q", "-p", "no:cacheprovider")
    style = ["--config", str(TOP / "pyproject.toml"), "--no-cache", "src/kilowatt/engine", "tests/rules"]
    run(clone, "-m", "ruff", "check", *style)
    run(clone, "-m", "ruff", "format", "--check", *style)
    assert "if t.order_stays" in run(clone, "-m", "tools.cython_kernel").replace("WIDE(", "")
