"""The page of a player who wants one: finished games without the others' names, statistics by board, and ratings.

Nothing in it leads to a table that is not public, or to another person.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import select

from kilowatt.host.errors import Denied
from kilowatt.host.names import plain_name, skeleton
from kilowatt.protocol import BoardSum, PlayerGame, PlayerPage
from kilowatt.server.profiles.finished_games import played
from kilowatt.server.store import shape

if TYPE_CHECKING:
    from kilowatt.protocol import PlayedGame
    from kilowatt.server.store.store import Store

GAMES_MOST = 50
"""Games that the page lists; its statistics count all."""


async def page_of(store: Store, name: str) -> PlayerPage:
    """Read the page of a player by their reserved name; `Denied` if there is none, or the player wants no page."""
    profiles = shape.profiles
    wanted = plain_name(name)
    query = select(profiles.c.main, profiles.c.name).where(
        profiles.c.skeleton == skeleton(wanted), profiles.c.public.is_(True)
    )
    async with store.reading() as connection:
        row = (await connection.execute(query)).first()
    if row is None or row.name != wanted:
        raise Denied("no_player")
    history = await played(store, row.main)
    tables = shape.tables
    codes = [game.code for game in history.games]
    open_to_all = select(tables.c.code).where(tables.c.code.in_(codes), tables.c.visibility == "public")
    async with store.reading() as connection:
        public = set((await connection.execute(open_to_all)).scalars())
    games = [
        PlayerGame(
            game.ruleset,
            game.title,
            game.at[:10],
            game.place,
            len(game.seats),
            game.score,
            game.measure,
            game.left,
            game.code if game.code in public else None,
        )
        for game in history.games[:GAMES_MOST]
    ]
    return PlayerPage(row.name, games, _by_board(history.games), history.ratings)


def _by_board(games: list[PlayedGame]) -> list[BoardSum]:
    sums: dict[str, BoardSum] = {}
    for game in games:
        if game.left:
            continue
        total = sums.setdefault(game.ruleset, BoardSum(game.ruleset, game.title, 0, 0, 0.0))
        total.mean_place = (total.mean_place * total.games + game.place) / (total.games + 1)
        total.games += 1
        total.wins += game.place == 1
    return sorted(sums.values(), key=lambda row: (-row.games, row.ruleset))
