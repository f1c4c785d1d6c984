"""`kilowatt train`: a network of values that learns from the results of its own games."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import typer

import kilowatt
from kilowatt.editions.options import BadOption


def train(
    out: Annotated[Path, typer.Option(help="Folder of the run; a stopped run continues there")],
    start: Annotated[str, typer.Option(help="Where to begin: nothing, student or a file of weights")] = "nothing",
    ruleset: Annotated[str, typer.Option(help="Play this ruleset alone; nothing for all of them")] = "",
    rounds: Annotated[int, typer.Option(min=1, help="Rounds at most")] = 100,
    games: Annotated[int, typer.Option(min=1, help="Games per round")] = 8000,
    round_seconds: Annotated[float, typer.Option(min=0, help="Time limit for a round's games; 0 for none")] = 0.0,
    deals: Annotated[int, typer.Option(min=2, help="Deals against the last kept network, each played twice")] = 200,
    yardstick_deals: Annotated[int, typer.Option(min=0, help="Deals against each fixed bot, from four seats")] = 20,
    yardsticks: Annotated[str, typer.Option(help="Fixed bots to measure against")] = "simple,student",
    pairs: Annotated[float, typer.Option(min=0, max=1, help="Share of close choices that are both played on")] = 0.0,
    window: Annotated[int, typer.Option(min=1, help="Rounds whose games are fitted to")] = 3,
    margin: Annotated[float, typer.Option(help="Standard errors above a half that a kept round wins by")] = 1.0,
    epochs: Annotated[int, typer.Option(min=1, help="How often a fit sees each position")] = 6,
    rate: Annotated[float, typer.Option(min=0, help="Learning rate of a network that was fitted before")] = 4e-4,
    decay: Annotated[float, typer.Option(min=0, help="Weight decay")] = 1e-4,
    trace: Annotated[float, typer.Option(min=0, max=1, help="1: labels are results; less: later values too")] = 0.97,
    seconds: Annotated[float, typer.Option(min=0, help="Begin no round that would end later; 0 for no limit")] = 0.0,
    seed: Annotated[str, typer.Option(help="The same seed and counts give the same weights")] = "values",
    jobs: Annotated[int, typer.Option(min=1, help="Processes")] = 1,
    commit: Annotated[str, typer.Option(help="Commit of this code, for the card of the weights")] = "",
    as_json: Annotated[bool, typer.Option("--json", help="For scripts: every line of the log")] = False,
) -> None:
    """Train the network of values by self-play; see docs/learning.md."""
    from kilowatt.learning.fitting import Setting
    from kilowatt.learning.kinds import kinds
    from kilowatt.learning.selfplay import Table
    from kilowatt.learning.training import Plan, Run

    if ruleset and not kinds(ruleset):
        raise BadOption("ruleset", f"expected one of {', '.join(row.id for row in kilowatt.rulesets())}")
    plan = Plan(
        start="" if start == "nothing" else start,
        rounds=rounds,
        games=games,
        round_seconds=round_seconds,
        deals=deals,
        yardsticks=tuple(name for name in yardsticks.split(",") if name),
        yardstick_deals=yardstick_deals,
        seconds=seconds,
        seed=seed,
        jobs=jobs,
        window=window,
        margin=margin,
        table=Table(pairs=pairs, ruleset=ruleset),
        setting=Setting(epochs=epochs, later_rate=rate, decay=decay, trace=trace),
        commit=commit,
    )

    def show(line: dict[str, Any]) -> None:
        if as_json:
            print(json.dumps(line), flush=True)
            return
        last = line["matches"]["last"]
        kept = "kept" if line["kept"] else "dropped"
        share = f"{last['share']:.1%} ± {last['error']:.1%} against the last kept"
        print(f"round {line['round']}: {line['games']} games, {share}: {kept}", flush=True)

    try:
        done = Run(plan, out, show).run()
    except ValueError as error:
        raise BadOption("train", str(error)) from None
    if not as_json:
        print(f"{done.round} rounds, {done.games} games; kept: {done.kept}; the report is {out / 'report.md'}")
