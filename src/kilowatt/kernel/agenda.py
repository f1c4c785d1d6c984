"""The agenda: what is still to be done, the next task last. Tasks have the numbers of the reference."""

from __future__ import annotations

from kilowatt.kernel.menus import TOO_MANY_TASKS
from kilowatt.kernel.record_layout import AGENDA, Game


def push(s: Game, task: int) -> None:
    """Put a task next."""
    if s.agenda_size >= AGENDA:
        s.fault = TOO_MANY_TASKS
        return
    s.agenda[s.agenda_size] = task
    s.agenda_size += 1


def pop(s: Game) -> int:
    """Take the next task off; its place is set to zero."""
    s.agenda_size -= 1
    task = s.agenda[s.agenda_size]
    s.agenda[s.agenda_size] = 0
    return task
