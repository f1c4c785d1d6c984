"""Write the tables of action ids and observation indexes, one pair of files per ruleset, and a page with their hashes.

`python -m tools.encoding [FOLDER]` writes the tables into a folder, `--page` the page docs/reference/encoding.md alone,
and `--check` compares the page.
"""

from __future__ import annotations

import csv
import hashlib
import io
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import kilowatt
from kilowatt.envs.compact import places, size_of
from kilowatt.envs.grains import GRAINS, make_encoding
from kilowatt.envs.observation import make_layout

if TYPE_CHECKING:
    from kilowatt.engine.rules import Rules
    from kilowatt.envs.encoding import Encoding
    from kilowatt.envs.observation_layout import Layout

PAGE = Path(__file__).parents[1] / "docs" / "reference" / "encoding.md"
FOLDER = Path("build/encoding")
"""Where the tables are written unless a folder is given."""
SEATS = 4
"""The tables are the same for every number of seats; a test makes sure of it."""
README = """\
# Action ids and observation indexes

`python -m tools.encoding FOLDER` writes two tables per ruleset, made from the rulesets themselves. This page has the
hash of each pair, and a test fails when one changes: `make docs` writes the page again. [research.md](../research.md)
explains the families and blocks.

- `*.actions.csv`: `grain,first,last,name`. Consecutive numbers share a row: `raise:0-199` are 200 ids. The 625 run sets
  of the whole grain are one row. The digits of `run:wxyz` are what the seat's plants do, lowest card first: 0 rests, 1
  runs, and a hybrid on n units of its first fuel has 1 + n. The first digit counts ones, the next fives, then
  twenty-fives and hundred-and-twenty-fives, from the first id of the row on. A custom deck with a hybrid that needs
  more than 3 units has wider digits: the base is 2 more than the largest need.
- `*.observation.csv`: `index,block,member,scale,byte,bits,meaning`. The flat vector holds the fact divided by `scale`,
  the dict of arrays the fact itself. The compact observation holds the fact in these bits of this byte, the lower of
  two bytes first (`0-15`); a connection of 255 is 999, none. Blocks whose name begins with `seat` are those of the
  observer; the next seat clockwise has the same blocks as many places, or bytes, further on as "each seat" says.

A checkpoint should store the hashes of what it was trained on: they change with any id or index.

| ruleset | atomic ids | hash | whole ids | hash | table | each seat | hash | table bytes | each seat | both files |
|---|---:|---|---:|---|---:|---:|---|---:|---:|---|
"""


def rulesets() -> list[str]:
    """List the published rulesets."""
    return [row.id for row in kilowatt.rulesets() if not row.composed]


def actions(encodings: list[Encoding]) -> str:
    """Write the ids of both grains."""
    rows: list[list[object]] = []
    for encoding in encodings:
        for first, last, name in _gathered(encoding.vocabulary.names):
            rows.append([encoding.grain, first, last, name])
    return _csv(["grain", "first", "last", "name"], rows)


def _gathered(names: list[str]) -> list[tuple[int, int, str]]:
    """Put names that differ by a counting number, and the run sets of digits, into one row each."""
    rows: list[tuple[int, int, str]] = []
    number = 0
    while number < len(names):
        stem, _, tail = names[number].rpartition(":")
        last = number
        if names[number] == "run:0000":  # the last family of the whole grain
            last = len(names) - 1
        elif tail.isdigit() and (stem in ("raise", "reserve") or ":" in stem):
            while last + 1 < len(names) and names[last + 1] == f"{stem}:{int(tail) + last + 1 - number}":
                last += 1
        name = names[number] if last == number else f"{names[number]}-{names[last].rpartition(':')[2]}"
        rows.append((number, last, name))
        number = last + 1
    return rows


def observation(layout: Layout) -> str:
    """Write the indexes of the table and of the first seat."""
    rows: list[list[object]] = []
    where = places(layout)
    for first, block in layout.documented():
        name = block.name if first < layout.table else f"seat0/{block.name}"
        for i, member in enumerate(block.members):
            place = where[first + i]
            bits = place.bit if place.width == 1 else f"0-{place.width - 1}"
            meaning = block.meaning if i == 0 else ""
            rows.append([first + i, name, member, f"{block.scale:g}", place.byte, bits, meaning])
    return _csv(["index", "block", "member", "scale", "byte", "bits", "meaning"], rows)


def _csv(head: list[str], rows: list[list[object]]) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(head)
    writer.writerows(rows)
    return text.getvalue()


def tables(ruleset: str) -> dict[str, str]:
    """Return the two tables of a ruleset by the names of their files."""
    rules: Rules = kilowatt.ruleset(ruleset, SEATS)
    stem = ruleset.replace("/", "-")
    return {
        f"{stem}.actions.csv": actions([make_encoding(rules, grain) for grain in GRAINS]),
        f"{stem}.observation.csv": observation(make_layout(rules)),
    }


def page() -> str:
    """Return the page: what the tables hold, their sizes and hashes."""
    lines: list[str] = []
    for name in rulesets():
        rules: Rules = kilowatt.ruleset(name, SEATS)
        encodings = [make_encoding(rules, grain) for grain in GRAINS]
        layout = make_layout(rules)
        ids = " | ".join(f"{encoding.size} | `{encoding.hash}`" for encoding in encodings)
        table, seat = ([block for group in groups for block in group.blocks] for groups in layout.groups())
        octets = f"{size_of(table)} | {size_of(seat)}"
        both = hashlib.sha256("".join(tables(name).values()).encode()).hexdigest()[:16]
        lines.append(f"| {name} | {ids} | {layout.table} | {layout.each} | `{layout.hash}` | {octets} | `{both}` |")
    return README + "\n".join(lines) + "\n"


def main(args: list[str]) -> None:
    """Write the tables or the page, or check the page."""
    if "--check" in args:
        if PAGE.read_text(encoding="utf-8") != page():
            sys.exit(f"{PAGE.name} is not current: run python -m tools.encoding --page")
    elif "--page" in args:
        PAGE.write_text(page(), encoding="utf-8")
    else:
        folder = Path(args[0]) if args else FOLDER
        folder.mkdir(parents=True, exist_ok=True)
        for ruleset in rulesets():
            for name, text in tables(ruleset).items():
                (folder / name).write_text(text, encoding="utf-8")
        print(folder)


if __name__ == "__main__":
    main(sys.argv[1:])
