"""What happened: a type, a seat and numbers, no sentences. Search leaves events off; tables and logs collect them."""

from __future__ import annotations

import msgspec


class Event(msgspec.Struct, frozen=True, gc=False, tag_field="type"):
    """One thing that happened."""


class RoundBegan(Event, frozen=True, gc=False, tag="round_began"):
    """A new round starts, with this order."""

    round: int
    order: tuple[int, ...]


class PhaseBegan(Event, frozen=True, gc=False, tag="phase_began"):
    """A phase starts."""

    phase: str


class StepBegan(Event, frozen=True, gc=False, tag="step_began"):
    """Step 2 or 3 is in force from here."""

    step: int


class OrderSet(Event, frozen=True, gc=False, tag="order_set"):
    """The turn order changed."""

    order: tuple[int, ...]


class ZoneSet(Event, frozen=True, gc=False, tag="zone_set"):
    """The areas in play are known."""

    areas: tuple[str, ...]


class AreaChosen(Event, frozen=True, gc=False, tag="area_chosen"):
    """A seat drafted an area."""

    seat: int
    area: str


class CityClosed(Event, frozen=True, gc=False, tag="city_closed"):
    """Nobody may build in a city in this game."""

    city: str


class TrustPlaced(Event, frozen=True, gc=False, tag="trust_placed"):
    """A Trust house was put on a space of a city."""

    city: str
    space: int


class StartMarked(Event, frozen=True, gc=False, tag="start_marked"):
    """A starting city was marked."""

    seat: int
    city: str


class BackShown(Event, frozen=True, gc=False, tag="back_shown"):
    """The stack shows this back."""

    back: str


class PlantRevealed(Event, frozen=True, gc=False, tag="plant_revealed"):
    """A card came from the stack into the market, or left at once (`kept` false)."""

    plant: str
    kept: bool


class StackShuffled(Event, frozen=True, gc=False, tag="stack_shuffled"):
    """The rest of the stack was shuffled."""

    cards: int


class PlantRemoved(Event, frozen=True, gc=False, tag="plant_removed"):
    """A plant left the market for good; `why` is a code."""

    plant: str
    why: str


class PlantPiled(Event, frozen=True, gc=False, tag="plant_piled"):
    """A plant of the market went on the pile that becomes the stack once this is used up."""

    plant: str


class PileShuffled(Event, frozen=True, gc=False, tag="pile_shuffled"):
    """The first stack is used up: the pile was shuffled and is the stack now."""

    left: int


class StackEnded(Event, frozen=True, gc=False, tag="stack_ended"):
    """The last stack is used up: the whole market is on offer."""


class PlantCycled(Event, frozen=True, gc=False, tag="plant_cycled"):
    """A plant went under the stack."""

    plant: str


class DiscountPlaced(Event, frozen=True, gc=False, tag="discount_placed"):
    """The discount token lies on this plant."""

    plant: str


class DiscountLost(Event, frozen=True, gc=False, tag="discount_lost"):
    """The discount token went aside."""

    plant: str


class LotOpened(Event, frozen=True, gc=False, tag="lot_opened"):
    """A plant was put up for auction."""

    seat: int
    plant: str
    bid: int


class BidRaised(Event, frozen=True, gc=False, tag="bid_raised"):
    """A higher bid."""

    seat: int
    amount: int


class BidPassed(Event, frozen=True, gc=False, tag="bid_passed"):
    """A seat left this auction."""

    seat: int


class OptedOut(Event, frozen=True, gc=False, tag="opted_out"):
    """A seat left the auction phase; `forced` when it could afford nothing."""

    seat: int
    forced: bool


class PlantSold(Event, frozen=True, gc=False, tag="plant_sold"):
    """A plant was bought."""

    seat: int
    plant: str
    price: int


class PlantScrapped(Event, frozen=True, gc=False, tag="plant_scrapped"):
    """A plant was given up (`seat` null: by the Trust)."""

    seat: int | None
    plant: str


class Compensated(Event, frozen=True, gc=False, tag="compensated"):
    """The contractor paid for a scrapped plant."""

    seat: int
    amount: int


class TrustTook(Event, frozen=True, gc=False, tag="trust_took"):
    """The Trust took a plant."""

    plant: str


class FuelBought(Event, frozen=True, gc=False, tag="fuel_bought"):
    """One token was bought."""

    seat: int
    fuel: str
    market: str
    price: int


class CardBought(Event, frozen=True, gc=False, tag="card_bought"):
    """One fuel card was bought (`seat` null: by the Trust, which pays nothing)."""

    seat: int | None
    column: int
    card: str
    price: int
    kept: int
    singles: int


class FuelDropped(Event, frozen=True, gc=False, tag="fuel_dropped"):
    """Fuel without room went away."""

    seat: int
    fuel: str
    count: int


class TrustFuelled(Event, frozen=True, gc=False, tag="trust_fuelled"):
    """The Trust took fuel."""

    fuel: dict[str, int]


class TurnEnded(Event, frozen=True, gc=False, tag="turn_ended"):
    """A seat ended its buying or building turn."""

    seat: int


class Jumped(Event, frozen=True, gc=False, tag="jumped"):
    """A player used the free jump; the house follows as the city that it connects."""

    seat: int
    city: str


class CityConnected(Event, frozen=True, gc=False, tag="city_connected"):
    """A house was built."""

    seat: int
    city: str
    house: int
    connection: int


class PlantsRun(Event, frozen=True, gc=False, tag="plants_run"):
    """Plants produced and the seat was paid."""

    seat: int
    plants: tuple[str, ...]
    burned: dict[str, int]
    cities: int
    income: int


class FuelRefilled(Event, frozen=True, gc=False, tag="fuel_refilled"):
    """A market was refilled."""

    market: str
    added: dict[str, int]


class Exported(Event, frozen=True, gc=False, tag="exported"):
    """A player sold what the mines brought up: a price for each city printed on them, and a token of each mine."""

    seat: int
    fuel: str
    price: int
    cities: int
    """The sum of the numbers printed on the mines."""
    tokens: int
    """Tokens that found a space in the export market."""
    income: int


class Shipped(Event, frozen=True, gc=False, tag="shipped"):
    """Tokens left the cheapest spaces of the export market."""

    fuel: str
    count: int


class CardsMoved(Event, frozen=True, gc=False, tag="cards_moved"):
    """Fuel cards slid into a cheaper column."""

    card: str
    column: int


class FuelShuffled(Event, frozen=True, gc=False, tag="fuel_shuffled"):
    """The fuel discard pile became the new fuel stack."""

    cards: int


class CardRevealed(Event, frozen=True, gc=False, tag="card_revealed"):
    """A fuel card was dealt into a column."""

    card: str
    column: int


class ContractorAdvanced(Event, frozen=True, gc=False, tag="contractor_advanced"):
    """The next contractor card lies on top."""

    card: int


class GameEnded(Event, frozen=True, gc=False, tag="game_ended"):
    """The game is over; `reason` is a code."""

    reason: str


Events = list[Event]

AnyEvent = (
    RoundBegan
    | PhaseBegan
    | StepBegan
    | OrderSet
    | ZoneSet
    | AreaChosen
    | CityClosed
    | TrustPlaced
    | StartMarked
    | BackShown
    | PlantRevealed
    | StackShuffled
    | PlantRemoved
    | PlantPiled
    | PileShuffled
    | StackEnded
    | PlantCycled
    | DiscountPlaced
    | DiscountLost
    | LotOpened
    | BidRaised
    | BidPassed
    | OptedOut
    | PlantSold
    | PlantScrapped
    | Compensated
    | TrustTook
    | FuelBought
    | CardBought
    | FuelDropped
    | TrustFuelled
    | TurnEnded
    | Jumped
    | CityConnected
    | PlantsRun
    | FuelRefilled
    | Exported
    | Shipped
    | CardsMoved
    | FuelShuffled
    | CardRevealed
    | ContractorAdvanced
    | GameEnded
)
"""Every kind of event, for readers of JSON."""
