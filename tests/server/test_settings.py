"""Settings are declared once: the environment and the page of settings follow from it."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

import pytest

from kilowatt.editions.options import BadOption
from kilowatt.server.settings import OTHERS, PREFIX, Settings, declared, from_environment
from tools import server_docs

TOP = Path(__file__).parents[2]
SAMPLES = {
    "KILOWATT_DATABASE_URL": ("sqlite:////srv/games.db", "sqlite+aiosqlite:////srv/games.db"),
    "KILOWATT_HOSTS": ("A.example.org, b.example.org,", ("a.example.org", "b.example.org")),
    "KILOWATT_ORIGINS": (
        "https://a.example.org,https://b.example.org",
        ("https://a.example.org", "https://b.example.org"),
    ),
    "KILOWATT_URL": ("https://games.example.org/", "https://games.example.org"),
    "KILOWATT_PUSH": ("mailto:a@example.org", "mailto:a@example.org"),
    "KILOWATT_SMTP": ("smtp://h", "smtp://h"),
    "KILOWATT_BOARDS": ("Approve", "approve"),
    "KILOWATT_LOG_LEVEL": ("debug", "DEBUG"),
    "KILOWATT_MAIL_FROM": ("a@example.org", "a@example.org"),
}
NEEDED = {
    "KILOWATT_URL": "https://games.example.org",
    "KILOWATT_MAIL_FROM": "a@example.org",
    "KILOWATT_INVITATION": "w",
}


@pytest.fixture(autouse=True)
def nothing_set(monkeypatch: pytest.MonkeyPatch) -> None:
    """No setting of the machine that runs the tests."""
    for name in [name for name in os.environ if name.startswith(PREFIX)]:
        monkeypatch.delenv(name)


def value_of(settings: Settings, path: tuple[str, ...]) -> Any:
    """Return the value of a setting."""
    value: Any = settings
    for field in path:
        value = getattr(value, field)
    return value


@pytest.mark.parametrize("row", declared(), ids=lambda row: row.variable)
def test_a_variable_sets_its_setting(monkeypatch: pytest.MonkeyPatch, row: Any) -> None:
    """Each declared variable is read into its own field and no other; an empty one is as none."""
    for name, text in NEEDED.items():
        monkeypatch.setenv(name, text)
    monkeypatch.setenv(row.variable, "")
    before = Settings() if row.variable in NEEDED else from_environment()
    old = value_of(before, row.path)
    text, wanted = SAMPLES.get(row.variable, ("1", True) if old is False else ("x", "x") if old == "" else ("7", 7))
    monkeypatch.setenv(row.variable, text)
    after = from_environment()
    assert value_of(after, row.path) == wanted
    assert value_of(before, row.path) != wanted
    others = [other.path for other in declared() if other.path != row.path and other.variable not in NEEDED]
    if row.variable not in NEEDED:
        assert [value_of(after, path) for path in others] == [value_of(before, path) for path in others]


def test_the_variables_are_those_of_the_fields() -> None:
    """Every field but those that no host sets has one variable, and no two share one."""
    rows = declared()
    names = [row.variable for row in rows]
    assert len(set(names)) == len(names)
    assert {row.path[0] for row in rows} == set(Settings.__struct_fields__) - {"archive", "archive_over"}
    assert all(name.startswith(PREFIX) for name in names)
    assert not set(names) & set(OTHERS)


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("KILOWATT_LIMIT", "did you mean KILOWATT_LIMITS?"),
        ("KILOWATT_PROXY", "did you mean KILOWATT_PROXIED?"),
        ("KILOWATT_NOTIFY_EVRY", "did you mean KILOWATT_NOTIFY_EVERY?"),
        ("KILOWATT_XYZ", "docs/reference/settings.md lists all settings"),
        ("KILOWATT_PORT", "there is no such setting"),
        ("KILOWATT_DB_PORT", "there is no such setting"),
    ],
)
def test_a_misspelt_variable_is_an_error(monkeypatch: pytest.MonkeyPatch, name: str, hint: str) -> None:
    """A variable that begins like a setting and is none stops the server, which names the nearest one."""
    monkeypatch.setenv(name, "1")
    with pytest.raises(BadOption, match=re.escape(hint)) as error:
        from_environment()
    assert error.value.option == name


@pytest.mark.parametrize(
    ("name", "value"),
    [
        *((name, "1") for name in OTHERS),
        ("KILOWATT_SERVICE_HOST", "10.0.0.11"),
        ("KILOWATT_PORT", "tcp://10.0.0.11:8000"),
        ("KILOWATT_PORT_8000_TCP_ADDR", "10.0.0.11"),
        ("KILOWATT_DB_SERVICE_HOST", "10.0.0.12"),
        ("KILOWATT_DB_SERVICE_PORT_POSTGRES", "5432"),
        ("KILOWATT_DB_PORT", "tcp://10.0.0.12:5432"),
        ("KILOWATT_DB_PORT_5432_TCP", "tcp://10.0.0.12:5432"),
        ("KILOWATTS", "1"),
    ],
)
def test_variables_of_others_are_left_alone(monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> None:
    """What tests, tools, other commands and container runtimes set is no error."""
    monkeypatch.setenv(name, value)
    from_environment()


def test_every_variable_that_the_repository_names_is_declared() -> None:
    """Sources, tests, tools and documents name no variable that a server would refuse."""
    known = {row.variable for row in declared()} | set(OTHERS)
    files = [TOP / "Makefile", *(TOP / ".ci").rglob("*"), *(TOP / "docs").rglob("*.md"), TOP / "README.md"]
    for folder in ("src", "tests", "tools", "bench"):
        files += (TOP / folder).rglob("*.py")
    named = {
        name
        for file in files
        if file.is_file() and file.name != Path(__file__).name
        for name in re.findall(r"\bKILOWATT_[A-Z_]*[A-Z]\b", file.read_text(encoding="utf-8", errors="replace"))
    }
    assert named <= known


def test_the_table_of_settings_is_documented() -> None:
    """The page of settings shows every setting as it is declared."""
    assert server_docs.SETTINGS.read_text(encoding="utf-8") == server_docs.settings_page(), "run make docs"
