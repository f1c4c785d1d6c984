"""The notation: actions as short lines that people type and read, without the seat.

`open 13 15`, `bid 16`, `pass`, `scrap 5`, `scrap 5 coal2 oil1` (with
fuel given up), `drop coal`, `buy oil`, `buy oil north`, `card 2 coal-3`, `build essen`,
`run 7:oil3 5:coal1+oil1 13`, `run` (nothing), `area west`, `trust essen`, `mark essen`; dealt: `order 2 0 1`,
`zone west east south`, `back plug`, `reveal 21`, `fuel coal-2`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kilowatt.engine.actions import (
    Action,
    Bid,
    Build,
    BuyCard,
    BuyFuel,
    ChooseArea,
    CloseCity,
    DiscardFuel,
    Jump,
    MarkStart,
    Open,
    Pass,
    PlaceTrust,
    Reveal,
    RevealFuel,
    Run,
    Running,
    Scrap,
    SeatOrder,
    ShowBack,
    Zone,
)

if TYPE_CHECKING:
    from collections.abc import Callable

WORDS = {
    "open": "open PLANT BID",
    "bid": "bid AMOUNT",
    "pass": "pass",
    "scrap": "scrap PLANT [FUEL NUMBER ...], as in scrap 5, or scrap 5 coal2 oil1 to give up fuel with it",
    "drop": "drop FUEL",
    "buy": "buy FUEL [MARKET]",
    "card": "card COLUMN CARD",
    "build": "build CITY",
    "jump": "jump CITY",
    "run": "run [PLANT[:FUEL NUMBER[+FUEL NUMBER]] ...], as in run 7:oil3 5:coal1+oil1 13",
    "area": "area AREA",
    "trust": "trust CITY",
    "mark": "mark CITY",
}
"""Every word of a decision with how it is written."""


class BadNotation(ValueError):
    """A line that is no action; the message says how it is written."""


def write(action: Action) -> str:
    """Write an action as a line."""
    for kind, line in _WRITE:
        if isinstance(action, kind):
            return line(action)
    raise TypeError(type(action).__name__)


def _running(row: Running) -> str:
    burn = "+".join(f"{fuel}{count}" for fuel, count in row.burn.items())
    return f"{row.plant}:{burn}" if burn else row.plant


_WRITE: list[tuple[type[Action], Callable[..., str]]] = [
    (Open, lambda a: f"open {a.plant} {a.bid}"),
    (Bid, lambda a: f"bid {a.amount}"),
    (Pass, lambda _: "pass"),
    (Scrap, lambda a: " ".join(["scrap", a.plant, *[f"{fuel}{count}" for fuel, count in a.give_up.items()]])),
    (DiscardFuel, lambda a: f"drop {a.fuel}"),
    (BuyFuel, lambda a: f"buy {a.fuel}" if a.market == "main" else f"buy {a.fuel} {a.market}"),
    (BuyCard, lambda a: f"card {a.column} {a.card}"),
    (Build, lambda a: f"build {a.city}"),
    (Jump, lambda a: f"jump {a.city}"),
    (Run, lambda a: " ".join(["run", *map(_running, a.plants)])),
    (ChooseArea, lambda a: f"area {a.area}"),
    (PlaceTrust, lambda a: f"trust {a.city}"),
    (MarkStart, lambda a: f"mark {a.city}"),
    (SeatOrder, lambda a: " ".join(["order", *map(str, a.order)])),
    (Zone, lambda a: " ".join(["zone", *a.areas])),
    (ShowBack, lambda a: f"back {a.back}"),
    (Reveal, lambda a: f"reveal {a.plant}"),
    (RevealFuel, lambda a: f"fuel {a.card}"),
    (CloseCity, lambda a: f"close {a.city}"),
]


def read(line: str, seat: int) -> Action:  # noqa: C901, PLR0912 - one line for each word
    """Read a decision of a seat; `BadNotation` says how the word is written."""
    words = line.split()
    word, rest = (words[0].lower(), words[1:]) if words else ("", [])
    if word not in WORDS:
        raise BadNotation(f"{line!r} is no move; a move begins with {', '.join(WORDS)}")
    try:
        match word, rest:
            case "open", [plant, bid]:
                return Open(seat, plant, int(bid))
            case "bid", [amount]:
                return Bid(seat, int(amount))
            case "pass", []:
                return Pass(seat)
            case "scrap", [plant, *fuels]:
                return Scrap(seat, plant, _read_amounts(fuels, "scrap"))
            case "drop", [fuel]:
                return DiscardFuel(seat, fuel)
            case "buy", [fuel, *market] if len(market) <= 1:
                return BuyFuel(seat, fuel, market[0] if market else "main")
            case "card", [column, card]:
                return BuyCard(seat, int(column), card)
            case "build", [city]:
                return Build(seat, city)
            case "jump", [city]:
                return Jump(seat, city)
            case "run", plants:
                return Run(seat, tuple(_read_running(plant) for plant in plants))
            case "area", [area]:
                return ChooseArea(seat, area)
            case "trust", [city]:
                return PlaceTrust(seat, city)
            case "mark", [city]:
                return MarkStart(seat, city)
    except BadNotation:
        raise
    except ValueError:
        pass
    raise BadNotation(f"{line!r} is not how it is written: {WORDS[word]}")


_AMOUNT = re.compile(r"([a-z]+)(\d+)$")


def _read_running(text: str) -> Running:
    plant, _, burns = text.partition(":")
    return Running(plant, _read_amounts(burns.split("+") if burns else [], "run"))


def _read_amounts(parts: list[str], word: str) -> dict[str, int]:
    amounts: dict[str, int] = {}
    for part in parts:
        match = _AMOUNT.match(part)
        if match is None or match[1] in amounts:
            raise BadNotation(f"{part!r} is not how an amount of fuel is written: {WORDS[word]}")
        amounts[match[1]] = int(match[2])
    return amounts
