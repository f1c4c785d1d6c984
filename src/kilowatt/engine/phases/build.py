"""Building: one house at a time, in reverse turn order."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kilowatt.engine import houses, tasks
from kilowatt.engine.actions import Action, Build, Jump, Pass
from kilowatt.engine.asks import ASK_BUILD
from kilowatt.engine.emitting import CITY_CONNECTED, JUMPED, PHASE_BEGAN, TURN_ENDED, emit
from kilowatt.engine.ids import BUILD, NOBODY, bits
from kilowatt.engine.menu import BuildChoice, JumpChoice, Menu
from kilowatt.engine.network import FAR
from kilowatt.engine.phases.decision import Decision, Kinds, no, no_city

if TYPE_CHECKING:
    from kilowatt.engine.menu import Choice
    from kilowatt.engine.refusals import Refusal
    from kilowatt.engine.state import State


def build(s: State, arg: int) -> None:
    """Begin the phase; the last in order builds first [R18-BLD-01]."""
    s.phase = BUILD
    s.rules.income.building_begins(s)
    emit(s, PHASE_BEGAN, BUILD)
    s.agenda.append(tasks.BUILD_TURN + tasks.ARG * len(s.order))


def build_turn(s: State, arg: int) -> None:
    """Give the next seat its building turn; the Trust has none."""
    if arg == 0:
        return
    s.agenda.append(tasks.BUILD_TURN + tasks.ARG * (arg - 1))
    seat = s.order[arg - 1]
    if seat != s.rules.trust_chair:
        s.ask = ASK_BUILD
        s.actor = seat


def build_more(s: State, arg: int) -> None:
    """Ask the same seat again; `arg` is the seat."""
    s.ask = ASK_BUILD
    s.actor = arg


def trust_house(s: State, arg: int) -> None:
    """Let the Trust answer a house in a city that was empty [R18-TR-16]; `arg` is the city."""
    s.rules.trust.joins_city(s, arg)


def build_house(s: State, city: int) -> None:
    """Pay for the house and stand it on the cheapest open space; the same seat is asked again."""
    seat = s.actor
    was_empty = s.houses[city] == 0
    space = houses.space_for(s, seat, city)
    house = s.rules.space_costs[space][city]
    connection = houses.connection(s, seat, city)
    houses.stand(s, seat, city, space, house + connection)
    emit(s, CITY_CONNECTED, seat, city, house, connection)
    house_stands(s, seat, city, was_empty)


def jump_to(s: State, city: int) -> None:
    """Pay for the house alone and stand it in a starting city; the same seat is asked again [AT-JP-02]."""
    seat = s.actor
    was_empty = s.houses[city] == 0
    house = houses.jump(s, seat, city)
    emit(s, JUMPED, seat, city)
    emit(s, CITY_CONNECTED, seat, city, house, 0)
    house_stands(s, seat, city, was_empty)


def house_stands(s: State, seat: int, city: int, was_empty: bool) -> None:  # noqa: FBT001 - as in the kernel
    """Ask the same seat again, after what follows a house."""
    s.agenda.append(tasks.BUILD_MORE + tasks.ARG * seat)
    for task in reversed(s.rules.after_house):
        if task != tasks.TRUST_HOUSE:
            s.agenda.append(task)
        elif was_empty:
            s.agenda.append(task + tasks.ARG * city)


class BuildHouse(Decision):
    """A seat connects one city or ends its turn [R18-BLD-02]."""

    ask = ASK_BUILD
    takes: Kinds = (Build, Jump, Pass)

    def menu(self, s: State) -> Menu:
        """List the cities one can reach, enter and pay, with both costs, and ending the turn."""
        seat = s.actor
        rules = s.rules
        money = s.money[seat]
        names = rules.city_names
        reach = s.reach[seat] or rules.no_connection
        first, second, third = houses.open_masks(s, seat)
        cheap, middle, dear = rules.space_costs
        rows: list[Choice] = []
        row = BuildChoice  # a name of this function is found quicker than one of the module
        if money >= rules.least_house:
            for city in bits(first | second | third):
                connection = reach[city]
                costs = cheap if first >> city & 1 else middle if second >> city & 1 else dear
                if costs[city] + connection <= money:
                    rows.append(row(seat, names[city], costs[city], connection))
        choices: dict[str, list[Choice]] = {}
        if rows:
            choices["build"] = rows
        if rules.starting_cities and (jumps := _jumps(s, seat)):
            choices["jump"] = jumps
        choices["pass"] = [rules.end_turn[seat]]
        return Menu(seat, choices)

    def refusal(self, s: State, action: Action) -> Refusal | None:
        """Refuse cities one cannot enter, reach or pay."""
        if isinstance(action, Pass):
            return None
        assert isinstance(action, Build | Jump)
        seat = action.seat
        reason = no_city(s, action.city)
        if reason is not None:
            return reason
        city = s.rules.city_ids[action.city]
        if s.cities[seat] >> city & 1:
            return no(s, "own_city", city=action.city)
        if isinstance(action, Jump):
            return _no_jump(s, seat, city, action.city)
        space = houses.space_for(s, seat, city)
        if space == NOBODY:
            return _closed(s, seat, city, action.city)
        connection = houses.connection(s, seat, city)
        if connection >= FAR:
            return no(s, "city_unreachable", city=action.city)
        house = s.rules.space_costs[space][city]
        if house + connection > s.money[seat]:
            return no(s, "city_too_dear", city=action.city, house=house, connection=connection, money=s.money[seat])
        return None

    def apply(self, s: State, action: Action) -> None:
        """Pay for the house and stand it on the cheapest open space, or end the turn."""
        if isinstance(action, Build):
            build_house(s, s.rules.city_ids[action.city])
        elif isinstance(action, Jump):
            jump_to(s, s.rules.city_ids[action.city])
        else:
            emit(s, TURN_ENDED, s.actor)

    def shown(self, s: State, seat: int) -> list[Action]:
        """Show every city, and ending the turn."""
        jumps = [Jump(seat, s.rules.city_names[city]) for city in bits(s.rules.starting_cities)]
        return [*[Build(seat, city.id) for city in s.rules.board.cities], *jumps, Pass(seat)]


def _jumps(s: State, seat: int) -> list[Choice]:
    """List the starting cities that a jump reaches and the seat can pay."""
    costs = s.rules.space_costs
    return [
        JumpChoice(seat, s.rules.city_names[city], costs[space][city])
        for city in bits(s.rules.starts.jumps(s, seat))
        if (space := houses.jump_space(s, seat, city)) != NOBODY and costs[space][city] <= s.money[seat]
    ]


def _no_jump(s: State, seat: int, city: int, name: str) -> Refusal | None:
    """Return why a seat cannot jump to a city, None if it can."""
    if not s.rules.starting_cities >> city & 1:
        return no(s, "jump_to_starting_city", city=name)
    if not s.cities[seat]:
        return no(s, "jump_needs_network", city=name)
    if not s.rules.starts.may_jump(s, seat):
        return no(s, "jump_used", city=name)
    space = houses.jump_space(s, seat, city)
    if space == NOBODY:
        return no(s, "city_full", city=name, step=s.step)
    house = s.rules.space_costs[space][city]
    if house > s.money[seat]:
        return no(s, "city_too_dear", city=name, house=house, connection=0, money=s.money[seat])
    return None


def _closed(s: State, seat: int, city: int, name: str) -> Refusal:
    """Return why no space of a city is open to this seat."""
    if not any(mask >> city & 1 for mask in s.rules.open_spaces[s.step - 1]):
        return no(s, "city_full", city=name, step=s.step)
    if s.rules.starting_cities and s.cities[seat] and s.round == 1:
        return no(s, "first_round_houses", city=name)
    if s.rules.starting_cities and not s.cities[seat]:
        starts = s.rules.starting_cities >> city & 1
        return no(s, "city_full", city=name, step=s.step) if starts else no(s, "start_in_starting_city", city=name)
    if not s.cities[seat]:
        if s.rules.no_start >> city & 1:
            return no(s, "no_first_house", city=name)
        return no(s, "start_in_marked_city" if s.marks else "start_in_empty_city", city=name)
    if s.rules.second_network and houses.abroad(s, s.cities[seat]) >> city & 1:
        return no(s, "network_in_empty_city", city=name)
    if s.marks >> city & 1:
        return no(s, "city_marked", city=name, step=s.step)
    return no(s, "city_full", city=name, step=s.step)


DECISIONS: Final[tuple[Decision, ...]] = (BuildHouse(),)
