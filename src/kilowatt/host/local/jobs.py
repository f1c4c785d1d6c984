"""What is thought about for the tables of one device: bots' turns, hints, reviews and trials, one question at a time.

A question goes to whoever thinks, another worker as a rule, and its answer comes back later. Nothing is shared with the
thinker: a question that is given up costs nothing but its time.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from kilowatt.bots import Budget, make_bot, remembers
from kilowatt.bots.roster import QUICK, ROSTER
from kilowatt.engine.actions import action, to_dict
from kilowatt.host.deciding import ENTRIES_MOST
from kilowatt.host.errors import Denied
from kilowatt.host.hints import hint_of, hinted_seat
from kilowatt.host.local.tables import STAND_IN
from kilowatt.host.recalling import Past, past_of_turn
from kilowatt.host.thinking import COACH, Answer, Numbered, Told, problem_of, question_of, random_move

if TYPE_CHECKING:
    from collections.abc import Callable

    from kilowatt.host.game.live import LiveGame
    from kilowatt.host.local.kept import Kept
    from kilowatt.host.local.tables import Tables
    from kilowatt.host.viewers import Viewer

PLAYER, HINT, ABSENT, REVIEW, TRIAL = "player", "hint", "absent", "review", "trial"
SIMPLER = "simple"
AT_ONCE = "normal"
"""Plays a move that nobody wants to wait for: it answers in a few milliseconds."""
HINTS_MOST = 4
"""Hints that wait at most."""


class Waiting(NamedTuple):
    """A question that somebody thinks about: whose it is, what is done with its answer, and what without one."""

    table: str
    take: Callable[[bytes, float], None]
    """What is done with an answer and the seconds that it took."""
    fail: Callable[[], None]
    """What is done where the thinker failed."""
    again: Callable[[], None] | None = None
    """What is done where the thinker was stopped, so that the question is asked again."""
    hurry: Callable[[], None] | None = None
    """What is done where somebody would not wait any longer."""


class HintAsked(NamedTuple):
    """A hint that a viewer waits for."""

    kept: Kept
    viewer: Viewer
    name: str
    seat: int
    seq: int
    who: str = COACH


class Source:
    """Asks questions that can wait: reviews and trials."""

    def next(self, jobs: Jobs) -> Numbered | None:
        """Return the next question, if there is one."""
        raise NotImplementedError


class Jobs:
    """Everything that waits for thought on this device."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.hints: list[HintAsked] = []
        self.sources: list[Source] = []
        self._waiting: dict[int, Waiting] = {}
        self._number = 0
        self._failed: dict[tuple[str, int], int] = {}
        """How often the bot that is to move after an entry has failed."""

    # --- asking -------------------------------------------------------------------------------------------------------

    def question(self, *, urgent: bool = False) -> bytes | None:
        """Return the most urgent question that nobody thinks about yet; `urgent`: only one that somebody waits for."""
        asked = self._turn(watched=True) or self._hint()
        if not urgent:
            asked = asked or self._turn(watched=False)
            for source in self.sources:
                asked = asked or source.next(self)
        return None if asked is None else msgspec.json.encode(asked)

    def numbered(self, table: str, lane: str, seconds: float, ask: Any, waiting: Waiting) -> Numbered:  # noqa: ANN401
        """Add a number to a question, and wait for its answer."""
        self._number += 1
        self._waiting[self._number] = waiting
        return Numbered(self._number, table, lane, seconds, ask)

    def is_thought_about(self, table: str) -> bool:
        """Return whether somebody thinks about a table's next move."""
        return any(one.table == table for one in self._waiting.values())

    def _turn(self, *, watched: bool) -> Numbered | None:
        """Return the question of a bot that is to move, at a table that somebody looks at or at any."""
        for kept in [*self.tables.kept.values()]:
            room = kept.room
            actor = room.row.live.actor if kept.asleep else room.game.actor if room.game is not None else None
            if room.row.state != "playing" or not isinstance(actor, int) or not room.played_by_bot(actor):
                continue
            looked_at = any(viewer.ready for viewer in room.viewers)
            if looked_at != watched or not (looked_at or room.has_player()):
                continue
            live = self._awake(kept)
            if live is not None and not self.is_thought_about(f"turn {room.code}"):
                if live.seq >= ENTRIES_MOST:
                    self.tables.end(kept, "length")
                    continue
                return self._ask_bot(kept, actor, PLAYER if watched else ABSENT)
        return None

    def _awake(self, kept: Kept) -> LiveGame | None:
        """Return the game of a table; None where its record is damaged."""
        with suppress(Denied):
            self.tables.wake(kept)
        return kept.room.game

    def _ask_bot(self, kept: Kept, seat: int, lane: str) -> Numbered | None:
        room, live = kept.room, kept.room.game
        assert live is not None  # noqa: S101 - a bot is to move
        level = room.seats[seat].level or STAND_IN
        failures = self._failed.get((room.code, live.seq), 0)
        if failures > 1:
            self._play(kept, msgspec.to_builtins(random_move(live.state)), "random")
            return None
        who = SIMPLER if failures else level
        memory = live.memory(seat, who)
        past = None
        if remembers(who):
            past = Past(memory) if memory is not None else Past(record=[*kept.lines])
        seconds = ROSTER[who].seconds if who in ROSTER else QUICK
        ask = question_of(live.state, seat, who, room.code, seconds, past)
        turn = _Turn(self, kept, seat, live.seq, live.window.standing, who)
        return self.numbered(
            room.code, lane, seconds, ask, Waiting(f"turn {room.code}", turn.take, turn.fail, hurry=turn.hurry)
        )

    def _hint(self) -> Numbered | None:
        if not self.hints:
            return None
        asked = self.hints.pop(0)
        live = asked.kept.room.game
        if live is None or live.seq != asked.seq:
            asked.viewer.send_message(Denied("hint_off_turn").refused(asked.name, asked.viewer.lang))
            return self._hint()
        seconds = ROSTER[asked.who].seconds if asked.who in ROSTER else QUICK
        past = past_of_turn(live) if asked.who == COACH else None
        ask = question_of(live.state, asked.seat, asked.who, asked.kept.room.code, seconds, past)
        hint = _HintTurn(self, asked)
        return self.numbered(
            asked.kept.room.code, HINT, seconds, ask, Waiting("hint", hint.take, hint.fail, hint.again)
        )

    def ask_hint(self, kept: Kept, viewer: Viewer, name: str, seat: int | None) -> None:
        """Note that a viewer wants a hint; `Denied` says why there is none."""
        actor = hinted_seat(kept.room, viewer, seat)
        if len(self.hints) >= HINTS_MOST:
            raise Denied("too_many")
        assert kept.room.game is not None  # noqa: S101 - a seat is to act
        self.hints.append(HintAsked(kept, viewer, name, actor, kept.room.game.seq))

    # --- answers ------------------------------------------------------------------------------------------------------

    def answered(self, raw: bytes) -> None:
        """Take an answer; one whose question is not waited for any more is forgotten."""
        told = msgspec.json.decode(raw, type=Told)
        waiting = self._waiting.pop(told.id, None)
        if waiting is not None:
            waiting.take(bytes(told.answer), told.seconds)

    def give_up(self, number: int) -> None:
        """Note that the thinker of a question has failed."""
        waiting = self._waiting.pop(number, None)
        if waiting is not None:
            waiting.fail()

    def put_back(self, number: int) -> None:
        """Note that nobody thinks about a question any more, and nothing went wrong: it is asked again."""
        waiting = self._waiting.pop(number, None)
        if waiting is not None and waiting.again is not None:
            waiting.again()

    def hurry(self, number: int) -> None:
        """Answer a question at once, whose thinker was stopped because somebody would not wait any longer."""
        waiting = self._waiting.pop(number, None)
        if waiting is not None:
            (waiting.hurry or waiting.fail)()

    def failed(self, code: str, seq: int) -> None:
        """Note that the bot that is to move after an entry has failed: a simpler one is asked, then chance."""
        self._failed = {(code, seq): self._failed.get((code, seq), 0) + 1}

    def _play(self, kept: Kept, move: dict[str, Any], who: str) -> None:
        self.tables.play_for(kept, action(move), f"bot:{who}")
        self.tables.follow_orders(kept)

    def play(self, kept: Kept, answer: Answer, who: str) -> None:
        """Play a bot's move."""
        self._play(kept, answer.action or {}, who)


class _Turn:
    """A bot's turn, as it was when the bot was asked."""

    def __init__(self, jobs: Jobs, kept: Kept, seat: int, seq: int, standing: int, who: str) -> None:
        self.jobs, self.kept, self.seat, self.seq, self.standing, self.who = jobs, kept, seat, seq, standing, who

    def _is_on(self) -> bool:
        room = self.kept.room
        live = room.game
        kept_here = self.jobs.tables.kept.get(room.code) is self.kept
        return (
            kept_here and live is not None and live.seq == self.seq and not live.over and room.played_by_bot(self.seat)
        )

    def take(self, raw: bytes, seconds: float) -> None:
        """Make the move if it is still the bot's turn."""
        if not self._is_on():
            return
        live = self.kept.room.game
        assert live is not None  # noqa: S101 - it goes on
        answer = msgspec.json.decode(raw, type=Answer)
        if answer.error or problem_of(live.state, answer) is not None:
            self.fail()
            return
        self.jobs.play(self.kept, answer, self.who)
        if answer.memory is not None:
            live.remember(self.seat, self.standing, self.who, answer.memory)

    def fail(self) -> None:
        """Let a simpler bot think."""
        if self._is_on():
            self.jobs.failed(self.kept.room.code, self.seq)

    def hurry(self) -> None:
        """Let a bot that takes no time play this move."""
        live = self.kept.room.game
        if self._is_on() and live is not None:
            move = make_bot(AT_ONCE, 0).advise(live.state, self.seat, Budget(seconds=QUICK)).action
            self.jobs.play(self.kept, Answer(to_dict(move)), AT_ONCE)


class _HintTurn:
    """A hint that is thought about."""

    def __init__(self, jobs: Jobs, asked: HintAsked) -> None:
        self.jobs, self.asked = jobs, asked

    def take(self, raw: bytes, seconds: float) -> None:
        """Send the hint."""
        asked = self.asked
        answer = msgspec.json.decode(raw, type=Answer)
        if answer.error or answer.action is None:
            self.fail()
            return
        room, viewer = asked.kept.room, asked.viewer
        viewer.send_message(hint_of(answer, asked.who, asked.name, asked.seat, asked.seq, viewer.lang, room))

    def again(self) -> None:
        """Ask the same again."""
        self.jobs.hints.insert(0, self.asked)

    def fail(self) -> None:
        """Ask a bot in the coach's place; without any, say that it failed."""
        if self.asked.who == COACH:
            self.jobs.hints.insert(0, self.asked._replace(who=SIMPLER))
        else:
            self.asked.viewer.send_message(Denied("failed").refused(self.asked.name, self.asked.viewer.lang))
