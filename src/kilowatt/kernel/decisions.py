"""How a decision and a draw are said in numbers: the menu, and what the number of each kind of action stands for.

Every module of `kernel.phases` lists its own in `ROWS`; `machine` puts them together. From these rows follow the
numbers of actions and back (`numbers.py`), the C that lists and plays them, and which actions the C plays at all.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from kilowatt.engine.ids import FUELS, KINDS
from kilowatt.kernel.menus import CARD

if TYPE_CHECKING:
    from kilowatt.engine.actions import Action


class Part(NamedTuple):
    """One argument of an action: its field, what its number stands for (see `numbers.Names`), and its weight."""

    field: str
    stands_for: str
    weight: int = 1


class Play(NamedTuple):
    """How a kind of action is played: a function of the record and the parts of the number, the heaviest first."""

    does: Callable[..., None] | None
    """None where nothing follows but the next task."""
    parts: tuple[Part, ...] = ()
    first: int = 0
    """The least number of this kind, where a decision takes several kinds with arguments."""


class Row(NamedTuple):
    """A decision or a draw: the function that lists its menu, and its kinds of action. Passing has no arguments."""

    menu: Callable[..., None]
    plays: dict[type[Action], Play]


Rows = dict[int, Row]
"""By ask."""

AREA: Final = (Part("area", "area"),)
BACK: Final = (Part("back", "back"),)
CITY: Final = (Part("city", "city"),)
COLUMN: Final = (Part("column", "number", KINDS), Part("card", "kind"))
FUEL: Final = (Part("fuel", "fuel"),)
GOODS: Final = (Part("market", "market", FUELS), Part("fuel", "fuel"))
KIND_OF_CARD: Final = (Part("card", "kind"),)
LOT: Final = (Part("plant", "plant", CARD), Part("bid", "number"))
NUMBER: Final = (Part("amount", "number"),)
ORDER: Final = (Part("order", "order"),)
PLANT: Final = (Part("plant", "card"),)
SCRAPPED: Final = (Part("plant", "plant", CARD), Part("give_up", "given"))
SETS: Final = (Part("plants", "run"),)
ZONE: Final = (Part("areas", "zone"),)


def kinds(row: Row) -> tuple[type[Action], ...]:
    """Return the kinds of action of a row, passing last, those with the greatest numbers first."""
    return tuple(sorted(row.plays, key=lambda kind: (not row.plays[kind].parts, -row.plays[kind].first)))


def part_texts(what: str, play: Play) -> list[str]:
    """Write each part of a number, in terms that Python and C share."""
    texts: list[str] = []
    above = 0
    for part in play.parts:
        text = f"{what} % {above}" if above else what
        texts.append(f"({text}) // {part.weight}" if part.weight > 1 else text)
        above = part.weight
    return texts


def is_single(row: Row, kind: type[Any]) -> bool:
    """Return whether the numbers of a kind are those of one argument: 0, 1, 2, ... and no other kind has them."""
    play = row.plays[kind]
    return len(play.parts) == 1 and play.first == 0 and play.parts[0].stands_for not in ("given", "number", "run")
