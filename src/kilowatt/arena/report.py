"""A game as one self-contained page: curves, auctions with what the bots would have paid, the final standing."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

import msgspec

from kilowatt.arena.plot import curves
from kilowatt.bots.economist import appraise
from kilowatt.bots.plant_tables import tables_of
from kilowatt.engine.actions import Open
from kilowatt.engine.events import FuelRefilled, PlantSold
from kilowatt.engine.game import advance, clone, new_game
from kilowatt.engine.ids import FUELS

if TYPE_CHECKING:
    from kilowatt.engine.events import Event
    from kilowatt.engine.state import State
    from kilowatt.table.record import Record


class Sale(msgspec.Struct, frozen=True):
    """One auction: who paid what for which plant, and what it was worth to the buyer and to the keenest rival."""

    round: int
    plant: str
    seat: int
    price: int
    worth: int
    rival: int


class Story(msgspec.Struct):
    """What a page shows of a game."""

    title: str
    players: list[str]
    cities: list[list[float]]
    money: list[list[float]]
    income: list[list[float]]
    capacity: list[list[float]]
    fuel: dict[str, list[float]]
    sales: list[Sale]
    standing: list[tuple[int, str, dict[str, int]]]
    reason: str


def story_of(record: Record) -> Story:
    """Play a record through and collect its story."""
    rules = record.rules_of()
    s = new_game(rules)
    seats = rules.seats
    players = list(record.header.players) or [f"Seat {seat + 1}" for seat in range(seats)]
    story = Story(
        title=rules.title,
        players=players,
        cities=[[] for _ in range(seats)],
        money=[[] for _ in range(seats)],
        income=[[] for _ in range(seats)],
        capacity=[[] for _ in range(seats)],
        fuel={name: [] for name in rules.fuels} if rules.tracks else {},
        sales=[],
        standing=[],
        reason="",
    )
    appraised: dict[int, int] = {}
    for action in record.actions():
        before = s.round
        if isinstance(action, Open):
            appraised = _appraisals(s, action)
        events: list[Event] = []
        prices = _prices(s)
        advance(s, action, events)
        for event in events:
            if isinstance(event, PlantSold):
                others = [worth for seat, worth in appraised.items() if seat != event.seat]
                worth = appraised.get(event.seat, 0)
                story.sales.append(Sale(before, event.plant, event.seat, event.price, worth, max(others, default=0)))
        if before and (s.round != before or s.result is not None):
            _note(story, s, prices if any(isinstance(event, FuelRefilled) for event in events) else _prices(s))
    if s.result is not None:
        story.reason = s.result.reason
        for place, group in enumerate(s.result.ranking, start=1):
            story.standing += [(place, players[seat], s.result.scores[seat]) for seat in group]
    return story


def _appraisals(s: State, action: Open) -> dict[int, int]:
    """Return what the plant being opened is worth to each seat that may bid."""
    plant = s.rules.plant_ids[action.plant]
    free = s.rules.everybody & ~(s.bought | s.out)
    return {seat: appraise(clone(s), seat, plant) for seat in range(s.rules.seats) if free >> seat & 1}


def _prices(s: State) -> list[float]:
    """Return the price of the next token of each fuel on the first market, the dearest space where there is none."""
    if not s.rules.tracks:
        return []
    prices: list[float] = []
    for fuel in range(FUELS):
        row = s.rules.tracks[0].prices[fuel]
        mask = s.fuel[fuel]
        price = row[(mask & -mask).bit_length() - 1] if mask else (row[-1] if row else 0)
        prices.append(float(price + s.rules.fuel_supply.surcharge(s, 0) if price else 0))
    return prices


def _note(story: Story, s: State, prices: list[float]) -> None:
    """Add a point to every curve."""
    tables = tables_of(s)
    for seat in range(s.rules.seats):
        story.cities[seat].append(float(s.count(seat)))
        story.money[seat].append(float(s.money[seat]))
        story.income[seat].append(float(s.income[seat]))
        story.capacity[seat].append(float(tables.capacity(s.plants[seat])))
    for name, price in zip(story.fuel, prices, strict=False):
        story.fuel[name].append(price)


STYLE = """
body { font-family: sans-serif; margin: 2rem auto; max-width: 70rem; padding: 0 1rem; color: #222; background: #fff; }
table { border-collapse: collapse; margin: 1rem 0; }
th, td { border-bottom: 1px solid #ccc; padding: .3rem .8rem; text-align: left; }
td.n { text-align: right; font-variant-numeric: tabular-nums; }
.curves { display: flex; flex-wrap: wrap; gap: 1rem; }
svg { max-width: 100%; height: auto; }
"""


def page(story: Story, note: str = "") -> str:
    """Write the page, with a note under its title where there is something to know first."""
    printed = not any(any(row) for row in story.cities)
    named = list(zip(story.players, range(len(story.players)), strict=True))
    drawn = [
        ("Cities", story.cities),
        ("Money at the end of the round", story.money),
        ("Income", story.income),
        ("What the plants can earn" if printed else "Cities the plants can supply", story.capacity),
    ]
    pictures = [
        curves(title, {name: rows[seat] for name, seat in named})
        for title, rows in drawn
        if not (printed and title == "Cities")
    ]
    if story.fuel:
        pictures.append(curves("Price of the next fuel before the refill", story.fuel, fuels=True))
    places = "".join(
        [
            f"<tr><td class=n>{place}</td><td>{escape(name)}</td>"
            f"<td>{escape(', '.join([f'{key} {value}' for key, value in numbers.items()]))}</td></tr>"
            for place, name, numbers in story.standing
        ]
    )
    sales = "".join([_sale(story, sale) for sale in story.sales])
    return f"""<!DOCTYPE html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{escape(story.title)}</title>
<style>{STYLE}</style></head>
<body>
<h1>{escape(story.title)}</h1>
{f"<p>{escape(note)}</p>" if note else ""}
<h2>Final standing</h2>
<table><thead><tr><th>Rank</th><th>Player</th><th>Numbers compared</th></tr></thead><tbody>{places}</tbody></table>
<h2>Round by round</h2>
<div class="curves">{"".join(pictures)}</div>
<h2>Auctions</h2>
<p>Worth is what the plant was worth to its buyer by the economist's forecast when it was opened; the last column is the
most it was worth to any rival who could still bid.</p>
<table><thead>
<tr><th>Round</th><th>Plant</th><th>Buyer</th><th>Price</th><th>Worth</th><th>To the keenest rival</th></tr>
</thead><tbody>{sales}</tbody></table>
</body>
</html>
"""


def _sale(story: Story, sale: Sale) -> str:
    return (
        f"<tr><td class=n>{sale.round}</td><td>{escape(sale.plant)}</td><td>{escape(story.players[sale.seat])}</td>"
        f"<td class=n>{sale.price}</td><td class=n>{sale.worth}</td><td class=n>{sale.rival}</td></tr>"
    )
