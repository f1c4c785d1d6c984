"""Actions as numbers and back. A number names the same action in every position of a game with the same plants.

What a number stands for says the table of decisions (`machine.TABLE`); here is how each argument is read and written.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import permutations
from typing import TYPE_CHECKING, Any

from kilowatt.engine.actions import Action, Pass, Running
from kilowatt.engine.ids import FUELS
from kilowatt.kernel.decisions import Part, Play, kinds, part_texts
from kilowatt.kernel.machine import TABLE
from kilowatt.kernel.menus import KIND, KIND_SHIFT, PASS
from kilowatt.kernel.phases.scrapping import FIRST_BITS, SECOND
from kilowatt.kernel.storage import DIGIT, DIGIT_BITS

if TYPE_CHECKING:
    from kilowatt.engine.rules import Rules


Reader = Callable[["Action", Sequence[int]], int]
Maker = Callable[[int, int, Sequence[int]], "Action"]


class Numbers:
    """The numbers of one game's actions. `plants` are those of the acting seat in ascending order, for runs."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        areas = [area.id for area in rules.board.areas]
        self.names: dict[str, Sequence[Any]] = {
            "area": areas,
            "back": [*rules.backs, rules.end_card],
            "card": rules.card_names,
            "city": rules.city_names,
            "fuel": rules.fuels,
            "kind": rules.kind_names,
            "market": rules.markets,
            "order": list(permutations(range(rules.seats))),
            "plant": rules.card_names[:-1],
            "zone": [tuple([areas[area] for area in zone]) for zone in rules.zone_list],
        }
        """What an argument may be, each at its number."""
        self.known: dict[str, Any] = {
            **self.names,
            **{f"{name}_at": {value: place for place, value in enumerate(row)} for name, row in self.names.items()},
            "given": self._given,
            "given_at": self._given_up,
            "run": self._run,
            "run_at": self._running,
        }
        self.readers: dict[type[Action], Reader] = {}
        self.makers: dict[int, list[tuple[int, Maker]]] = {}
        for ask, row in TABLE.items():
            for kind in kinds(row):
                self.known[kind.__name__] = kind
                self.readers[kind] = self._function(reader_text(ask, row.plays[kind]))
                maker = self._function(maker_text(kind, row.plays[kind]))
                self.makers.setdefault(ask, []).append((row.plays[kind].first, maker))

    def _function(self, text: str) -> Any:  # noqa: ANN401 - a reader or a maker
        """Make a function of its text: written out it takes half the time that a loop over the parts takes."""
        return eval(text, self.known)  # noqa: S307 - text of ours

    def number(self, action: Action, plants: Sequence[int]) -> int:
        """Return the number of an action; `KeyError` or `ValueError` where it names what these rules do not have."""
        return self.readers[type(action)](action, plants)

    def action(self, number: int, seat: int, plants: Sequence[int]) -> Action:
        """Make the action of a number, for the seat that acts."""
        if number == PASS:
            return Pass(seat)
        what = number & (KIND - 1)
        for first, make in self.makers[number >> KIND_SHIFT]:
            if what >= first:
                return make(seat, what - first, plants)
        raise KeyError(number)

    def _given(self, name: str, give_up: dict[str, int]) -> int:
        """Return units of a plant's first fuel, and those of its second far above."""
        rules = self.rules
        fuels = rules.plants[rules.plant_ids[name]].fuels
        return sum([units * (SECOND if fuels.index(rules.fuel_ids[fuel]) else 1) for fuel, units in give_up.items()])

    def _given_up(self, name: str, given: int) -> dict[str, int]:
        rules = self.rules
        units = (given & FIRST_BITS, given // SECOND)
        fuels = rules.plants[rules.plant_ids[name]].fuels
        return {rules.fuels[fuel]: count for fuel, count in zip(fuels, units, strict=False) if count}

    def _run(self, rows: tuple[Running, ...], plants: Sequence[int]) -> int:
        rules = self.rules
        number = 0
        for row in rows:
            plant = rules.plant_ids[row.plant]
            card = rules.plants[plant]
            way = row.burn.get(rules.fuels[card.fuels[1]], 0) if len(card.fuels) > 1 else 0
            number += (way + 1) << DIGIT * plants.index(plant)
        return number

    def _running(self, what: int, plants: Sequence[int]) -> tuple[Running, ...]:
        rules = self.rules
        running: list[Running] = []
        for digit, plant in enumerate(plants):
            way = (what >> DIGIT * digit & DIGIT_BITS) - 1
            if way >= 0:
                card = rules.plants[plant]
                burn = [0] * FUELS
                if card.fuels:
                    burn[card.fuels[0]] = card.need - way
                if len(card.fuels) > 1:
                    burn[card.fuels[1]] = way
                running.append(Running(card.id, {rules.fuels[f]: burn[f] for f in range(FUELS) if burn[f]}))
        return tuple(running)


def reader_text(ask: int, play: Play) -> str:
    """Write the function from an action to its number."""
    if not play.parts:
        return f"lambda action, plants: {PASS}"
    parts = [f"{part.weight} * {_read(part)}" for part in play.parts]
    return f"lambda action, plants: {' + '.join([str(ask * KIND + play.first), *parts])}"


def _read(part: Part) -> str:
    value = f"action.{part.field}"
    if part.stands_for == "number":
        return value
    if part.stands_for == "given":
        return f"given(action.plant, {value})"
    return f"run({value}, plants)" if part.stands_for == "run" else f"{part.stands_for}_at[{value}]"


def maker_text(kind: type[Action], play: Play) -> str:
    """Write the function from a number, its first one taken off, to the action."""
    texts = dict(zip([part.field for part in play.parts], part_texts("what", play), strict=True))
    fields = [f"{part.field}={_made(part, texts)}" for part in play.parts]
    seat = ["seat"] if "seat" in kind.__struct_fields__ else []
    return f"lambda seat, what, plants: {kind.__name__}({', '.join([*seat, *fields])})"


def _made(part: Part, texts: dict[str, str]) -> str:
    number = texts[part.field]
    if part.stands_for == "number":
        return number
    if part.stands_for == "given":
        return f"given_at(plant[{texts['plant']}], {number})"
    return f"run_at({number}, plants)" if part.stands_for == "run" else f"{part.stands_for}[{number}]"
