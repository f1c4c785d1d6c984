"""What a bot knows of its game before it is asked: its memory, or else the game so far is shown to it again.

The same game gives the same knowledge by either way, whatever process thinks. A bot is shown only what its seat saw:
the positions in which that seat had to decide, whoever decided for it then.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any

import msgspec

from kilowatt.engine.game import advance, clone, new_game
from kilowatt.engine.snapshot import snapshot
from kilowatt.host.game.stored import stored_entries
from kilowatt.table.undo import Standing

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kilowatt.bots import Budget, Remembering
    from kilowatt.engine.actions import Action
    from kilowatt.engine.rules import Rules
    from kilowatt.engine.state import State
    from kilowatt.host.game.live import LiveGame
    from kilowatt.table.record import Entry


class Past(msgspec.Struct):
    """The game before a question: what the bot of the seat kept at its last decision, or else the whole record."""

    memory: str | None = None
    record: list[str] = []
    """The entries as the store has them; needed where there is no memory."""
    turn: list[dict[str, Any]] = []
    """For the coach: the positions in which the seat has decided since its turn began."""


def bring_up_to_date(bot: Remembering, now: State, seat: int, budget: Budget, past: Past) -> None:
    """Let a new bot know what one would that had decided for the seat from the beginning.

    What a bot has planned in the present round it must think of again, within its budget for that round; of earlier
    rounds it only looks at what rivals did.
    """
    if past.memory is not None:
        bot.recall(past.memory)
        return
    for then in decisions(now.rules, past.record, seat):
        if then.round == now.round:
            with suppress(Exception):  # a position it failed at must not spoil the rest of the round
                bot.advise(then, seat, budget)
                continue
        bot.look(then, seat)


def past_of_turn(live: LiveGame) -> Past:
    """Return what the coach is to know of a game: the turn of the acting seat so far, as far as it could undo it."""
    return Past(turn=[snapshot(then) for _, then in live.window.places if then.actor == live.state.actor])


def decisions(rules: Rules, record: list[str], seat: int) -> Iterator[State]:
    """Yield the positions of a record in which a seat has decided, without what was taken back."""
    state = new_game(rules)
    for move in standing(record):
        if state.actor == seat:
            yield clone(state)
        advance(state, move)


def standing(record: list[str]) -> list[Action]:
    """List the actions of a record that were not taken back."""
    rows: Standing[Entry] = Standing()
    for entry in stored_entries(record):
        rows.read(entry)
    return [entry.action for entry in rows.entries if entry.action is not None]
