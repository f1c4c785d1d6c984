"""What the plant stack shows: the back of its top card, and the card that is turned up."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kilowatt.engine import deck, plants, tasks
from kilowatt.engine.actions import Action, Reveal, ShowBack
from kilowatt.engine.asks import ASK_BACK, ASK_REVEAL
from kilowatt.engine.events import BackShown
from kilowatt.engine.phases.decision import Draw

if TYPE_CHECKING:
    from kilowatt.engine.events import Events
    from kilowatt.engine.state import State


class DrawBack(Draw):
    """The back of the top card comes into view [R18-SET-17]."""

    ask = ASK_BACK
    deck = "backs"

    def outcomes(self, s: State) -> list[tuple[Action, int]]:
        """List the backs the top card may have, with weights."""
        shown = s.rules.shows
        return [(shown[back], weight) for back, weight in deck.backs(s.deck)]

    def apply(self, s: State, action: Action, events: Events | None) -> None:
        """Take note of the back."""
        assert isinstance(action, ShowBack)
        s.top_back = s.rules.back_ids[action.back]
        if events is not None:
            events.append(BackShown(action.back))


class DrawPlant(Draw):
    """The top card of the plant stack is turned up [R18-AUC-10]."""

    ask = ASK_REVEAL
    deck = "plants"

    def outcomes(self, s: State) -> list[tuple[Action, int]]:
        """List the cards that may come, with weights."""
        shown = s.rules.reveals
        return [(shown[card], weight) for card, weight in deck.odds(s.deck, s.top_back)]

    def apply(self, s: State, action: Action, events: Events | None) -> None:
        """Take the card off the stack and deal with it."""
        assert isinstance(action, Reveal)
        rules = s.rules
        card = rules.plant_ids.get(action.plant, len(rules.plants))
        s.deck, surplus = deck.draw(s.deck, card)
        s.removed |= surplus
        s.drawn += 1
        if plants.is_end_card(s, card):
            plants.end_card_drawn(s, events)
        else:
            plants.receive(s, card, events)
        s.agenda.append(tasks.SHOW_BACK)


DRAWS: Final[tuple[Draw, ...]] = (DrawBack(), DrawPlant())
