"""Imitation: a network fitted to the ids of teachers' games, for self-play to begin from."""

from __future__ import annotations

import time
from concurrent.futures import ProcessPoolExecutor
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import torch
from torch import Tensor, nn

import kilowatt
from kilowatt.envs.grains import make_encoding
from kilowatt.envs.vector import VectorTable
from kilowatt.learning.games import behind_of, shares_of, turned
from kilowatt.learning.network import MOST_SEATS
from kilowatt.learning.ppo import rank_loss
from kilowatt.learning.space import Seen, empty
from kilowatt.learning.teacher import play

if TYPE_CHECKING:
    from collections.abc import Callable

    from kilowatt.learning.games import Kind
    from kilowatt.learning.space import Places
    from kilowatt.learning.teacher import Game
    from kilowatt.learning.training import Run

SEED = 77
"""Of the tables that replay the games; training has others."""
CHUNK = 4
EVERY = 100
"""Updates between two lines of the report."""
MEASURES = ("ids", "wins", "ranks", "agreed")
"""What an update reports: three log-losses, and the share of ids in which the network agrees with the teacher."""
KEPT_BACK = 0.02
"""The share of the decisions that is not fitted to, to measure agreement."""


class Examples(NamedTuple):
    """Decisions to imitate, one per row."""

    seen: Tensor
    legal: Tensor
    chosen: Tensor
    shares: Tensor
    """Who won, the acting seat first."""
    behind: Tensor
    """Who ended in which place, likewise: 0 for the first, 1 for the last."""


def _chunk(job: tuple[str, int, int, int]) -> list[Game]:
    ruleset, seats, first, last = job
    encoding = make_encoding(kilowatt.ruleset(ruleset, seats), "whole")
    return [play(encoding, SEED, number) for number in range(first, last)]


def teach(kinds: list[tuple[str, int]], games: list[int], jobs: int) -> list[list[Game]]:
    """Play so many games of every kind."""
    work = [
        (place, (*kind, first, min(first + CHUNK, many + 1)))
        for place, (kind, many) in enumerate(zip(kinds, games, strict=True))
        for first in range(1, many + 1, CHUNK)
    ]
    found: list[list[Game]] = [[] for _ in kinds]
    with ProcessPoolExecutor(jobs) as pool:
        for (place, _), part in zip(work, pool.map(_chunk, [job for _, job in work], chunksize=4), strict=True):
            found[place] += part
    return found


def replay(kind: Kind, games: list[Game], device: torch.device, threads: int = 1) -> Examples:
    """Play the ids on the kernel and keep what was seen; games cut off and ids drawn at random are left out."""
    table = VectorTable(
        kind.rules, len(games), grain="whole", reward="rank", seed=SEED, observation="compact", threads=threads
    )
    longest = max(len(game.ids) for game in games)
    ids = np.full((len(games), longest), -1, np.int64)
    kept = np.zeros((len(games), longest), np.bool_)
    for row, game in enumerate(games):
        ids[row, : len(game.ids)] = game.ids
        kept[row, : len(game.ids)] = ~np.array(game.noise)
    wins, behind = (np.zeros((len(games), kind.rules.seats), np.float32) for _ in range(2))
    parts: list[tuple[Any, ...]] = []
    for t in range(longest):
        rows = np.flatnonzero(kept[:, t])
        parts.append((rows, table.observation[rows], table.mask[rows], table.actor[rows], ids[rows, t]))
        table.step(np.where(ids[:, t] < 0, table.mask.argmax(1), ids[:, t]))
        ended = np.flatnonzero(table.done & (ids[:, t] >= 0))
        wins[ended], behind[ended] = shares_of(table.reward[ended])[0], behind_of(table.reward[ended])
    rows, seen, legal, actor, chosen = [np.concatenate(part) for part in zip(*parts, strict=True)]
    order = np.argsort(rows, kind="stable")  # game by game, so that whole games are kept back
    rows, seen, legal, actor, chosen = rows[order], seen[order], legal[order], actor[order], chosen[order]
    counts = wins[rows].sum(1) > 0
    actors = torch.from_numpy(actor[counts]).to(device).long()
    seats = torch.full_like(actors, kind.rules.seats)
    return Examples(
        torch.from_numpy(seen[counts]).to(device),
        torch.from_numpy(legal[counts]).to(device),
        torch.from_numpy(chosen[counts]).to(device),
        *[turned(torch.from_numpy(part[rows][counts]).to(device), actors, seats) for part in (wins, behind)],
    )


def batch_of(run: Run, parts: list[tuple[Places, Examples]]) -> tuple[Seen, Tensor, Tensor, Tensor, Tensor]:
    """Put examples of several kinds into one batch: what was seen, the legal ids, the chosen ones, wins and places."""
    sizes = [len(part.chosen) for _, part in parts]
    facts, cities = empty(run.names, sum(sizes), run.device)
    legal = torch.zeros(sum(sizes), run.names.size, dtype=torch.bool, device=run.device)
    chosen, board, seats = (torch.zeros(sum(sizes), dtype=torch.int64, device=run.device) for _ in range(3))
    shares, behind = (torch.zeros(sum(sizes), MOST_SEATS, device=run.device) for _ in range(2))
    at = 0
    for (places, part), size in zip(parts, sizes, strict=True):
        here = slice(at, at + size)
        places.put(part.seen, facts[here], cities[here])
        legal[here].index_copy_(1, places.ids, part.legal)
        chosen[here], board[here], seats[here] = places.ids[part.chosen], places.board, places.seats
        shares[here, : places.seats], behind[here, : places.seats] = part.shares, part.behind
        at += size
    return Seen(facts, cities, board, seats), legal, chosen, shares, behind


def losses(run: Run, parts: list[tuple[Places, Examples]]) -> Tensor:
    """Return the log-loss of the ids, that of the winners, that of the places, and the agreement."""
    seen, legal, chosen, shares, behind = batch_of(run, parts)
    scores, seats, ranks = run.network(seen)
    scores = scores.masked_fill(~legal, -torch.inf)
    likely = scores.log_softmax(1).gather(1, chosen[:, None])[:, 0]
    value = -(shares * seats.log_softmax(1)).sum(1)
    agreed = (scores.argmax(1) == chosen).float()
    placing = rank_loss(ranks, behind, seen.seats)
    return torch.stack([-likely.mean(), value.mean(), placing.mean(), agreed.mean()])


def fit(
    run: Run,
    examples: list[tuple[Kind, Examples]],
    *,
    updates: int,
    seconds: float,
    rate: float,
    report: Callable[[dict[str, Any]], None],
) -> None:
    """Fit the run's network to examples of all kinds; every update looks at some kinds, by how many rows they have."""
    begun = time.perf_counter()
    network, size = run.network, max(1, run.config.minibatch // run.config.tables)
    optimiser = torch.optim.AdamW(network.parameters(), lr=rate, weight_decay=1e-4, fused=run.device.type == "cuda")
    weights = [float(len(part.chosen)) for _, part in examples]
    totals = torch.zeros(len(MEASURES), device=run.device)
    held = [max(1, int(len(part.chosen) * KEPT_BACK)) for _, part in examples]
    for update in range(updates):
        past = max(update / updates, (time.perf_counter() - begun) / seconds)
        if past >= 1:
            break
        for group in optimiser.param_groups:
            group["lr"] = rate * min(1.0, (update + 1) / 50) * (1 - 0.95 * past)
        parts: list[tuple[Places, Examples]] = []
        for place in run.choice.choices(range(len(examples)), weights, k=run.config.tables):
            kind, rows = examples[place]
            picked = torch.randint(held[place], len(rows.chosen), (size,), generator=run.dice, device=run.device)
            parts.append((run.draw_places(kind), Examples(*[column[picked] for column in rows])))
        found = losses(run, parts)
        optimiser.zero_grad(set_to_none=True)
        (found[0] + run.config.value * found[1] + run.config.ranks * found[2]).backward()
        totals += found.detach()
        nn.utils.clip_grad_norm_(network.parameters(), 1.0)
        optimiser.step()
        if update % EVERY == EVERY - 1:
            report({"update": update + 1, "seconds": round(time.perf_counter() - begun, 1), **_named(totals / EVERY)})
            totals.zero_()
    run.average.load_state_dict(network.state_dict())
    report({"held_out": sum(held), **_named(_held_out(run, examples, held))})


def _held_out(run: Run, examples: list[tuple[Kind, Examples]], held: list[int]) -> Tensor:
    """Return the losses of what was kept back, averaged over the kinds."""
    kept = [
        (kind.by_name, Examples(*[part[:many] for part in row]))
        for (kind, row), many in zip(examples, held, strict=True)
    ]
    with torch.no_grad():
        return torch.stack([losses(run, [part]) for part in kept]).mean(0)


def _named(row: Tensor) -> dict[str, float]:
    return {name: round(float(x), 4) for name, x in zip(MEASURES, row, strict=True)}
