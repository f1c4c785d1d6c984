"""Hints: what the coach or a bot would do, in the words of the viewer's language."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from kilowatt.coach import Advice
from kilowatt.engine import game
from kilowatt.engine.actions import action
from kilowatt.protocol import AdviceView, Hint, ReasonView, WorthView
from kilowatt.server.coach_views import choice_view
from kilowatt.server.errors import Denied
from kilowatt.server.thinking.pool import Asker
from kilowatt.server.thinking.worker import COACH
from kilowatt.table.messages import catalogue

if TYPE_CHECKING:
    from kilowatt.server.tables.room.room import Room
    from kilowatt.server.tables.room.viewers import Viewer
    from kilowatt.server.thinking.pool import Thinker
    from kilowatt.server.thinking.worker import Answer


class Hints:
    """Asks the coach for people who want a hint."""

    def __init__(self, thinker: Thinker) -> None:
        self.thinker = thinker

    async def hint(self, room: Room, viewer: Viewer, name: str, seat: int | None) -> Hint:
        """Ask a good bot what it would do in the viewer's place."""
        if not room.row.plan.hints:
            raise Denied("no_hints")
        if room.game is None:
            raise Denied("waiting")
        actor = room.game.actor
        if not isinstance(actor, int) or actor not in viewer.seats or seat not in (None, actor):
            raise Denied("hint_off_turn")
        seq = room.game.seq
        state = game.clone(room.game.state)
        answer, who = await self.thinker.advise(COACH, state, actor, Asker(room.code, viewer.address))
        return hint_of(answer, who, name, actor, seq, viewer.lang, room)


def hint_of(answer: Answer, who: str, name: str, seat: int, seq: int, language: str, room: Room) -> Hint:
    """Write an answer as a hint: everything the coach said, or the move and reason of the bot that stood in."""
    move = action(answer.action or {})
    if answer.advice is None:
        reason = None
        if answer.reason is not None:
            reason = ReasonView(answer.reason, answer.args, reason_text(answer.reason, answer.args, language))
        others = [AdviceView(action(other.action), other.value) for other in answer.alternatives]  # type: ignore[arg-type]
        return Hint(name, seat, seq, who, AdviceView(move, answer.value, reason), others)  # type: ignore[arg-type]
    advice = msgspec.convert(answer.advice, Advice)
    assert room.game is not None  # noqa: S101 - hints are given in games
    rules = room.game.rules
    choices = [choice_view(choice, language, rules, room.players) for choice in advice.choices]
    first = choices[0].claims
    reason = ReasonView(first[0].code, first[0].args, " ".join([claim.text for claim in first])) if first else None
    return Hint(
        name,
        seat,
        seq,
        who,
        AdviceView(choices[0].actions[0], choices[0].chance, reason),
        [AdviceView(choice.actions[0], choice.chance) for choice in choices[1:]],
        choices,
        {plant: WorthView(row.worth, row.stop, row.least, row.price) for plant, row in advice.worths.items()},
        advice.alike,
    )


def reason_text(code: str, args: dict[str, Any], language: str) -> str:
    """Return a bot's reason as a sentence; its code where the catalogue has no sentence for it."""
    sentence = catalogue(language).get("reasons", {}).get(code)
    if sentence is None:
        return code
    try:
        return sentence.format(**args)
    except (KeyError, IndexError, ValueError):
        return code
