"""A picture of a table: board, plants, fuel and the last event on the left, who plays on the right. SVG, and PNG of it.

It shows the view of somebody without a seat, so nothing secret can be in it. Where the machine has no fonts the words
are missing and the board is there all the same.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import resvg_py

from kilowatt.protocol import views
from kilowatt.server.pictures import boards_drawn, markets_drawn
from kilowatt.server.pictures.shapes import PAGE, PAPER, SOFT, VOLT, text
from kilowatt.table.tokens import INK, token

if TYPE_CHECKING:
    from kilowatt.engine.rules import Rules
    from kilowatt.engine.state import State
    from kilowatt.protocol import BoardView

WIDE, HIGH = 1200, 630
"""What pages that show a link expect."""
MARGIN, BOARD = 24, 760
FONT = "Noto Sans, DejaVu Sans, Liberation Sans, Arial, sans-serif"
NAME_MOST, TITLE_MOST, EVENT_MOST = 18, 24, 62
MARKET, EVENT = 84, 40
"""Heights of the plant market and of the line about the last event."""
TITLE_SIZE = 28
BOLD_WIDTH = 0.7
"""Width of a bold letter of the widest of these fonts, in parts of its size."""


def _shortened(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[: most - 1]}…"


def _count(number: int, word: str) -> str:
    several = f"{word[:-1]}ies" if word.endswith("y") else f"{word}s"
    return f"{number} {word if number == 1 else several}"


def svg(state: State, players: list[str], title: str, event: str = "") -> str:
    """Draw a table after an entry, as everybody sees it, with a sentence on what happened last."""
    return _svg(state.rules, views.game_view(state, ()), players, title, event)


def waiting_svg(rules: Rules, players: list[str], title: str) -> str:
    """Draw a table that has not started; a free seat has no name."""
    seats: list[dict[str, Any]] = [{"cities": [], "plants": []} for _ in range(rules.seats)]
    game = {"areas": [], "seats": seats, "order": list(range(rules.seats)), "round": 0, "phase": "waiting"}
    return _svg(rules, game, players, title, "")


def board_svg(rules: Rules, title: str, facts: list[str]) -> str:
    """Draw a board without a game, with what there is to say of it."""
    box = (MARGIN, MARGIN, BOARD - 2 * MARGIN, HIGH - 2 * MARGIN)
    parts = [boards_drawn.draw(views.board_view(rules), {"areas": [], "seats": []}, box), *_plate(title)]
    parts += [text(BOARD + 24, 196 + 40 * place, 26, fact, fill=SOFT) for place, fact in enumerate(facts)]
    return _whole(parts)


def _whole(parts: list[str]) -> str:
    size = f'width="{WIDE}" height="{HIGH}" viewBox="0 0 {WIDE} {HIGH}"'
    ground = f'<rect width="{WIDE}" height="{HIGH}" fill="{PAGE}"/>'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="{FONT}">{ground}{"".join(parts)}</svg>'


def _svg(rules: Rules, game: dict[str, Any], players: list[str], title: str, event: str) -> str:
    board = views.board_view(rules)
    parts: list[str] = []
    wide = BOARD - 2 * MARGIN
    if "plants" not in game:
        box = (MARGIN, MARGIN, wide, HIGH - 2 * MARGIN)
        parts.append(boards_drawn.draw(board, game, box) if board.cities else _cards())
    elif board.cities:
        under = HIGH - MARGIN - EVENT - MARKET - 28 * len(game["fuel"])
        parts.append(boards_drawn.draw(board, game, (MARGIN, MARGIN, wide, under - 2 * MARGIN)))
        parts.append(markets_drawn.plants(board, game, MARGIN, under, wide, MARKET - 14))
        parts.append(markets_drawn.prices(game, MARGIN, under + MARKET, wide))
    else:
        parts.append(markets_drawn.plants(board, game, MARGIN, 2 * MARGIN, wide, 120))
        parts.append(markets_drawn.columns(game, board.column_prices, MARGIN, 210, wide))
    parts.append(text(MARGIN, HIGH - MARGIN - 4, 22, _shortened(event, EVENT_MOST)))
    return _whole([*parts, *_side(board, game, players, title)])


def _title_size(title: str, wide: int) -> int:
    """Return the largest size at which a title fits."""
    return min(TITLE_SIZE, int(wide / (BOLD_WIDTH * max(1, len(title)))))


def _plate(title: str) -> list[str]:
    """Draw the panel on the right with our sign and a title."""
    left, wide = BOARD, WIDE - BOARD - MARGIN
    shown = _shortened(title, TITLE_MOST)
    return [
        f'<rect x="{left}" y="{MARGIN}" width="{wide}" height="{HIGH - 2 * MARGIN}" rx="16" fill="{PAPER}"/>',
        f'<rect x="{left + 24}" y="48" width="44" height="44" rx="11" fill="{INK}"/>',
        f'<path transform="translate({left + 30} 54)" d="M18 5 8 18h7l-1 9 10-13h-7z" fill="{VOLT}"/>',
        text(left + 82, 80, 26, "Kilowatt", bold=True),
        text(left + 24, 140, _title_size(shown, wide - 48), shown, bold=True),
    ]


def _side(board: BoardView, game: dict[str, Any], players: list[str], title: str) -> list[str]:
    numbers = {row.id: str(row.number) for row in board.plants}
    left = BOARD
    parts = [
        *_plate(title),
        text(left + 24, 174, 22, f"Round {game['round']} · {game['phase']}" if game["round"] else "", fill=SOFT),
    ]
    for place, seat in enumerate(game["order"]):
        if not isinstance(seat, int):
            continue
        y = 222 + place * 62
        if players[seat] == "":
            parts.append(_free_seat(left, y))
            continue
        row = game["seats"][seat]
        parts.append(token(seat, left + 42, y, 15))
        parts.append(text(left + 72, y + 2, 24, _shortened(players[seat], NAME_MOST), bold=True))
        owns = [_count(len(row["cities"]), "city")] if board.cities else []
        if row["plants"]:
            owns.append(f"plants {', '.join(numbers.get(plant, plant) for plant in row['plants'])}")
        parts.append(text(left + 72, y + 28, 19, " · ".join(owns), fill=SOFT))
    return parts


def _free_seat(left: int, y: int) -> str:
    """Draw a place without a player, without words: the link may be read in any language."""
    dashed = f'fill="none" stroke="{SOFT}" stroke-width="3" stroke-dasharray="7 6"'
    return (
        f'<circle cx="{left + 42}" cy="{y}" r="14" {dashed}/>'
        f'<rect x="{left + 72}" y="{y - 14}" width="150" height="28" rx="14" {dashed}/>'
    )


def _cards() -> str:
    shown = [
        f'<g transform="translate({200 + 150 * place} 180) rotate({-12 + 12 * place} 80 130)">'
        f'<rect width="170" height="260" rx="20" fill="{INK}" stroke="{PAGE}" stroke-width="8"/>'
        f'<path transform="translate(21 66) scale(4)" d="M18 5 8 18h7l-1 9 10-13h-7z" fill="{VOLT}"/></g>'
        for place in range(3)
    ]
    return "".join(shown)


def png(drawn: str) -> bytes:
    """Paint a drawing."""
    return bytes(resvg_py.svg_to_bytes(svg_string=drawn, width=WIDE, height=HIGH))
