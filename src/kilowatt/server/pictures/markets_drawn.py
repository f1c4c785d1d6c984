"""Plants and fuel of a picture: cards with number, fuel and output, the markets' prices, columns of fuel cards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kilowatt.server.pictures.shapes import LINE, PAPER, SOFT, VOLT, text
from kilowatt.table.tokens import INK

if TYPE_CHECKING:
    from kilowatt.protocol import BoardView, PlantRow

FUELS = {"coal": "#5a4634", "oil": "#22303f", "garbage": "#9a6c00", "uranium": "#bf1f3b", "gas": "#0b74a6"}
"""As on the page."""
GREEN = "#0a7a4a"
"""Plants that burn nothing."""
GAP = 10
LATER = 0.55
"""How clearly plants are shown that cannot be bought yet."""
COLUMN_MOST = 8
"""Cards of a column that are shown."""


def plant(card: PlantRow | None, x: float, y: float, size: float, *, later: bool = False) -> str:
    """Draw a plant card; None: the card that announces the end."""
    faded = f' opacity="{LATER}"' if later else ""
    at = f'<g transform="translate({x:.1f} {y:.1f})"{faded}>'
    if card is None:
        bolt = f'<path transform="scale({size / 32:.2f})" d="M18 5 8 18h7l-1 9 10-13h-7z" fill="{VOLT}"/>'
        return f'{at}<rect width="{size:.1f}" height="{size:.1f}" rx="8" fill="{INK}"/>{bolt}</g>'
    band = "".join(
        f'<rect y="{size * 0.6:.1f}" x="{size * place / max(1, len(card.fuels)):.1f}"'
        f' width="{size / max(1, len(card.fuels)):.1f}" height="{size * 0.4:.1f}" fill="{FUELS.get(fuel, GREEN)}"/>'
        for place, fuel in enumerate(card.fuels or [""])
    )
    gives = card.income if card.income and not card.cities else card.cities
    needs = f"{card.need} → {gives}" if card.need else f"→ {gives}"
    return (
        f'{at}<rect width="{size:.1f}" height="{size:.1f}" fill="{PAPER}"/>{band}'
        f'<rect width="{size:.1f}" height="{size:.1f}" fill="none" stroke="{INK}" stroke-width="2"/>'
        f"{text(size * 0.12, size * 0.48, round(size * 0.42), str(card.number), bold=True)}"
        f"{text(size * 0.12, size * 0.88, round(size * 0.21), needs, bold=True, fill=PAPER)}</g>"
    )


def plants(board: BoardView, game: dict[str, Any], x: float, y: float, wide: float, largest: float) -> str:
    """Draw the plant market in a row: what can be bought now, then what comes later."""
    known = {row.id: row for row in board.plants}
    current, future = game["plants"]["current"], game["plants"]["future"]
    count = max(1, len(current) + len(future))
    size = min(largest, (wide - GAP * count) / count)
    shown = [plant(known.get(name), x + (size + GAP) * place, y, size) for place, name in enumerate(current)]
    after = x + (size + GAP) * len(current) + GAP
    shown += [
        plant(known.get(name), after + (size + GAP) * place, y, size, later=True) for place, name in enumerate(future)
    ]
    return "".join(shown)


def _box(x: float, y: float, wide: float, high: float, fuel: str) -> str:
    """Draw a box in the colour of a fuel."""
    size = f'x="{x:.1f}" y="{y:.1f}" width="{wide:.1f}" height="{high:.1f}"'
    return f'<rect {size} rx="4" fill="{FUELS.get(fuel, LINE)}"/>'


def prices(game: dict[str, Any], x: float, y: float, wide: float) -> str:
    """Draw what the next token of each fuel costs, and how many there are, one line for each market."""
    parts: list[str] = []
    for line, (market, fuels) in enumerate(game["fuel"].items()):
        name = market.replace("_", " ").capitalize() if len(game["fuel"]) > 1 else ""
        start = x + (110 if name else 0)
        parts.append(text(x, y + line * 28 + 17, 18, name, fill=SOFT))
        step = (wide - (start - x)) / max(1, len(fuels))
        for place, (fuel, row) in enumerate(fuels.items()):
            left = start + step * place
            price = str(row["prices"][0]) if row["prices"] else "–"
            parts.append(_box(left, y + line * 28, 20, 20, fuel))
            parts.append(text(left + 27, y + line * 28 + 17, 20, price, bold=True))
            parts.append(
                text(left + 27 + 12 * len(price) + 6, y + line * 28 + 17, 15, f"{fuel} ×{row['tokens']}", fill=SOFT)
            )
    return "".join(parts)


def columns(game: dict[str, Any], prices: list[int], x: float, y: float, wide: float) -> str:
    """Draw the columns of fuel cards of the card game, each under its price."""
    parts: list[str] = []
    step = wide / max(1, len(game["columns"]))
    for place, (column, cards) in enumerate(game["columns"].items()):
        left = x + step * place
        parts.append(text(left, y + 18, 20, str(prices[place] if place < len(prices) else column), bold=True))
        for row, card in enumerate(cards[:COLUMN_MOST]):
            fuel, _, units = card.rpartition("-")
            top = y + 28 + row * 32
            parts.append(_box(left, top, step - 16, 28, fuel))
            parts.append(
                text(left + 10, top + 20, 18, f"{units if units.isdigit() else 1} {fuel}", bold=True, fill=PAPER)
            )
    return "".join(parts)
