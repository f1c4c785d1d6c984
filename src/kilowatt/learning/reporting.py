"""The report of a training run as a table that can be read."""

from __future__ import annotations

from typing import Any

Log = dict[str, Any]


def report_of(lines: list[Log]) -> str:
    """Write the report of a log."""
    names = sorted({name for line in lines for name in line["matches"] if name != "last"})
    heads = ["round", "games", "rows", "pairs", "held-out win", "held-out score", "against the last kept", "kept"]
    heads += [f"against three `{name}`" for name in names] + ["seconds: games, fit, matches"]
    rows = ["| " + " | ".join(heads) + " |", "|" + "---|" * len(heads)]
    for line in lines:
        fit, matches, seconds = line["fit"], line["matches"], line["seconds"]
        cells = [line["round"], line["games"], fit["rows"], fit["pairs"], f"{fit['win_loss']:.4f}"]
        cells += [f"{fit['score_loss']:.4f}", share(matches["last"]), "yes" if line["kept"] else "no"]
        cells += [share(matches[name]) if name in matches else "" for name in names]
        cells.append(", ".join(f"{seconds[name]:.0f}" for name in ("games", "fit", "matches")))
        rows.append("| " + " | ".join(str(cell) for cell in cells) + " |")
    last = lines[-1]
    rows += ["", "The last round against the one kept before it, by ruleset and seats (chance 50 %):", ""]
    rows += [f"- {group}: {won:.0%}" for group, won in last["matches"]["last"]["groups"].items()]
    rows += [
        "",
        "Chances to win in held-out games: mean distance from the share of wins, by tenths of positions:",
        "",
    ]
    rows += [f"- {seats} seats: {points} points" for seats, points in last["fit"]["off_by_seats"].items()]
    rows += [f"- phase {phase}: {points} points" for phase, points in last["fit"]["off_by_phase"].items()]
    return "\n".join(rows) + "\n"


def share(found: dict[str, float]) -> str:
    """Write a share of wins with its interval."""
    return f"{found['share']:.1%} ({100 * found['low']:.0f}-{100 * found['high']:.0f}), {found['deals']} deals"
