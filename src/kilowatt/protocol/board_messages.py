"""What there is to play: rulesets, boards and the rules panel."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from kilowatt.table.rulebook import RuleRow


class RulesetRow(msgspec.Struct):
    """A ruleset with its options and their defaults. Composed ones were never published in this form."""

    id: str
    title: str
    edition: str
    board: str
    seats: list[int]
    options: dict[str, Any]
    composed: bool
    revision: int


class AreaRow(msgspec.Struct):
    """An area of the board."""

    id: str
    name: str
    cities: list[str]
    near: list[str]
    """The areas it is connected to."""


class CityRow(msgspec.Struct):
    """A city with its place on the globe."""

    id: str
    name: str
    area: str
    lat: float
    lon: float
    spaces: list[tuple[int, int] | None] = []
    """Where its three spaces are not as in most cities: of each the cost and the step that opens it, None without."""
    entry: int | None = None
    """What entering it costs, where districts cost and links do not."""


class PlantRow(msgspec.Struct):
    """A plant card: `fuels` is what it burns (two for a hybrid, none for a green plant), `need` how many units."""

    id: str
    number: int
    kind: str
    fuels: list[str]
    need: int
    holds: int
    """Units it can store."""
    cities: int
    income: int
    back: str | None
    printed: bool
    """Whether the values are those of the printed card; if not they are reconstructed."""


GameKind = Literal["board", "cards"]
MarketKind = Literal["track", "store", "export"]


class TrackRow(msgspec.Struct):
    """A fuel market: for each fuel the price of every space, and the refill of steps 1, 2 and 3.

    `track`: tokens lie on priced spaces. `store`: tokens have one price and are sold when the tracks have none left.
    `export`: mines sell to it and nobody buys; its refill is what leaves it.
    """

    name: str
    kind: MarketKind
    spaces: dict[str, list[int]]
    refill: dict[str, list[int]]


class AreaStyleRow(msgspec.Struct):
    """How an area of a board file is drawn; "" and null where its maker left it open."""

    tint: str = ""
    de: str = ""
    at: tuple[float, float] | None = None


class BoardLayout(msgspec.Struct):
    """The layout of a board file: places of cities with the side of their labels, and how areas are drawn."""

    scale: float
    cities: dict[str, tuple[float, float, str]]
    names: dict[str, str]
    areas: dict[str, AreaStyleRow]


class BoardView(msgspec.Struct):
    """Everything of one game that never changes: board, cards, price tracks, tables."""

    ruleset: str
    title: str
    kind: GameKind
    """`board`: cities on a board. `cards`: the card game, without a board and with fuel on cards."""
    phases: list[str]
    """The phases of a round, in order, as `GameView.phase` names them; `order` is over before anybody acts."""
    board: str
    seats: int
    options: dict[str, Any]
    areas: list[AreaRow]
    cities: list[CityRow]
    connections: list[tuple[str, str, int]]
    area_count: int
    """Areas in play; 0 where there is no board."""
    plants: list[PlantRow]
    backs: list[str]
    end_card: str
    fuels: list[str]
    hybrid: list[str]
    """The two fuels a hybrid burns."""
    markets: list[TrackRow]
    column_prices: list[int]
    """Card game: the price of columns 1 to 4; [] elsewhere."""
    dearer: int
    """What every token on sale costs above its space in Step 3."""
    flat: int
    """What a connection costs at most; 0 where only links lead to a city."""
    passing: int
    """What each city costs that a connection passes through, besides its links."""
    no_steps: bool
    """Whether the game stays in Step 1: no cities begin Step 2, and no card Step 3."""
    one_token: bool
    """Fuel is bought one token at a time: it goes round until all have passed."""
    house_costs: list[int]
    payment: list[int]
    """What supplying 0, 1, 2, ... cities pays."""
    start_money: int
    plant_limit: int
    step2_at: int
    end_at: int
    zone_limits_end: bool
    """Where fewer cities are in play than `end_at`, all of them end the game."""
    second_network: int
    """What the first house on an island without one's own costs besides the house; 0: nobody may build there."""
    starting_cities: list[str]
    """The only cities for first houses, where each player jumps once to another of them; [] elsewhere."""
    tie_breaks: list[str]
    planned_plants: int
    """Plants on offer after the first round where they come in a planned order, without a future market; else 0."""
    trust: bool
    contractor: list[tuple[int, int]]
    contractor_printed: list[bool]
    """By contractor card whether its values are printed; those that are not are reconstructed."""
    fuel_cards_printed: bool
    """Card game: whether the units on the fuel cards are printed; if not they are reconstructed."""
    layout: BoardLayout | None = None
    """Where a board file has its own layout."""


class RuleSection(msgspec.Struct):
    """A part of the rules panel."""

    key: str
    rows: list[RuleRow]


class RulesPanel(msgspec.Struct):
    """The rules of one game, generated from the rules that are played by."""

    ruleset: str
    title: str
    seats: int
    sections: list[RuleSection]
