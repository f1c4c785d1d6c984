"""`kilowatt play`: against bots in the browser, or with `--terminal` in the terminal."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from kilowatt.cli.serve import play_in_browser
from kilowatt.cli.terminal import terminal as play_in_terminal
from kilowatt.editions.registry import DEFAULT_RULESET


def play(
    terminal: Annotated[bool, typer.Option("--terminal", help="Play in this terminal instead of the browser")] = False,
    ruleset: Annotated[str, typer.Option(help="Terminal: id of the ruleset to play")] = DEFAULT_RULESET,
    seats: Annotated[int, typer.Option(min=2, max=6, help="Terminal: number of seats")] = 4,
    seat: Annotated[int, typer.Option(min=1, help="Terminal: your seat, counted from 1")] = 1,
    bots: Annotated[str, typer.Option(help="Terminal: bots in the other seats: one name, or one per seat")] = "normal",
    seed: Annotated[str | None, typer.Option(help="Terminal: seed of the deal to play")] = None,
    option: Annotated[list[str] | None, typer.Option(help="Terminal: NAME=VALUE, as in contractor=true")] = None,
    language: Annotated[str, typer.Option(help="Terminal: en or de")] = "en",
    deck: Annotated[Path | None, typer.Option(help="Terminal: a custom deck of plants (TOML)")] = None,
    contractor_cards: Annotated[Path | None, typer.Option(help="Terminal: custom contractor cards (TOML)")] = None,
    port: Annotated[int, typer.Option(min=0, max=65535, help="Browser: port on this machine; 0 for any free one")] = 0,
    database: Annotated[str, typer.Option(help="Browser: database URL; default as for serve")] = "",
    browser: Annotated[bool, typer.Option(help="Browser: open it")] = True,
) -> None:
    """Play: in the browser on this machine, or in the terminal."""
    if terminal:
        play_in_terminal(
            ruleset=ruleset,
            seats=seats,
            seat=seat,
            bots=bots,
            seed=seed,
            option=option,
            language=language,
            deck=deck,
            contractor_cards=contractor_cards,
        )
    else:
        play_in_browser(port=port, database=database, browser=browser)
