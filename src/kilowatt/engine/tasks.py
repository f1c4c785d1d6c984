"""The agenda: what is still to be done, as a stack of small ints. `machine` knows which function does which task.

A draw stops the game for a dealer in the middle of a procedure, so no handler loops over draws: it leaves tasks.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from kilowatt.engine.state import State

_names: list[str] = []


def _task(name: str) -> int:
    _names.append(name)
    return len(_names) - 1


# preparation
SEAT_ORDER: Final = _task("seat_order")
ZONE: Final = _task("zone")
CLOSE_CITIES: Final = _task("close_cities")
OPENING_MARKET: Final = _task("opening_market")
TOP_CARD: Final = _task("top_card")
FUEL_MARKETS: Final = _task("fuel_markets")
FUEL_CARDS: Final = _task("fuel_cards")
TRUST_CITIES: Final = _task("trust_cities")
MARK_STARTS: Final = _task("mark_starts")
FIRST_DISCOUNT: Final = _task("first_discount")
# the round
ROUND: Final = _task("round")
ORDER: Final = _task("order")
END_CHECK: Final = _task("end_check")
STEP_2: Final = _task("step_2")
STEP_2_CHANGES: Final = _task("step_2_changes")
STEP_3: Final = _task("step_3")
# the plant market
DRAW: Final = _task("draw")
SHOW_BACK: Final = _task("show_back")
OBSOLETE: Final = _task("obsolete")
END_CARD_LEAVES: Final = _task("end_card_leaves")
BARRED: Final = _task("barred")
PLANT_UPDATE: Final = _task("plant_update")
PLANT_FILL: Final = _task("plant_fill")
# the auction
AUCTION: Final = _task("auction")
AUCTION_TURN: Final = _task("auction_turn")
PAY: Final = _task("pay")
SCRAP: Final = _task("scrap")
COMPENSATION: Final = _task("compensation")
REPLACEMENT: Final = _task("replacement")
TRUST_TAKES: Final = _task("trust_takes")
UNSOLD_DISCOUNT: Final = _task("unsold_discount")
NOBODY_BOUGHT: Final = _task("nobody_bought")
FIRST_OUT: Final = _task("first_out")
END_CARD: Final = _task("end_card")
CONTRACTOR: Final = _task("contractor")
FIRST_ORDER: Final = _task("first_order")
# fuel
FUEL: Final = _task("fuel")
FUEL_TURN: Final = _task("fuel_turn")
CARDS: Final = _task("cards")
CARDS_TURN: Final = _task("cards_turn")
# building
BUILD: Final = _task("build")
BUILD_TURN: Final = _task("build_turn")
BUILD_MORE: Final = _task("build_more")
TRUST_HOUSE: Final = _task("trust_house")
# power
POWER: Final = _task("power")
POWER_TURN: Final = _task("power_turn")
REFILL: Final = _task("refill")
RESUPPLY: Final = _task("resupply")

NAMES: Final = tuple(_names)
BY_NAME: Final = {name: i for i, name in enumerate(_names)}

PHASES: Final = {ORDER: "order", AUCTION: "auction", FUEL: "fuel", CARDS: "fuel", BUILD: "build", POWER: "power"}
"""The phase of a round that each of these tasks begins."""

ARG_SHIFT: Final = 6
ARG: Final = 1 << ARG_SHIFT
"""A task with an argument is `task + ARG * argument`."""
NAME_BITS: Final = ARG - 1


def push(s: State, joint: tuple[int, ...]) -> None:
    """Put these tasks next, the first of them first."""
    s.agenda += joint[::-1]


def name_of(task: int) -> str:
    """Name a task for people, with its argument."""
    argument = task >> ARG_SHIFT
    name = NAMES[task & NAME_BITS]
    return f"{name}:{argument}" if argument else name
