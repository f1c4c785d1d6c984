"""Thinking for bots, hints and reviews: a question in, an answer out, as lines that any process or worker may take.

It knows positions and records only: no table, no player, no store. It keeps nothing that would change an answer.
"""

from __future__ import annotations

import random
import zlib
from time import perf_counter
from typing import TYPE_CHECKING, Any

import msgspec

from kilowatt import coach
from kilowatt.bots.steps import finished
from kilowatt.bots.trial import Forced, TrialGame, game_steps
from kilowatt.coach.check import Trial, trial_steps
from kilowatt.coach.judge import Verdict
from kilowatt.coach.record_turns import Turn, turns_of
from kilowatt.coach.review import Row, bare_row, row_of, start_of
from kilowatt.engine import game
from kilowatt.engine.actions import BadAction, action, to_dict
from kilowatt.engine.snapshot import restore, snapshot
from kilowatt.host.game.stored import rules_for
from kilowatt.host.recalling import Past, bring_up_to_date
from kilowatt.table.record import parse

if TYPE_CHECKING:
    from collections.abc import Generator

    from kilowatt.bots import Bot
    from kilowatt.engine.actions import Action
    from kilowatt.engine.state import State

FALLBACK = "economist"
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
    """A game to play out, every seat by the same bot: it goes on after `moves`, for so many seconds or to the end."""

    ruleset: str
    seats: int
    options: dict[str, Any]
    revision: int
    seed: int
    bot: str
    forced: Forced | None = None
    moves: list[dict[str, Any]] = []
    seconds: float | None = None


class GameAnswer(msgspec.Struct):
    """How a game went, or its moves so far where the seconds were over first, or what went wrong."""

    game: TrialGame | None = None
    moves: list[dict[str, Any]] = []
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


def judge_turns(question: ReviewQuestion) -> Generator[None, None, ReviewAnswer]:
    """Judge some turns of a record, or work out their chances alone."""
    turns = _turns(question.record)
    rows: list[Row] = []
    for place in question.places:
        if place < len(turns):
            rows.append(row_of(turns[place]) if question.judge else bare_row(turns[place]))
            yield
    return ReviewAnswer(rows, [turn.seat for turn in turns], list(start_of(turns)))


def play_on(question: CheckQuestion) -> Generator[None, None, CheckAnswer]:
    """Play a mistake on once each way."""
    turn = _turns(question.record)[question.place]
    return CheckAnswer((yield from trial_steps(turn, question.verdict, question.number)))


def _turns(record: list[str]) -> list[Turn]:
    key = hash(tuple(record))
    turns = _TURNS.get(key)
    if turns is None:
        turns = turns_of(parse(record))
        _TURNS.clear()
        _TURNS[key] = turns
    return turns


def bot_for(name: str, seed: int) -> tuple[Bot, str | None]:
    """Make a bot, or `economist` if its weights cannot be used, and return it with that warning."""
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
        turn = question.past.turn if question.past is not None else []
        full = coach.advise(state, question.seat, [restore(rules, then) for then in turn])
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


def play_out(question: GameQuestion) -> Generator[None, None, GameAnswer]:
    """Play a game on until it ends or the time is over, at least one move."""
    rules = rules_for(question.ruleset, question.seats, question.options, question.revision)
    moves = [action(move) for move in question.moves]
    end = None if question.seconds is None else perf_counter() + question.seconds
    steps = game_steps(rules, question.seed, question.bot, question.forced, moves)
    while True:
        try:
            next(steps)
        except StopIteration as ended:
            return GameAnswer(ended.value)
        if end is not None and perf_counter() >= end:
            return GameAnswer(moves=[to_dict(move) for move in moves])
        yield


Asked = Question | GameQuestion | ReviewQuestion | CheckQuestion
Answered = Answer | GameAnswer | ReviewAnswer | CheckAnswer


def responded(question: Asked) -> Generator[None, None, Answered]:
    """Do what the question asks for, in steps where it takes long; a bot's turn is one step."""
    match question:
        case GameQuestion():
            return (yield from play_out(question))
        case ReviewQuestion():
            return (yield from judge_turns(question))
        case CheckQuestion():
            return (yield from play_on(question))
        case _:
            return answer(question)


_READ = msgspec.json.Decoder(Asked)


def answer_line(line: bytes) -> Answered:
    """Answer the question of a line."""
    try:
        return finished(responded(_READ.decode(line)))
    except Exception as error:  # noqa: BLE001 - a bot's mistake is answered, and a simpler bot plays
        # every kind of answer has this field
        return Answer(error=f"{type(error).__name__}: {error}")


def levels() -> list[str]:
    """List the bots there are, those for people first."""
    from kilowatt.bots import LADDER, LEVELS

    return [*LEVELS, *LADDER]


def seed_of(table: str, seat: int) -> int:
    """Return the seed of the bot at a seat of a table."""
    return zlib.crc32(f"{table}/{seat}".encode())


def random_move(state: State) -> Action:
    """Choose a kind of action, then one of that kind, with the least raise in auctions."""
    choices = game.options(state).choices
    kind = random.choice(list(choices))
    row = random.choice(choices[kind])
    return row.at(0 if kind in ("open", "bid") else random.randrange(len(row)))


def question_of(state: State, seat: int, bot: str, table: str, seconds: float, past: Past | None = None) -> Question:
    """Return the question what a bot of a table would do for a seat."""
    rules = state.rules
    seed = seed_of(table, seat)
    return Question(rules.id, rules.seats, rules.options, snapshot(state), seat, bot, seed, seconds, past)


def problem_of(state: State, answer: Answer) -> str | None:
    """Return what is wrong with an answer; None if its action is allowed."""
    try:
        move = action(answer.action)
    except BadAction as error:
        return str(error)
    reason = game.refusal(state, move)
    return None if reason is None else f"not allowed: {reason.code}"


class Numbered(msgspec.Struct):
    """A question with its number, for which table it is, how urgent, and how many seconds it should take at most."""

    id: int
    table: str
    lane: str
    seconds: float
    ask: Asked


class Told(msgspec.Struct):
    """An answer with the number of its question, and the seconds that it took."""

    id: int
    answer: msgspec.Raw
    seconds: float = 0.0


_read_numbered = msgspec.json.Decoder(Numbered)


def think(raw: bytes) -> bytes:
    """Answer a numbered question of a `LocalHost`; what goes wrong is in the answer."""
    return finished(think_steps(raw))


def think_steps(raw: bytes) -> Generator[None, None, bytes]:
    """Do the work of `think`; between two steps something more urgent may be thought about."""
    question = _read_numbered.decode(raw)
    steps, spent = responded(question.ask), 0.0
    told: Answered | None = None
    while told is None:
        begun = perf_counter()
        try:
            next(steps)
        except StopIteration as ended:
            told = ended.value
        except Exception as error:  # noqa: BLE001 - as `answer_line`
            told = Answer(error=f"{type(error).__name__}: {error}")
        spent += perf_counter() - begun
        if told is None:
            yield
    return msgspec.json.encode(Told(question.id, msgspec.Raw(msgspec.json.encode(told)), spent))
