"""The REST API of what there is to play: rulesets, boards, rules, challenges, sentences and bots."""

from __future__ import annotations

from typing import Annotated, Any

from litestar.params import PathParameter, QueryParameter

from kilowatt import protocol as wire
from kilowatt.host import offers
from kilowatt.host.game import challenges
from kilowatt.host.rules_panel import panel
from kilowatt.host.seating import rules_of
from kilowatt.host.thinking import levels
from kilowatt.protocol import views
from kilowatt.server.http.requests import Asked, Spoken, get_route, who_of

Part = Annotated[str, PathParameter(max_length=64)]
Seats = Annotated[int, QueryParameter(ge=2, le=6)]


@get_route("/api/challenges", sync_to_thread=False)
def list_challenges() -> list[wire.ChallengeRow]:
    """List the challenges in the order in which they are offered."""
    return challenges.listed()


@get_route("/api/rulesets", sync_to_thread=False)
def list_rulesets() -> list[wire.RulesetRow]:
    """List every ruleset with its options."""
    return offers.rulesets()


@get_route("/api/rulesets/{edition:str}/board", sync_to_thread=False)
def show_plain_board(edition: Part, seats: Seats = 4) -> wire.BoardView:
    """Return the cards and tables of a ruleset that is an edition alone."""
    return views.board_view(rules_of(edition, seats, {}))


@get_route("/api/rulesets/{edition:str}/{board:str}/board", sync_to_thread=False)
def show_board(edition: Part, board: Part, seats: Seats = 4) -> wire.BoardView:
    """Return the board, cards and tables of a ruleset with its default options."""
    return views.board_view(rules_of(f"{edition}/{board}", seats, {}))


@get_route("/api/rules/{edition:str}", sync_to_thread=False)
def show_plain_rules(request: Asked, edition: Part, seats: Seats = 4, lang: Spoken = None) -> wire.RulesPanel:
    """Return the rules panel of a ruleset that is an edition alone."""
    return panel(rules_of(edition, seats, {}), lang or who_of(request).language)


@get_route("/api/rules/{edition:str}/{board:str}", sync_to_thread=False)
def show_rules(request: Asked, edition: Part, board: Part, seats: Seats = 4, lang: Spoken = None) -> wire.RulesPanel:
    """Return the rules panel of a ruleset with its default options."""
    return panel(rules_of(f"{edition}/{board}", seats, {}), lang or who_of(request).language)


@get_route("/api/catalogue/{language:str}", sync_to_thread=False)
def show_catalogue(language: Part) -> dict[str, dict[str, Any]]:
    """Return the sentences of a language by section and code; `server` are the server's own refusals."""
    return offers.sentences(language)


@get_route("/api/levels", sync_to_thread=False)
def list_levels() -> list[str]:
    """List the bots there are, those for people first."""
    return levels()
