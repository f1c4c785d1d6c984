"""What the plant stack shows: the back of its top card, and the card that is turned up."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kilowatt.engine import deck, plants
from kilowatt.engine.actions import Action, Reveal, ShowBack
from kilowatt.engine.asks import ASK_BACK, ASK_REVEAL
from kilowatt.engine.phases.decision import Draw

if TYPE_CHECKING:
    from kilowatt.engine.state import State


class DrawBack(Draw):
    """The back of the top card comes into view [R18-SET-17]."""

    ask = ASK_BACK
    deck = "backs"

    def outcomes(self, s: State) -> list[tuple[Action, int]]:
        """List the backs the top card may have, with weights."""
        shown = s.rules.shows
        return [(shown[back], weight) for back, weight in deck.backs(s)]

    def apply(self, s: State, action: Action) -> None:
        """Take note of the back."""
        assert isinstance(action, ShowBack)
        plants.back_shown(s, s.rules.back_ids[action.back])


class DrawPlant(Draw):
    """The top card of the plant stack is turned up [R18-AUC-10]."""

    ask = ASK_REVEAL
    deck = "plants"

    def outcomes(self, s: State) -> list[tuple[Action, int]]:
        """List the cards that may come, with weights."""
        shown = s.rules.reveals
        return [(shown[card], weight) for card, weight in deck.odds(s)]

    def apply(self, s: State, action: Action) -> None:
        """Take the card off the stack and deal with it."""
        assert isinstance(action, Reveal)
        rules = s.rules
        plants.card_revealed(s, rules.plant_ids.get(action.plant, rules.plant_size))


DRAWS: Final[tuple[Draw, ...]] = (DrawBack(), DrawPlant())
