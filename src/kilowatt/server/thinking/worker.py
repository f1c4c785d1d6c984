"""A process that thinks for bots: reads a question per line, writes an answer per line, ends when its input ends.

Its arguments are folders with custom data.

It knows positions and records only: no table, no player, no store. It keeps nothing that would change an answer.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import msgspec

from kilowatt import coach
from kilowatt.bots.trial import TrialGame, trial_game
from kilowatt.coach.record_turns import Turn, turns_of
from kilowatt.coach.review import Row, row_of
from kilowatt.editions.registry import add_data
from kilowatt.engine.actions import to_dict
from kilowatt.engine.snapshot import restore
from kilowatt.server.game.stored import rules_for
from kilowatt.server.helper_process import answer_lines
from kilowatt.server.thinking.recalling import Past, bring_up_to_date
from kilowatt.table.record import parse

if TYPE_CHECKING:
    from kilowatt.bots import Bot

FALLBACK = "search"
"""Plays for a bot whose weights cannot be used: the strongest that needs none."""
COACH = "coach"
"""Asked as a bot is, but for everything it has to say."""
REVIEW = "review"
REVIEW_TURNS = 6
"""Turns that are judged per question: so many that a bot of a game never waits long for them."""


class Question(msgspec.Struct, tag="move", tag_field="task"):
    """A position, who is to move, and which bot shall think how long."""

    ruleset: str
    seats: int
    options: dict[str, Any]
    snapshot: dict[str, Any]
    seat: int
    bot: str
    seed: int
    seconds: float
    past: Past | None = None
    """The game so far; without it the bot knows the position alone."""


class GameQuestion(msgspec.Struct, tag="game", tag_field="task"):
    """A whole game to play out, every seat by the same bot."""

    ruleset: str
    seats: int
    options: dict[str, Any]
    revision: int
    seed: int
    bot: str


class GameAnswer(msgspec.Struct):
    """How a game went, or what went wrong."""

    game: TrialGame | None = None
    error: str | None = None


class ReviewQuestion(msgspec.Struct, tag=REVIEW, tag_field="task"):
    """A record, and from which of its turns on some are to be judged."""

    record: list[str]
    first: int


class Thought(msgspec.Struct):
    """A move a bot considered, with the chance to win after it, where the bot gives one."""

    action: dict[str, Any]
    value: float | None


class Answer(msgspec.Struct):
    """What the bot would do, why, and what else; or what went wrong."""

    action: dict[str, Any] | None = None
    value: float | None = None
    reason: str | None = None
    args: dict[str, Any] = {}
    alternatives: list[Thought] = []
    advice: dict[str, Any] | None = None
    """What the coach says, if it was asked: a `kilowatt.coach.Advice` as plain data."""
    memory: str | None = None
    """What the bot keeps of the game, to be sent with its seat's next question, if it was shown the game so far."""
    warning: str | None = None
    """What the server's log should say of the bot."""
    error: str | None = None


class ReviewAnswer(msgspec.Struct):
    """Some rows of a review, and how many there are in all; or what went wrong."""

    rows: list[Row] = []
    total: int = 0
    error: str | None = None


_TURNS: dict[int, list[Turn]] = {}
"""The turns of the record that was asked about last."""


def judge_turns(question: ReviewQuestion) -> ReviewAnswer:
    """Judge some turns of a record."""
    key = hash(tuple(question.record))
    turns = _TURNS.get(key)
    if turns is None:
        turns = turns_of(parse(question.record))
        _TURNS.clear()
        _TURNS[key] = turns
    some = turns[question.first : question.first + REVIEW_TURNS]
    return ReviewAnswer([row_of(turn) for turn in some], len(turns))


def bot_for(name: str, seed: int) -> tuple[Bot, str | None]:
    """Make a bot, or `search` if its weights cannot be used, and return it with that warning."""
    from kilowatt.bots import make_bot
    from kilowatt.bots.weights import BadWeights

    try:
        return make_bot(name, seed), None
    except BadWeights as error:
        return make_bot(FALLBACK, seed), f"{FALLBACK} plays instead of {name}: {error}"


def answer(question: Question) -> Answer:
    """Ask the bot."""
    from kilowatt.bots import Budget, Remembering

    rules = rules_for(question.ruleset, question.seats, question.options, question.snapshot["revision"])
    state = restore(rules, question.snapshot)
    if question.bot == COACH:
        full = coach.advise(state, question.seat)
        best = full.best
        return Answer(action=to_dict(best.actions[0]), value=best.chance, advice=msgspec.to_builtins(full))
    bot, warning = bot_for(question.bot, question.seed)
    budget = Budget(seconds=question.seconds)
    remembering = bot if question.past is not None and isinstance(bot, Remembering) else None
    if question.past is not None and remembering is not None:
        bring_up_to_date(remembering, state, question.seat, budget, question.past)
    advice = bot.advise(state, question.seat, budget)
    return Answer(
        action=to_dict(advice.action),
        value=advice.value,
        reason=advice.reason.code,
        args=advice.reason.args,
        alternatives=[Thought(to_dict(other.action), other.value) for other in advice.alternatives],
        memory=remembering.memory() if remembering is not None else None,
        warning=warning,
    )


def play_out(question: GameQuestion) -> GameAnswer:
    """Play a whole game."""
    rules = rules_for(question.ruleset, question.seats, question.options, question.revision)
    return GameAnswer(trial_game(rules, question.seed, question.bot))


def responded(question: Question | GameQuestion | ReviewQuestion) -> Answer | GameAnswer | ReviewAnswer:
    """Do what the question asks for."""
    if isinstance(question, GameQuestion):
        return play_out(question)
    return judge_turns(question) if isinstance(question, ReviewQuestion) else answer(question)


_READ = msgspec.json.Decoder(Question | GameQuestion | ReviewQuestion)


def answer_line(line: bytes) -> Answer | GameAnswer | ReviewAnswer:
    """Answer the question of a line."""
    try:
        return responded(_READ.decode(line))
    except Exception as error:  # noqa: BLE001 - a bot's mistake is answered, and a simpler bot plays
        # every kind of answer has this field
        return Answer(error=f"{type(error).__name__}: {error}")


if __name__ == "__main__":
    for folder in sys.argv[1:]:
        add_data(folder)
    answer_lines(answer_line)
