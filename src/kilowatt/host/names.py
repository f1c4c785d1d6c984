"""Names people give themselves: visible, in one script, and not to be mistaken for another name at the same table.

`skeleton` follows the idea of Unicode's confusables (UTS 39) with a small table of our own: the letters that look like
Latin ones in the scripts people mix with it, and the shapes that look alike within Latin.
"""

# ruff: noqa: RUF001 - letters that look alike are what this module is about

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import TYPE_CHECKING

from kilowatt.host.errors import Denied
from kilowatt.protocol import NAME_LENGTH

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kilowatt.host.rows import SeatRow

BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180e\u2800\u3164\uffa0")
"""Characters that count as letters, marks or symbols, and show nothing."""
MARKS_MOST = 2
"""Accents on one letter; more of them run into the lines above and below."""
ALIKE_SCRIPTS = frozenset({"LATIN", "CYRILLIC", "GREEK", "ARMENIAN", "COPTIC", "CHEROKEE"})
"""Scripts whose letters pass for one another; a name keeps to one of them."""


def _pairs(text: str) -> dict[int, str]:
    """Read pairs of a letter and the Latin one it looks like."""
    return str.maketrans({pair[0]: pair[1] for pair in text.split()})


_CAPITALS = _pairs(
    # Greek, Cyrillic, Armenian, Cherokee
    "ΑA ΒB ΕE ΖZ ΗH ΙI ΚK ΜM ΝN ΟO ΡP ΤT ΥY ΧX "
    "АA ВB ЕE ЅS ІI ЈJ КK МM НH ОO РP СC ТT УY ХX ԌG ԚQ ԜW ҮY "
    "ՕO ՍU ᎪA ᏴB ᏟC ᎠD ᎬE ᎻH ᎫJ ᏦK ᏞL ᎷM ᏢP ᏒR ᏚS ᎢT ᏙV ᎳW ᏃZ"
)
_SMALL = _pairs(
    "αa βb γy εe ηn ιl κk νv οo πn ρp σo τt υu χx ωw "
    "аa вb гr еe ѕs іl јj ӏl кk мm нh оo пn рp сc тt уy хx һh ьb ѵv ԁd ԛq ԝw үy "
    "օo սu ոn ցg հh զq ıl øo łl đd ħh "
    "0o 1l !l |l il 3e 5s $s @a"
)
_GREEK_SHAPES = {"ALPHA": "a", "BETA": "b", "GAMMA": "y", "IOTA": "l", "UPSILON": "u", "CHI": "x", "OMEGA": "w"}
_LATIN_SHAPE = re.compile(
    r"LATIN (?:SMALL |CAPITAL )?LETTER "
    r"(?:(?:SMALL CAPITAL|OPEN|SCRIPT|DOTLESS|BARRED|STRETCHED|BROKEN|LONG|INSULAR|AFRICAN|BLACKLETTER) )*"
    r"([A-Z]|" + "|".join(_GREEK_SHAPES) + r")(?: WITH .*)?"
)
"""Unicode names of further Latin letters, and the letter that each looks like: small capitals, strokes, hooks, IPA."""
CHEROKEE_SMALL = (0xAB70, 0xABBF)
_LIGATURES = (("rn", "m"), ("vv", "w"), ("cl", "d"))


def clean(name: str) -> str:
    """Return a text as one plain line, without control and invisible characters."""
    kept = "".join(letter if letter.isprintable() else " " for letter in name)
    return " ".join(kept.split())


def plain_name(text: str) -> str:
    """Return a name as it is shown: one line of visible characters in their usual form; "" if nothing is visible."""
    kept: list[str] = []
    marks = 0
    for letter in unicodedata.normalize("NFKC", text):
        if unicodedata.category(letter) in ("Mn", "Me") and letter not in BLANK:
            marks += 1
            if kept and kept[-1] != " " and marks <= MARKS_MOST and not 0xFE00 <= ord(letter) <= 0xFE0F:  # noqa: PLR2004
                kept.append(letter)
        else:
            marks = 0
            kept.append(letter if letter.isprintable() and letter not in BLANK else " ")
    name = unicodedata.normalize("NFC", " ".join("".join(kept).split()))[:NAME_LENGTH].strip()
    return name if any(unicodedata.category(letter)[0] in "LNPS" for letter in name) else ""


def checked_name(text: str) -> str:
    """Return a person's name as it is shown; `Denied` if it is blank or mixes scripts that look alike."""
    name = plain_name(text)
    if not name:
        raise Denied("name_needed", most=NAME_LENGTH)
    scripts = {_script(letter) for letter in name if letter.isalpha()} & ALIKE_SCRIPTS
    if len(scripts) > 1:
        raise Denied("name_mixed", scripts=", ".join(script.title() for script in sorted(scripts)))
    return name


def _script(letter: str) -> str:
    return unicodedata.name(letter, "").partition(" ")[0]


@lru_cache(maxsize=4096)
def _latin(letter: str) -> str:
    """Return the plain letter that a further Latin one looks like, or the letter itself."""
    match = None if letter.isascii() else _LATIN_SHAPE.fullmatch(unicodedata.name(letter, ""))
    return letter if match is None else _GREEK_SHAPES.get(match[1], match[1].lower())


def skeleton(name: str) -> str:
    """Return what a name looks like: two names with the same skeleton are easily mistaken for each other."""
    large = "".join(
        letter.upper() if CHEROKEE_SMALL[0] <= ord(letter) <= CHEROKEE_SMALL[1] else letter for letter in name
    )
    bare = "".join(
        letter
        for letter in unicodedata.normalize("NFKD", large.translate(_CAPITALS))
        if not unicodedata.combining(letter)
    )
    shape = "".join(map(_latin, bare.casefold())).translate(_SMALL)
    shape = "".join(letter for letter in shape if letter.isalnum()) or "".join(shape.split())
    for pair, single in _LIGATURES:
        shape = shape.replace(pair, single)
    return shape


def check_distinct(name: str, others: Iterable[str]) -> None:
    """Check that a name cannot be mistaken for one of the others; `Denied` names that one."""
    own = skeleton(name)
    for other in others:
        if other and skeleton(other) == own:
            raise Denied("name_taken", name=name, other=other)


def check_seats(seats: list[SeatRow]) -> None:
    """Check the names of a whole table; `Denied` names the first two that look alike."""
    for number, row in enumerate(seats):
        if row.kind != "open":
            check_distinct(row.name, [other.name for other in seats[:number] if other.kind != "open"])


def make_distinct(names: list[str]) -> list[str]:
    """Return names with numbers behind those that look alike, where nobody is there to choose another one."""
    distinct: list[str] = []
    for name in names:
        shown, number = name, 2
        while any(skeleton(shown) == skeleton(other) for other in distinct):
            shown = f"{name[: NAME_LENGTH - 3]} {number}"
            number += 1
        distinct.append(shown)
    return distinct
