"""What may be named where: no edition in the engine, no package host or machine anywhere, no file too long to read."""

import re
import subprocess
from pathlib import Path

import pytest

TOP = Path(__file__).parents[2]
ENGINE = TOP / "src" / "kilowatt" / "engine"

EDITIONS = r"recharged|deluxe|germany|usa|korea|china|europe|america|card[\s_-]*game"
# A word ends at anything but a letter, so that korea_market is found and usage is not.
EDITION = re.compile(rf"(?<![a-z])(?:{EDITIONS})(?![a-z])", re.IGNORECASE)
CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")

# Written apart, so that this file does not name them itself.
HOSTS = [
    ".".join(parts)
    for parts in (
        ("pypi", "org"),
        ("registry", "npmjs", "org"),
        ("registry", "yarnpkg", "com"),
        ("deb", "debian", "org"),
        ("files", "pythonhosted", "org"),
    )
]
HOST = re.compile("|".join(re.escape(host) for host in HOSTS), re.IGNORECASE)
MACHINE_PATH = re.compile(r"(?<![\w.~-])/(?:work|root|home)/")

LONGEST = 400
HEAD = 15
EXCUSE = "Long because"


def tracked(*patterns: str) -> list[Path]:
    """List the files that git tracks and that are still there."""
    if not (TOP / ".git").exists():
        pytest.skip("not a git checkout")
    # A clone may belong to another user than the one who tests it.
    command = ["git", "-c", "safe.directory=*", "ls-files", "-z", "--", *patterns]
    listed = subprocess.run(command, cwd=TOP, capture_output=True, text=True, check=True).stdout
    return [path for name in listed.split("\0") if name and (path := TOP / name).is_file()]


def text_of(path: Path) -> str:
    """Read a file as text; the bytes of a picture become harmless signs."""
    return path.read_text(encoding="utf-8", errors="replace")


def places(paths: list[Path], pattern: re.Pattern[str]) -> list[str]:
    """Name each line, as path:line, on which the pattern occurs."""
    return [
        f"{path.relative_to(TOP)}:{number}: {match.group()}"
        for path in paths
        for number, line in enumerate(text_of(path).splitlines(), start=1)
        if (match := pattern.search(line))
    ]


def editions_in(text: str) -> list[str]:
    """Find the edition and board names in a text, also inside snake_case and CamelCase."""
    return EDITION.findall(CAMEL.sub(" ", text))


def test_the_engine_names_no_edition() -> None:
    """No file or line of the engine names an edition or a board."""
    files = sorted(path for path in ENGINE.rglob("*.py") if path.is_file())
    # Whole texts, not lines: a name of two words may be broken over a line's end.
    uses = {
        str(path.relative_to(TOP)): names
        for path in files
        if (names := editions_in(path.relative_to(ENGINE).as_posix()) + editions_in(text_of(path)))
    }
    assert not uses


@pytest.mark.parametrize("text", ["Korea", "korea_market", "KoreaMarket", "the card game's", "card-game", "CardGame"])
def test_an_edition_is_recognised(text: str) -> None:
    """A name is found in prose, in snake_case and in CamelCase."""
    assert editions_in(text)


@pytest.mark.parametrize("text", ["usage", "machinate", "european", "a card. Game over", "cards of a game"])
def test_other_words_are_left_alone(text: str) -> None:
    """A word that merely contains a name is not one."""
    assert not editions_in(text)


def test_no_file_names_a_package_host() -> None:
    """No tracked file names the host of a package registry: which one is used is the machine's affair."""
    assert not places(tracked(), HOST)


def test_no_file_names_a_path_of_one_machine() -> None:
    """No tracked file holds an absolute path that exists on one machine only."""
    assert not places(tracked(), MACHINE_PATH)


def test_no_file_is_too_long() -> None:
    """A source file over 400 lines says at its top why it is long."""
    too_long = {
        str(path.relative_to(TOP)): len(lines)
        for path in tracked("*.py", "*.ts", "*.tsx", "*.css")
        if len(lines := text_of(path).splitlines()) > LONGEST and EXCUSE not in "\n".join(lines[:HEAD])
    }
    assert not too_long


def test_a_module_of_the_rules_has_a_name_of_its_own() -> None:
    """Modules of engine, editions, kernel and environments differ in name; only the kernel repeats the engine's."""
    root = ENGINE.parent
    paths: dict[str, set[str]] = {}
    for package in ("engine", "editions", "kernel", "envs"):
        for path in (root / package).rglob("*.py"):
            if path.name != "__init__.py":
                place = path.relative_to(root).as_posix()
                # the kernel's module for a rule has the path of the engine's
                twin = place.replace("kernel/", "engine/", 1)
                paths.setdefault(path.name, set()).add(twin)
    assert not {name: sorted(places) for name, places in paths.items() if len(places) > 1}
