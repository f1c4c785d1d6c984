"""What several commands are asked for in the same way: rulesets, seats, options and places for files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import kilowatt
from kilowatt import BadOption

ALL_SEATS = (2, 3, 4, 5, 6)


def rulesets_of(text: str) -> list[str]:
    """Read `all` (the published games), `every` (those composed of two games as well) or a list of ids."""
    known = kilowatt.rulesets()
    if text in ("all", "every"):
        return [row.id for row in known if text == "every" or not row.composed]
    asked = [part.strip() for part in text.split(",") if part.strip()]
    ids = [row.id for row in known]
    if not asked:
        raise BadOption("ruleset", f"expected all, every or ids separated by commas; there are {', '.join(ids)}")
    for name in asked:
        if name not in ids:
            raise BadOption("ruleset", f"there is no {name!r}; there are {', '.join(ids)}")
    return list(dict.fromkeys(asked))


def seats_of(text: str) -> list[int]:
    """Read `all` or a list of numbers of seats."""
    if text == "all":
        return list(ALL_SEATS)
    counts: list[int] = []
    for part in text.split(","):
        if not part.strip().isdigit() or int(part) not in ALL_SEATS:
            raise BadOption("seats", f"expected all or numbers from 2 to 6, not {text!r}")
        counts.append(int(part))
    return list(dict.fromkeys(counts))


def check_place(path: Path, option: str) -> None:
    """Make sure, before hours of work, that a file can be put where it is asked for."""
    if path.is_dir():
        raise BadOption(option, f"expected the name of a file, but {path} is a folder")
    if not path.parent.is_dir():
        raise BadOption(option, f"there is no folder {path.parent}; make it, or name another place")


def _value(text: str) -> Any:  # noqa: ANN401 - whatever an option takes
    for form in (text, f"[{text}]"):
        try:
            return json.loads(form)
        except json.JSONDecodeError:
            continue
    return text.split(",") if "," in text else text


def options_of(
    pairs: list[str] | None, deck: Path | None = None, contractor_cards: Path | None = None
) -> dict[str, Any]:
    """Read options given as NAME=VALUE; values are JSON, or plain words."""
    options: dict[str, Any] = {}
    for pair in pairs or []:
        name, equals, value = pair.partition("=")
        if not (name and equals):
            raise BadOption("option", f"expected NAME=VALUE, as in contractor=true, not {pair!r}")
        options[name] = _value(value)
    if deck is not None:
        options["deck"] = kilowatt.read_deck(deck)
    if contractor_cards is not None:
        options["contractor_cards"] = kilowatt.read_contractor_cards(contractor_cards)
        options["contractor"] = True
    return options
