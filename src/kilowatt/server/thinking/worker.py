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
from kilowatt.coach.check import Trial, trial
from kilowatt.coach.judge import Verdict
from kilowatt.coach.record_turns import Turn, turns_of
from kilowatt.coach.review import Row, bare_row, row_of, start_of
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
    """A record, and which of its turns are to be judged; of others only the chances are asked."""

    record: list[str]
    places: list[int]
    judge: bool


class CheckQuestion(msgspec.Struct, tag="check", tag_field="task"):
    """A mistake of a record, to be played on once each way with the cards of a number."""

    record: list[str]
    place: int
    verdict: Verdict
    number: int


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
    """Some rows of a review, which seats they are of, and the chances before the first; or what went wrong."""

    rows: list[Row] = []
    seats: list[int] = []
    """Of all turns whose each is, -1 for cards: so the total is known, and whose are to be judged first."""
    start: list[float] = []
    error: str | None = None


class CheckAnswer(msgspec.Struct):
    """The chance at the end of a trial, each way; or what went wrong."""

    trial: Trial | None = None
    error: str | None = None


_TURNS: dict[int, list[Turn]] = {}
"""The turns of the record that was asked about last."""


def judge_turns(question: ReviewQuestion) -> ReviewAnswer:
    """Judge some turns of a record, or work out their chances alone."""
    turns = _turns(question.record)
    some = [turns[place] for place in question.places if place < len(turns)]
    rows = [row_of(turn) if question.judge else bare_row(turn) for turn in some]
    return ReviewAnswer(rows, [turn.seat for turn in turns], list(start_of(turns)))


def play_on(question: CheckQuestion) -> CheckAnswer:
    """Play a mistake on once each way."""
    return CheckAnswer(trial(_turns(question.record)[question.place], question.verdict, question.number))


def _turns(record: list[str]) -> list[Turn]:
    key = hash(tuple(record))
    turns = _TURNS.get(key)
    if turns is None:
        turns = turns_of(parse(record))
        _TURNS.clear()
        _TURNS[key] = turns
    return turns


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


Asked = Question | GameQuestion | ReviewQuestion | CheckQuestion
Answered = Answer | GameAnswer | ReviewAnswer | CheckAnswer


def responded(question: Asked) -> Answered:
    """Do what the question asks for."""
    match question:
        case GameQuestion():
            return play_out(question)
        case ReviewQuestion():
            return judge_turns(question)
        case CheckQuestion():
            return play_on(question)
        case _:
            return answer(question)


_READ = msgspec.json.Decoder(Asked)


def answer_line(line: bytes) -> Answered:
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
