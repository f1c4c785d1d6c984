"""Cities that are closed by lot at the preparation: nobody builds there, and ways lead through them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kilowatt.engine import tasks
from kilowatt.engine.actions import Action, CloseCity
from kilowatt.engine.asks import ASK_CLOSE
from kilowatt.engine.emitting import CITY_CLOSED, emit
from kilowatt.engine.ids import CHANCE, bits
from kilowatt.engine.phases.decision import Draw
from kilowatt.engine.rows import Cities

if TYPE_CHECKING:
    from kilowatt.engine.state import State


def close_cities(s: State, arg: int) -> None:
    """Wait for the next city that nobody may build in, as many as the rules say [AT-MH-04]."""
    if arg < len(s.rules.closing):
        s.ask = ASK_CLOSE
        s.actor = CHANCE
        s.agenda.append(tasks.CLOSE_CITIES + tasks.ARG * (arg + 1))


def open_to_closing(s: State) -> Cities:
    """Return the cities of which one is closed next: the cost of their house is that of this draw [AT-MH-04]."""
    number = s.agenda[-1] >> tasks.ARG_SHIFT
    return s.zone & s.rules.closing[number - 1]


def close_city(s: State, city: int) -> None:
    """Take a city out of the zone; ways lead through it all the same [AT-MH-02, AT-MH-04]."""
    s.zone &= ~(1 << city)
    emit(s, CITY_CLOSED, city)


class DrawClosed(Draw):
    """Chance closes cities, one by one [AT-MH-04]."""

    ask = ASK_CLOSE
    deck = "closed"

    def key(self, s: State) -> tuple[str, int, int]:
        """Name the draw by how many were closed before."""
        return self.deck, 0, s.agenda[-1] >> tasks.ARG_SHIFT

    def outcomes(self, s: State) -> list[tuple[Action, int]]:
        """List the cities of the cost of this draw that are not closed yet."""
        return [(CloseCity(s.rules.city_names[city]), 1) for city in bits(open_to_closing(s))]

    def apply(self, s: State, action: Action) -> None:
        """Close the city that was drawn."""
        assert isinstance(action, CloseCity)
        close_city(s, s.rules.city_ids[action.city])


DRAWS: Final[tuple[Draw, ...]] = (DrawClosed(),)
