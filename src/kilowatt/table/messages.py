"""Texts for people: refusals and events as sentences, from catalogues outside the code."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from kilowatt.engine.events import CityConnected, FuelBought, OptedOut, PlantRevealed, PlantsRun, StepBegan
from kilowatt.engine.refusals import render_with

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kilowatt.engine.events import Event
    from kilowatt.engine.refusals import Refusal
    from kilowatt.engine.rules import Rules

LANGUAGES = ("en", "de")
PEOPLE = ("seat", "actor")
PLACES = ("city", "area")
NAMED = ("market", "markets")
"""Arguments that quote an id as it was given or is to be given."""
EITHER = "either"
"""An argument that lists things of which any may be taken."""
COUNTED = re.compile(r"\{(\w+)\|((?:[^{}|]|\{\w+\})*)\|((?:[^{}|]|\{\w+\})*)\}")
"""A part of a text that depends on a number: its argument, the form for one, the form for any other."""


@cache
def catalogue(language: str) -> dict[str, dict[str, str]]:
    """Read a catalogue: sections of texts by code."""
    if language not in LANGUAGES:
        raise ValueError(f"there is no catalogue {language!r}; there are {', '.join(LANGUAGES)}")
    path = Path(__file__).parent / "text" / f"{language}.toml"
    texts: dict[str, dict[str, str]] = tomllib.loads(path.read_text(encoding="utf-8"))
    return texts


def sentence(
    refusal: Refusal,
    language: str = "en",
    rules: Rules | None = None,
    players: Sequence[str] = (),
    of: int | None = None,
) -> str:
    """Write a refusal as a sentence, with its rule; places and people by name where rules and players are given.

    Without players it names seats by their numbers, from 1 as people count them; the refusal's arguments count from 0.

    `of` is the seat that it is about, where others than its player read it: they are told the name instead of "you".
    """
    section, args = "refusals", refusal.args
    if of is not None and refusal.code in catalogue(language)["named"]:
        section, args = "named", {**args, "name": _argument("seat", of, language, rules, players)}
    return f"{text_of(section, refusal.code, args, language, rules, players)} [{refusal.rule}]"


def text_of(
    section: str,
    code: str,
    args: dict[str, Any],
    language: str = "en",
    rules: Rules | None = None,
    players: Sequence[str] = (),
    *,
    capital: bool = True,
) -> str:
    """Write a text of a section with its arguments; places and people by name where rules and players are given.

    It begins with a capital letter, unless it stands within a line.
    """
    words = {name: _argument(name, value, language, rules, players) for name, value in args.items()}
    text = numbered(catalogue(language)[section][code], args).format(**words)
    return text[:1].upper() + text[1:] if capital else text


def numbered(text: str, args: dict[str, Any]) -> str:
    """Choose by number in a text: `{n|1 city|{n} cities}`, as the page does with the same catalogue."""
    if "|" not in text:
        return text
    return COUNTED.sub(lambda match: match[2] if args.get(match[1]) == 1 else match[3], text)


def _argument(name: str, value: Any, language: str, rules: Rules | None, players: Sequence[str]) -> Any:  # noqa: ANN401 - numbers stay numbers
    """Turn an id among the arguments into words."""
    if name in PEOPLE and isinstance(value, int):
        if 0 <= value < len(players):
            return players[value]
        return catalogue(language)["words"]["a_seat"].format(number=value + 1)
    if name in PLACES and rules is not None:
        return place(value, rules, language)
    if name == EITHER:
        return f" {catalogue(language)['words']['or']} ".join([str(_word(part, language)) for part in value])
    if name in NAMED:
        return ", ".join(value) if isinstance(value, list | tuple) else value
    return _word(value, language)


def place(name: str, rules: Rules, language: str = "en") -> str:
    """Name a city or an area of a board by its id; a city that has a number for a name is a space."""
    board = rules.board
    if name in rules.city_ids:
        city = board.cities[rules.city_ids[name]].name
        return catalogue(language)["words"]["space_number"].format(number=city) if city.isdecimal() else city
    return board.areas[rules.area_ids[name]].name if name in rules.area_ids else name


def _word(value: Any, language: str) -> Any:  # noqa: ANN401 - numbers stay numbers
    words = catalogue(language)["words"]
    if isinstance(value, dict):
        parts = [f"{count} {words.get(name, name)}" for name, count in value.items()]
        return ", ".join(parts) or words["nothing"]
    if isinstance(value, list | tuple):
        return ", ".join(str(_word(part, language)) for part in value) or words["nothing"]
    if not isinstance(value, str):
        return value
    fuel, dash, units = value.rpartition("-")
    if dash and fuel in words and (units.isdigit() or units == "single"):
        return f"{words[fuel]} {units if units.isdigit() else words['single']}"
    return words.get(value, value)


def event_sentence(event: Event, rules: Rules, players: Sequence[str], language: str = "en") -> str:
    """Write an event as a sentence, seats by the players' names and cities and areas by theirs."""
    texts = catalogue(language)
    args: dict[str, Any] = msgspec.to_builtins(event)
    del args["type"]
    way = variant(event, rules)
    for name, value in args.items():
        if name == "seat":
            args[name] = texts["words"]["trust"] if value is None else players[value]
        elif name == "order":
            args[name] = ", ".join(players[s] if s < rules.seats else texts["words"]["trust"] for s in value)
        elif name == "space":
            args[name] = rules.house_costs[value]
        elif name == "why":
            args[name] = texts["why"][value]
        elif name == "areas":
            args[name] = ", ".join(place(area, rules) for area in value)
        elif name in {"city", "area"}:
            args[name] = place(value, rules, language)
        else:
            args[name] = _word(value, language)
    if isinstance(event, CityConnected):
        args["cost"] = event.house + event.connection
    line = numbered(texts["events"][way], args).format(**args)
    return line[:1].upper() + line[1:]


def variant(event: Event, rules: Rules) -> str:
    """Return the key of the text that reports an event: its type, or one of several ways to report that type."""
    cards = rules.end_card_announces_last_round
    match event:
        case PlantRevealed(plant) if plant == rules.end_card:
            return "last_round_announced" if cards else "end_card_revealed"
        case PlantRevealed(kept=False):
            return "plant_revealed_gone"
        case StepBegan() if cards:
            return "all_plants_open"
        case OptedOut(forced=True):
            return "opted_out_forced"
        case FuelBought() if event.market != rules.markets[0]:
            return "fuel_bought_elsewhere"
        case PlantsRun() if not event.plants:
            return "plants_run_none"
        case PlantsRun() if not rules.board.cities:
            return "plants_run_income"
    return type(event).__struct_config__.tag  # type: ignore[return-value]


def install() -> None:
    """Let `str(refusal)` return the English sentence."""
    render_with(sentence)
