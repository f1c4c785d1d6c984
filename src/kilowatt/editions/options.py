"""Options of a table: their defaults, their checks, and what they become once resolved."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kilowatt.editions import registry
from kilowatt.editions.own_cards import contractor_cards_of
from kilowatt.editions.schema import SEATS, BadData, threshold

if TYPE_CHECKING:
    from kilowatt.editions.schema import BoardData, EditionData
    from kilowatt.engine.network import Board

TRUST_SEATS = 2
NAMES = (
    "trust",
    "contractor",
    "starting_cities",
    "zone",
    "order",
    "money",
    "deck",
    "contractor_cards",
)


class BadOption(ValueError):
    """A request that cannot be met: `option` is what, `reason` why."""

    def __init__(self, option: str, reason: str) -> None:
        super().__init__(f"{option}: {reason}")
        self.option = option
        self.reason = reason


def defaults(edition: EditionData, seats: int) -> dict[str, Any]:
    """Give the options nobody has touched."""
    return {
        "trust": seats == TRUST_SEATS and edition.trust.default,
        "contractor": False,
        "starting_cities": False,
        "zone": "random",
        "order": "random",
        "money": "open",
        "deck": None,
        "contractor_cards": None,
    }


def resolve(
    edition: EditionData, data: BoardData | None, board: Board, seats: int, asked: dict[str, Any]
) -> dict[str, Any]:
    """Check the options of a request and fill in the others."""
    if type(seats) is not int or seats not in SEATS:
        raise BadOption("seats", f"expected 2 to 6, not {seats!r}")
    if not isinstance(asked, dict):
        raise BadOption("options", f"expected names with values, not {asked!r}")
    for name in asked:
        if name not in NAMES:
            raise BadOption(str(name), f"there is no such option; there are {', '.join(NAMES)}")
    chosen = {**defaults(edition, seats), **asked}
    for name in ("trust", "contractor", "starting_cities"):
        if not isinstance(chosen[name], bool):
            raise BadOption(name, f"expected true or false, not {chosen[name]!r}")
    if chosen["trust"] and seats != TRUST_SEATS:
        raise BadOption("trust", f"the Trust plays in games of two only, not of {seats}")
    if chosen["starting_cities"] and data is None:
        raise BadOption("starting_cities", "this game has no board")
    if chosen["money"] not in ("open", "hidden"):
        raise BadOption("money", f"expected open or hidden, not {chosen['money']!r}")
    _check_order(chosen["order"], seats)
    key = f"{seats}-trust" if chosen["trust"] else str(seats)
    _check_zone(chosen["zone"], edition, data, board, key)
    chosen["contractor_cards"] = _contractor(edition, chosen)
    for name in ("order", "zone"):
        if isinstance(chosen[name], tuple):
            chosen[name] = list(chosen[name])
    return chosen


def _check_order(order: Any, seats: int) -> None:  # noqa: ANN401 - whatever was asked
    if order == "random":
        return
    whole = isinstance(order, list | tuple) and all(type(seat) is int for seat in order)
    if not whole or sorted(order) != list(range(seats)):
        raise BadOption("order", f'expected "random" or each of the seats 0 to {seats - 1} once, not {order!r}')


def _check_zone(zone: Any, edition: EditionData, data: BoardData | None, board: Board, key: str) -> None:  # noqa: ANN401
    if zone == "random":
        return
    if data is None:
        raise BadOption("zone", "this game has no board")
    if zone == "draft":
        return
    ids = [area.id for area in board.areas]
    if not isinstance(zone, list | tuple) or not all(isinstance(area, str) for area in zone):
        raise BadOption("zone", f'expected "random", "draft" or a list of areas, not {zone!r}')
    for area in zone:
        if area not in ids:
            raise BadOption("zone", f"there is no area {area!r}; there are {', '.join(ids)}")
    wanted = threshold("areas", edition, data, key)
    if len(set(zone)) != wanted or len(zone) != wanted:
        raise BadOption("zone", f"expected {wanted} different areas, not {len(set(zone))}")
    if not board.connected(tuple(ids.index(area) for area in zone)):
        raise BadOption("zone", "the areas must form one piece")


def _contractor(edition: EditionData, chosen: dict[str, Any]) -> list[dict[str, Any]] | None:
    own = chosen["contractor_cards"]
    if own is None:
        if not chosen["contractor"]:
            return None
        cards = registry.contractors()[edition.contractor].cards
    else:
        if not chosen["contractor"]:
            raise BadOption("contractor_cards", "given, but contractor is false")
        try:
            cards = contractor_cards_of("contractor_cards", own)
        except BadData as error:
            raise BadOption("contractor_cards", error.place_and_reason()) from None
        expected = len(registry.contractors()[edition.contractor].cards)
        if len(cards) != expected:
            raise BadOption("contractor_cards", f"expected {expected} cards, not {len(cards)}")
    return [{"first": card.first, "others": card.others, "printed": card.printed} for card in cards]
