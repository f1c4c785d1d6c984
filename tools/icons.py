"""Write the page's icons and its preview from its own drawings: `python -m tools.icons`. They are committed as PNG."""

from __future__ import annotations

from pathlib import Path

import resvg_py

import kilowatt
from kilowatt.server.pictures import drawing

GAME = Path(__file__).parents[1] / "tests" / "golden" / "recharged-germany-6-step2.jsonl"
ROUND = 6
NAMES = ["Ann", "Ben", "Cleo", "Dan", "Eve", "Finn"]
FOLDER = Path(__file__).parents[1] / "web" / "public"
BOLT = '<path d="M18 5 8 18h7l-1 9 10-13h-7z" fill="#d0f23a"/>'
MASKABLE = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" fill="#14191f"/>'
    f'<g transform="translate(16 16) scale(.72) translate(-16 -16)">{BOLT}</g></svg>'
)
"""Systems cut this one into their own shapes: nothing important is near its edge."""


def icons() -> dict[str, bytes]:
    """Draw every icon."""
    plain = (FOLDER / "icon.svg").read_text(encoding="utf-8")
    drawn = {"icon-192.png": (plain, 192), "icon-512.png": (plain, 512), "icon-maskable.png": (MASKABLE, 512)}
    return {
        name: bytes(resvg_py.svg_to_bytes(svg_string=svg, width=size, height=size))
        for name, (svg, size) in drawn.items()
    }


def preview() -> bytes:
    """Draw the picture that is shown where the home page's address is shared: a game in its sixth round."""
    record = kilowatt.read_record(GAME)
    moment = next(entry.seq for entry in record.entries if kilowatt.replay(record, upto=entry.seq).state.round == ROUND)
    return drawing.png(drawing.svg(kilowatt.replay(record, upto=moment).state, NAMES, "With friends and bots"))


def main() -> None:
    """Write them."""
    (FOLDER / "preview.png").write_bytes(preview())
    for name, body in icons().items():
        (FOLDER / name).write_bytes(body)


if __name__ == "__main__":
    main()
