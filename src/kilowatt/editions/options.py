"""Options of a table. Each is declared once: its name, default, check, what it does to the rules, and its tasks."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from kilowatt.editions import registry
from kilowatt.editions.own_cards import contractor_cards_of
from kilowatt.editions.policies import POLICIES
from kilowatt.editions.schema import SEATS, BadData, threshold
from kilowatt.engine import tasks

if TYPE_CHECKING:
    from kilowatt.editions.schema import BoardData, EditionData
    from kilowatt.engine.network import Board
    from kilowatt.engine.rules import Rules

TRUST_SEATS = 2


class BadOption(ValueError):
    """A request that cannot be met: `option` is what, `reason` why, `data` the mistake in a data file behind it."""

    def __init__(self, option: str, reason: str, data: BadData | None = None) -> None:
        super().__init__(f"{option}: {reason}")
        self.option = option
        self.reason = reason
        self.data = data


class Request:
    """What a table asks for, and what its options are checked against."""

    def __init__(
        self, edition: EditionData, data: BoardData | None, board: Board, seats: int, chosen: dict[str, Any]
    ) -> None:
        self.edition = edition
        self.data = data
        self.board = board
        self.seats = seats
        self.chosen = chosen


class Option(NamedTuple):
    """One option. `check` returns the resolved value or raises `BadOption`; `put` applies a value to the rules."""

    name: str
    default: Any
    """A value, or a function of the edition and the seats."""
    check: Callable[[Request, Any], Any]
    put: Callable[[Rules, EditionData, Any], None]
    tasks: tuple[int, ...] = ()
    """The tasks that are left out where the option is off."""


def defaults(edition: EditionData, seats: int) -> dict[str, Any]:
    """Return the options nobody has touched."""
    return {
        option.name: option.default(edition, seats) if callable(option.default) else option.default
        for option in OPTIONS
    }


def resolve(
    edition: EditionData, data: BoardData | None, board: Board, seats: int, asked: dict[str, Any]
) -> dict[str, Any]:
    """Check the options of a request and fill in the others."""
    if type(seats) is not int or seats not in SEATS:
        raise BadOption("seats", f"expected 2 to 6, not {seats!r}")
    if not isinstance(asked, dict):
        raise BadOption("options", f"expected names with values, not {asked!r}")
    names = [option.name for option in OPTIONS]
    for name in asked:
        if name not in names:
            raise BadOption(str(name), f"there is no such option; there are {', '.join(names)}")
    chosen = defaults(edition, seats)
    if data is not None and not data.trust:
        chosen["trust"] = False
    request = Request(edition, data, board, seats, {**chosen, **asked})
    for option in OPTIONS:
        request.chosen[option.name] = option.check(request, request.chosen[option.name])
    return request.chosen


def put_options(rules: Rules, edition: EditionData, chosen: dict[str, Any]) -> set[int]:
    """Apply what the table chose; return the tasks of options that are off."""
    idle: set[int] = set()
    for option in OPTIONS:
        option.put(rules, edition, chosen[option.name])
        if not chosen[option.name]:
            idle |= {*option.tasks}
    return idle


def _flag(name: str) -> Callable[[Request, Any], bool]:
    """Make the check of an option that is on or off."""

    def check(request: Request, value: Any) -> bool:  # noqa: ANN401 - whatever was asked
        if not isinstance(value, bool):
            raise BadOption(name, f"expected true or false, not {value!r}")
        return value

    return check


def _nothing(rules: Rules, edition: EditionData, value: Any) -> None:  # noqa: ANN401 - of any type
    """Leave the rules as they are: this option is read elsewhere."""


# the Trust


def _trust(request: Request, value: Any) -> bool:  # noqa: ANN401 - whatever was asked
    plays = _flag("trust")(request, value)
    if plays and request.seats != TRUST_SEATS:
        raise BadOption("trust", f"the Trust plays in games of two only, not of {request.seats}")
    if plays and request.data is not None and not request.data.trust:
        raise BadOption("trust", f"{request.data.title} is played without the Trust: no source says how (AT-ALL-04)")
    return plays


def _put_trust(rules: Rules, edition: EditionData, plays: bool) -> None:  # noqa: FBT001 - the value of an option
    if plays:
        rules.trust = POLICIES[edition.trust.policy]()
        rules.trust_house_count = edition.trust.houses
        rules.trust_placements = tuple(edition.trust.placements)


# starting cities


def marks_allowed(board: BoardData) -> bool:
    """Return whether starting cities may be marked: not where the board has its own rule for first houses."""
    return board.starting_cities and not (board.rules and "starts" in board.rules.policies)


def _starts(request: Request, value: Any) -> bool:  # noqa: ANN401 - whatever was asked
    marked = _flag("starting_cities")(request, value)
    if marked and request.data is None:
        raise BadOption("starting_cities", "this game has no board")
    if marked and request.data is not None and not marks_allowed(request.data):
        raise BadOption("starting_cities", f"{request.data.title} is played without marked starting cities")
    return marked


def _put_starts(rules: Rules, edition: EditionData, marked: bool) -> None:  # noqa: FBT001 - the value of an option
    if marked:
        rules.starts = POLICIES["marked_starts"]()
        rules.mark_fuel = rules.fuels.index(edition.tables.mark_fuel)


# zone and order


def _zone(request: Request, value: Any) -> Any:  # noqa: ANN401 - whatever was asked
    if value == "random":
        return value
    if request.data is None:
        raise BadOption("zone", "this game has no board")
    if value == "draft":
        return value
    ids = [area.id for area in request.board.areas]
    if not isinstance(value, list | tuple) or not all(isinstance(area, str) for area in value):
        raise BadOption("zone", f'expected "random", "draft" or a list of areas, not {value!r}')
    for area in value:
        if area not in ids:
            raise BadOption("zone", f"there is no area {area!r}; there are {', '.join(ids)}")
    key = f"{request.seats}-trust" if request.chosen["trust"] else str(request.seats)
    wanted = threshold("areas", request.edition, request.data, key)
    if len(set(value)) != wanted or len(value) != wanted:
        raise BadOption("zone", f"expected {wanted} different areas, not {len(set(value))}")
    areas = tuple(ids.index(area) for area in value)
    if not request.board.connected(areas):
        raise BadOption("zone", "the areas must form one piece")
    if not request.board.may_be_played(areas):
        raise BadOption("zone", "these areas are never played together: they cut a city off")
    return list(value)


def _put_zone(rules: Rules, edition: EditionData, value: Any) -> None:  # noqa: ANN401 - a word or a list
    if value == "draft":
        rules.draft = True
    elif isinstance(value, list):
        ids = [area.id for area in rules.board.areas]
        rules.fixed_areas = tuple(ids.index(area) for area in value)


def _order(request: Request, value: Any) -> Any:  # noqa: ANN401 - whatever was asked
    if value == "random":
        return value
    numbers = isinstance(value, list | tuple) and all(type(seat) is int for seat in value)
    if not numbers or sorted(value) != list(range(request.seats)):
        raise BadOption("order", f'expected "random" or each of the seats 0 to {request.seats - 1} once, not {value!r}')
    return list(value)


def _put_order(rules: Rules, edition: EditionData, value: Any) -> None:  # noqa: ANN401 - a word or a list
    if isinstance(value, list):
        rules.fixed_order = tuple(value)


# money


def _money(request: Request, value: Any) -> Any:  # noqa: ANN401 - whatever was asked
    if value not in ("open", "hidden"):
        raise BadOption("money", f"expected open or hidden, not {value!r}")
    return value


# the contractor


def _contractor_cards(request: Request, value: Any) -> list[dict[str, Any]] | None:  # noqa: ANN401 - whatever was asked
    printed = registry.contractors()[request.edition.contractor].cards
    if value is None:
        if not request.chosen["contractor"]:
            return None
        cards = printed
    else:
        if not request.chosen["contractor"]:
            raise BadOption("contractor_cards", "given, but contractor is false")
        try:
            cards = contractor_cards_of("contractor_cards", value)
        except BadData as error:
            raise BadOption("contractor_cards", error.place_and_reason()) from None
        if len(cards) != len(printed):
            raise BadOption("contractor_cards", f"expected {len(printed)} cards, not {len(cards)}")
    return [{"first": card.first, "others": card.others, "printed": card.printed} for card in cards]


def _put_contractor(rules: Rules, edition: EditionData, cards: list[dict[str, Any]] | None) -> None:
    rules.contractor = [(card["first"], card["others"]) for card in cards or ()]
    rules.contractor_printed = tuple(card["printed"] for card in cards or ())


def _any(request: Request, value: Any) -> Any:  # noqa: ANN401 - whatever was asked
    """Take any value: it is checked where it is used."""
    return value


OPTIONS = (
    Option(
        "trust",
        lambda edition, seats: seats == TRUST_SEATS and edition.trust.default,
        _trust,
        _put_trust,
        (tasks.TRUST_CITIES, tasks.TRUST_TAKES, tasks.TRUST_HOUSE),
    ),
    Option("contractor", False, _flag("contractor"), _nothing, (tasks.COMPENSATION, tasks.CONTRACTOR)),  # noqa: FBT003
    Option("starting_cities", False, _starts, _put_starts, (tasks.MARK_STARTS,)),  # noqa: FBT003
    Option("zone", "random", _zone, _put_zone),
    Option("order", "random", _order, _put_order),
    Option("money", "open", _money, _nothing),
    Option("deck", None, _any, _nothing),
    Option("contractor_cards", None, _contractor_cards, _put_contractor),
)
"""Checked and applied in this order: the deck when the cards are laid, money by the views."""
