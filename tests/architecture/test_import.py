"""Importing the package is quick because its names are loaded on demand; every name is there all the same."""

import subprocess
import sys

import pytest

import kilowatt

HEAVY = (
    "tomllib",
    "pathlib",
    "hashlib",
    "kilowatt.engine.game",
    "kilowatt.editions.registry",
    "kilowatt.table.referee",
)


def test_importing_loads_neither_rules_nor_data() -> None:
    """A fresh interpreter that imports kilowatt has loaded none of the heavy modules, and a refusal still speaks."""
    script = f"""
import sys
before = set(sys.modules)
import kilowatt
print(*[name for name in {HEAVY!r} if name in set(sys.modules) - before])
state = kilowatt.new_game(kilowatt.ruleset("recharged/germany", 4))
print(kilowatt.refusal(state, kilowatt.action({{"type": "pass", "seat": 1}})))
"""
    shown = subprocess.run([sys.executable, "-I", "-c", script], capture_output=True, text=True, check=True).stdout
    loaded, sentence = shown.splitlines()
    assert loaded == ""
    assert "card_to_be_dealt" not in sentence
    assert sentence.endswith("]")


@pytest.mark.parametrize("name", kilowatt.__all__)
def test_every_public_name_is_there(name: str) -> None:
    """Each name of the public list can be read and is listed by dir()."""
    assert getattr(kilowatt, name) is not None
    assert name in dir(kilowatt)


def test_an_unknown_name_is_an_attribute_error() -> None:
    """A name that kilowatt does not have is refused as by any module."""
    with pytest.raises(AttributeError, match="no attribute 'stpe'"):
        kilowatt.stpe  # type: ignore[attr-defined]  # noqa: B018 - reading it is the test
