"""What the game may wait for: a decision of a seat or a draw. The number of each is its place in this list.

Snapshots use the names and environments the numbers, so a new one of either kind goes to the end of its part. Which
class answers for which ask is declared by the classes themselves (`Decision.ask`, `Draw.ask`).
"""

from __future__ import annotations

from typing import Final

_names: list[str] = []


def _ask(name: str) -> int:
    _names.append(name)
    return len(_names) - 1


NO_ASK: Final = _ask("")
# decisions of a seat
ASK_AREA: Final = _ask("choose_area")
ASK_TRUST_CITY: Final = _ask("place_trust")
ASK_MARK: Final = _ask("mark_start")
ASK_OPEN: Final = _ask("open")
ASK_BID: Final = _ask("bid")
ASK_SCRAP: Final = _ask("scrap")
ASK_DISCARD: Final = _ask("discard_fuel")
ASK_FUEL: Final = _ask("buy_fuel")
ASK_CARD: Final = _ask("buy_card")
ASK_BUILD: Final = _ask("build")
ASK_RUN: Final = _ask("run")
# draws
ASK_ORDER: Final = _ask("seat_order")
ASK_ZONE: Final = _ask("zone")
ASK_BACK: Final = _ask("show_back")
ASK_REVEAL: Final = _ask("reveal")
ASK_FUEL_CARD: Final = _ask("reveal_fuel")
ASK_CLOSE: Final = _ask("close_city")

FIRST_DRAW: Final = ASK_ORDER
NAMES: Final = tuple(_names)
