"""Building: one house at a time, in reverse turn order."""

from __future__ import annotations

from kilowatt.engine import tasks
from kilowatt.engine.asks import ASK_BUILD
from kilowatt.engine.ids import BUILD
from kilowatt.kernel import houses
from kilowatt.kernel.agenda import push
from kilowatt.kernel.bits import lowest
from kilowatt.kernel.menus import KIND, add_pass, end_kind
from kilowatt.kernel.record_layout import Game, Mask, Menu, Tables


def build(s: Game) -> None:
    """Begin the phase; the last in order builds first [R18-BLD-01]."""
    s.phase = BUILD
    push(s, tasks.BUILD_TURN + tasks.ARG * s.order_size)


def build_turn(s: Game, t: Tables, arg: int) -> None:
    """Give the next seat its building turn; the Trust has none."""
    if arg == 0:
        return
    push(s, tasks.BUILD_TURN + tasks.ARG * (arg - 1))
    seat = s.order[arg - 1]
    if seat != t.trust_chair:
        s.ask = ASK_BUILD
        s.actor = seat


def build_more(s: Game, arg: int) -> None:
    """Ask the same seat again; `arg` is the seat."""
    s.ask = ASK_BUILD
    s.actor = arg


def build_menu(s: Game, t: Tables, m: Menu) -> None:
    """List the cities one can reach, enter and pay, and ending the turn [R18-BLD-02]."""
    seat = s.actor
    masks: list[Mask] = [0] * 3
    houses.open_masks(s, t, seat, masks)
    first: Mask = masks[0]
    second: Mask = masks[1]
    left: Mask = first | second | masks[2]
    # the most that may be paid for the connection, by the space the house would take
    money = s.money[seat]
    cheap = min(money - t.house_costs[0], houses.FAR - 1)
    middle = min(money - t.house_costs[1], houses.FAR - 1)
    dear = min(money - t.house_costs[2], houses.FAR - 1)
    if cheap < 0:
        left = 0
    rows = 0
    while left:
        city = lowest(left)
        left &= left - 1
        most = cheap if first >> city & 1 else middle if second >> city & 1 else dear
        if s.reach[seat][city] <= most:
            m.first[rows] = ASK_BUILD * KIND + city
            m.size[rows] = 1
            rows += 1
    m.rows = rows
    end_kind(m)
    add_pass(s, m)


def build_house(s: Game, t: Tables, city: int) -> None:
    """Pay for the house and stand it on the cheapest open space [R18-BLD-09]."""
    seat = s.actor
    space = houses.space_for(s, t, seat, city)
    s.money[seat] -= t.house_costs[space] + s.reach[seat][city]
    was_empty = s.houses[city] == 0
    houses.put(s, city, space, seat)
    if s.marks >> city & 1 and space == 0:
        # the token of a claimed mark goes back [R18-DSC-03]
        s.marks &= ~(1 << city)
        s.supply[t.mark_fuel] += 1
    houses.join(s, t, seat, city)
    push(s, tasks.BUILD_MORE + tasks.ARG * seat)
    for place in range(t.after_house_size - 1, -1, -1):
        if t.after_house[place] != tasks.TRUST_HOUSE:
            push(s, t.after_house[place])
        elif was_empty:
            push(s, tasks.TRUST_HOUSE + tasks.ARG * city)
