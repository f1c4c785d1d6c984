"""Rounds: their beginning, the turn order and the end of the game."""

from __future__ import annotations

from typing import Final

from kilowatt.engine import tasks
from kilowatt.engine.ids import END, LAST_NUMBER, OVER, SETUP
from kilowatt.kernel import agenda, plants, storage
from kilowatt.kernel.agenda import push
from kilowatt.kernel.bits import count
from kilowatt.kernel.phases.setup import set_order
from kilowatt.kernel.record_layout import CHAIRS, MARKS, Game, Menu, Tables

MONEY_PER_POINT: Final = 10
BY_MONEY: Final = 0
BY_CITIES: Final = 1


def new_round(s: Game, t: Tables) -> None:
    """Begin a round and put its tasks and the next round on the agenda [R18-ORD-01]."""
    s.round += 1
    if t.twin_markets:
        # nobody has chosen a market yet [K-RES-02]
        for seat in range(t.seats):
            s.slots[t.supply_slot + seat] = 0
    s.last_round = 1 if t.end_card_announces_last_round and (s.step3_due or s.step == 3) else 0
    push(s, tasks.ROUND)
    for task in range(t.round_size - 1, -1, -1):
        push(s, t.round_tasks[task])


def order(s: Game, t: Tables) -> None:
    """Set the turn order; where it opens the round, the first round keeps the drawn one [R18-ORD-05]."""
    if s.round > 1 or s.phase != SETUP:
        rank(s, t)


def first_order(s: Game, t: Tables) -> None:
    """After the first round's auctions, once, set the order again [R18-ORD-05]."""
    if s.round == 1:
        rank(s, t)


def rank(s: Game, t: Tables) -> None:
    """Rank the seats: most cities, then the largest plant, then as before [R18-ORD-02, R18-ORD-03, AMB-77].

    Where the order goes by income: highest income, then the largest plant, those still tied change places
    [C-ORD-03..06, AMB-09].
    """
    ranked = [0] * CHAIRS
    marks = [0] * CHAIRS
    size = 0
    for place in range(s.order_size):
        seat = s.order[s.order_size - 1 - place] if t.income_order else s.order[place]
        if seat < t.seats:
            mark = (s.income[seat] if t.income_order else count(s.cities[seat])) * LAST_NUMBER + largest(s, t, seat)
            at = size
            while at > 0 and marks[at - 1] < mark:
                ranked[at] = ranked[at - 1]
                marks[at] = marks[at - 1]
                at -= 1
            ranked[at] = seat
            marks[at] = mark
            size += 1
    set_order(s, t, ranked)


def largest(s: Game, t: Tables, seat: int) -> int:
    """Return the number of a seat's largest plant, 0 without any."""
    number = 0
    for place in range(s.plant_count[seat]):
        number = max(number, t.numbers[s.plants[seat][place]])
    return number


def end_check(s: Game, t: Tables, m: Menu) -> None:
    """End the game if its end has been reached [R18-END-01]; with victory points after the last round [C-END-01]."""
    reached = s.last_round if t.victory_points else plants.most_cities(s, t) >= t.end_at
    if reached:
        s.phase = END
        agenda.clear(s)
        s.actor = OVER
        s.over = 1
        for seat in range(t.seats):
            score(s, t, seat, m)
        for seat in range(t.seats):
            s.ranks[seat] = 0
            for other in range(t.seats):
                s.ranks[seat] += better(s, other, seat)


def score(s: Game, t: Tables, seat: int, m: Menu) -> None:
    """Fill in the numbers that rank a seat, the first to compare first [R18-END-04, R18-END-05, C-END-02, C-END-03]."""
    if t.victory_points:
        s.scores[seat][0] = storage.best_output(s, t, seat, m, 1) + s.money[seat] // MONEY_PER_POINT
        s.scores[seat][1] = s.money[seat] % MONEY_PER_POINT
        s.scores[seat][2] = largest(s, t, seat)
        return
    s.scores[seat][0] = min(storage.best_output(s, t, seat, m, 0), count(s.cities[seat]))
    for place in range(t.tie_break_size):
        s.scores[seat][1 + place] = s.money[seat] if t.tie_breaks[place] == BY_MONEY else count(s.cities[seat])


def better(s: Game, seat: int, other: int) -> int:
    """Return whether a seat stands above another; equal ones share a rank (AMB-50)."""
    for place in range(MARKS):
        if s.scores[seat][place] != s.scores[other][place]:
            return 1 if s.scores[seat][place] > s.scores[other][place] else 0
    return 0
