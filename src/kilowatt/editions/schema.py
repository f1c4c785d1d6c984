"""The shape of the data files, checked on load. A mistake is reported with file, table and field."""

from __future__ import annotations

import tomllib
from pathlib import Path
from threading import Lock
from typing import Annotated, Any, TypeVar

import msgspec

from kilowatt.editions.overlays import Number, Numbers, Overlay, Sourced, StackData, Strict
from kilowatt.engine.faults import fault_of, named_field

SEATS = (2, 3, 4, 5, 6)
"""How many players a game may have."""
SEAT_KEYS = ("2-trust", "2", "3", "4", "5", "6")
"""Columns of tables by number of players; with the Trust, two players have a column of their own."""

T = TypeVar("T")


class BadData(ValueError):
    """A data file with a mistake: `file`, `table` and `field` say where, `reason` what was expected.

    `code` and `numbers` say the same to programs, where a mistake has a code.
    """

    def __init__(self, file: str, table: str, field: str, reason: str, code: str = "", **numbers: int) -> None:
        # a table is a path, as in market.main, or names a card, as in plant 9
        place = (": " if " " in table else ".").join(part for part in (table, field) if part)
        super().__init__(f"{file}: {place}: {reason}" if place else f"{file}: {reason}")
        self.file = file
        self.table = table
        self.field = field
        self.reason = reason
        self.place = place
        self.code = code
        self.numbers = numbers

    def place_and_reason(self) -> str:
        """Return the message without the file."""
        return f"{self.place}: {self.reason}" if self.place else self.reason


BySeats = dict[str, Any]
"""A sourced table with one value for each number of players; read with `by_seats`."""


class TrustData(Sourced, frozen=True):
    """The Trust of an edition."""

    policy: str
    default: bool
    houses: int
    placements: list[int]


class TablesData(Strict, frozen=True):
    """Single values of an edition."""

    current_size: int = 4
    mark_fuel: str = ""
    tie_breaks: list[str] = []


class EditionData(Strict, frozen=True):
    """An edition: its numbers and its rules."""

    id: str
    title: str
    year: int
    deck: str
    contractor: str
    start_money: Number
    plant_limit: BySeats
    stack: StackData
    removed: BySeats
    trust: TrustData
    tables: TablesData
    tasks: dict[str, list[str]]
    cites: dict[str, str] = {}
    """The rule behind each refusal, where it is not in `cites.toml`."""
    switches: dict[str, bool] = {}
    policies: dict[str, Any] = {}
    trust_stack: StackData | None = None
    payment: Numbers | None = None
    least_income: Number | None = None
    house_costs: Numbers | None = None
    areas: BySeats | None = None
    step2_cities: BySeats | None = None
    end_cities: BySeats | None = None
    borrowed: dict[str, dict[str, str]] = {}
    """By the key of the tables: the rules of another document behind numbers that this one does not print."""


class CityData(Strict, frozen=True):
    """A city and its geographic position, in degrees."""

    id: str
    name: str
    lat: Annotated[float, msgspec.Meta(ge=-90, le=90)]
    lon: Annotated[float, msgspec.Meta(ge=-180, le=180)]


class AreaData(Strict, frozen=True):
    """An area and its cities."""

    id: str
    name: str
    cities: list[CityData]
    label: str = ""


class SpacesData(Strict, frozen=True):
    """Spaces of cities that have others than most: what a house on each costs, and the step that opens it."""

    cities: list[str]
    costs: list[int]
    steps: list[int]


class AreaPlant(Strict, frozen=True):
    """A plant that replaces the one of the same number where its area is in play."""

    plant: str
    fuel: str
    need: int
    cities: int


class ClosedData(Sourced, frozen=True):
    """Cities that are closed by lot: by the cost of their house how many at a time, and by players how many times."""

    by_cost: dict[str, int]
    times: BySeats


class BoardData(Strict, frozen=True):
    """A board: areas, connections, and the rules printed for it."""

    id: str
    title: str
    source: str
    connections: list[tuple[str, str, int]]
    area: list[AreaData]
    printing: str = ""
    notes: list[str] = []
    rules: Overlay | None = None
    areas: BySeats | None = None
    step2_cities: BySeats | None = None
    end_cities: BySeats | None = None
    area_plants: dict[str, list[AreaPlant]] = {}
    """By area: the plants that replace those of the same number where it is in play."""
    house_costs: Numbers | None = None
    """What the three spaces of a city cost, where that is not as in the edition."""
    late_cities: list[str] = []
    """Cities without a first space: closed in Step 1, one house in Step 2, two in Step 3."""
    spaces: list[SpacesData] = []
    """Cities with other spaces than most."""
    entries: dict[str, int] = {}
    """By city: what entering it costs, besides the links on the way. A first house enters nothing."""
    no_start: list[str] = []
    """Cities where no first house may stand."""
    flat_connection: int = 0
    """What a connection costs at most, over no link at all; 0 where only links lead to a city."""
    passing: int = 0
    """What each city costs that a connection passes through, besides its links."""
    closed: ClosedData | None = None
    """Cities that are closed by lot at the preparation."""
    areas_apart: bool = False
    """Whether areas in play need not touch each other."""
    forbidden_zones: list[list[str]] = []
    """Sets of areas that are never the whole zone."""
    trust: bool = True
    """Whether two may play on it with the Trust."""
    starting_cities: bool = True
    """Whether players may mark starting cities on it."""
    chapter: str = ""
    """The chapter of the ledger with the special rules of a board that is known from one transcription."""
    doubts: list[str] = []
    """What sources contradict or leave open, in words that need no translation; `notes` say why."""


class PlantData(Strict, frozen=True):
    """A plant card."""

    id: str
    number: int
    fuel: str
    need: int
    back: str
    cities: int = 0
    income: int = 0
    printed: bool = True


FuelCardSet = dict[str, Any]
"""For each fuel the units on its cards, and `from_seats`: the least number of players that uses the set.

Read with `fuel.units_on`, after `fuel.check_set`.
"""


class DeckData(Sourced, frozen=True):
    """A deck of plants; where fuel comes as cards it may bring those too: the sets of the stack and the extra sets."""

    id: str
    title: str
    end_card: str
    backs: list[str]
    plants: list[PlantData]
    fuel_cards: list[FuelCardSet] = []
    extra_cards: list[FuelCardSet] = []


class FuelCards(Sourced, frozen=True):
    """Fuel cards in sets."""

    set: list[FuelCardSet]
    printed: bool = True


class MarketData(Strict, frozen=True):
    """A fuel market: spaces, what lies there at the start, and the refill."""

    name: str
    spaces: dict[str, Any]
    start: dict[str, Any]
    refill: dict[str, Any]


class FuelData(Strict, frozen=True):
    """The fuels of a game and where they are sold."""

    id: str
    fuels: tuple[str, str, str, str]
    hybrid: tuple[str, str]
    tokens: dict[str, Any]
    market: list[MarketData] = []
    columns: BySeats | None = None
    column_prices: Numbers | None = None
    cards: FuelCards | None = None
    extra: FuelCards | None = None
    note: str = ""


class AreaStyle(Strict, frozen=True, omit_defaults=True):
    """How an area is drawn: its tint, its name in German, and where its name stands."""

    tint: str = ""
    de: str = ""
    at: tuple[float, float] | None = None


class LayoutData(Strict, frozen=True, omit_defaults=True):
    """Where cities and labels are drawn. Areas are the land nearest to their cities, so they have no shape here."""

    cities: dict[str, tuple[float, float, str]]
    """City -> x, y and the side of its label."""
    scale: float = 1.3
    """Every size on the board is a multiple of this."""
    names: dict[str, str] = {}
    """City -> its label, where that is not its name; "" for none, as in a metropolis that is labelled once."""
    areas: dict[str, AreaStyle] = {}


class BoardFile(BoardData, frozen=True, kw_only=True, omit_defaults=True):
    """A board, the edition and fuel tables it is played with, and its layout."""

    format: int
    edition: str
    fuel: str | FuelData
    layout: LayoutData | None = None


def read_toml(path: Path) -> dict[str, Any]:
    """Read a TOML file; a syntax error is reported like every other mistake."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise BadData(path.name, "", "", f"not TOML: {error}") from None
    except OSError as error:
        raise BadData(path.name, "", "", f"cannot be read: {error.strerror}") from None


_preparing = Lock()
_prepared: set[type] = set()


def _prepare(kind: type) -> None:
    """Let msgspec read the fields of a kind of table once: two threads that begin with it at once crash the process."""
    with _preparing:
        if kind not in _prepared:
            msgspec.json.Decoder(kind)
            _prepared.add(kind)


def shaped(file: str, raw: Any, kind: type[T], table: str = "") -> T:  # noqa: ANN401 - raw data of any shape
    """Read plain data as this kind of table, or say where it is wrong; from any thread."""
    if kind not in _prepared:
        _prepare(kind)
    try:
        return msgspec.convert(raw, type=kind)
    except msgspec.ValidationError as error:
        path, reason = fault_of(error)
        field = named_field(reason)
        if not field and path:
            path, _, field = path.rpartition(".")
        place = f"{table}{path}" if path.startswith("[") else ".".join(p for p in (table, path) if p)
        raise BadData(file, place, field, reason) from None


def by_seats(file: str, name: str, raw: dict[str, Any], kind: type[T]) -> dict[str, T]:
    """Read a sourced table with one value for each number of players."""
    values = dict(raw)
    if not isinstance(values.pop("source", None), str):
        raise BadData(file, name, "source", "say where the numbers come from")
    values.pop("confidence", "")
    values.pop("note", "")
    for key in values:
        if key not in SEAT_KEYS:
            raise BadData(file, name, key, f"expected one of {', '.join(SEAT_KEYS)}")
    return {key: shaped(file, value, kind, f"{name}.{key}") for key, value in values.items()}


def at_seats(file: str, name: str, raw: dict[str, Any] | None, key: str, kind: type[T]) -> T:
    """Return the value of a table for this number of players."""
    table = by_seats(file, name, raw or {"source": ""}, kind)
    if key not in table:
        raise BadData(file, name, key, "missing: this number of players has no value")
    return table[key]


def threshold(name: str, edition: EditionData, board: BoardData, key: str) -> int:
    """Return a number of the board's own table where it has one, else of the edition's."""
    owner = board if getattr(board, name) else edition
    return at_seats(f"{owner.id}.toml", name, getattr(owner, name), key, int)
