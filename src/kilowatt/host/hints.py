"""Hints: what the coach or a bot would do, in the words of the viewer's language."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from kilowatt.coach import Advice
from kilowatt.engine.actions import action
from kilowatt.host.coach_views import choice_view
from kilowatt.host.errors import Denied
from kilowatt.protocol import AdviceView, Hint, ReasonView, WorthView
from kilowatt.table.messages import catalogue

if TYPE_CHECKING:
    from kilowatt.host.room import Room
    from kilowatt.host.thinking import Answer
    from kilowatt.host.viewers import Viewer


def hinted_seat(room: Room, viewer: Viewer, seat: int | None) -> int:
    """Return the acting seat if a viewer may have a hint for it; `Denied` says why not."""
    if not room.row.plan.hints:
        raise Denied("no_hints")
    if room.game is None:
        raise Denied("waiting")
    actor = room.game.actor
    if not isinstance(actor, int) or actor not in viewer.seats or seat not in (None, actor):
        raise Denied("hint_off_turn")
    return room.persons_seat(viewer.device, actor)


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
        {plant: msgspec.convert(msgspec.to_builtins(row), WorthView) for plant, row in advice.worths.items()},
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
