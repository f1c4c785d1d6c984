"""Datasets: games of bots as records and as arrays, one pair of files per game, so that a stopped run resumes.

The record is authoritative; the arrays hold the same game as atomic ids with the observation before each.
"""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np

import kilowatt
from kilowatt.bots import Budget, make_bot
from kilowatt.editions.options import BadOption
from kilowatt.engine.game import clone
from kilowatt.envs.episode import Episode
from kilowatt.envs.grains import make_encoding
from kilowatt.envs.kernel_episode import KernelEpisode, KernelKind
from kilowatt.envs.kernel_ids import plays
from kilowatt.envs.observation import Observer
from kilowatt.envs.rewards import REWARDS, rewards
from kilowatt.table.record import Entry, Header, Record

if TYPE_CHECKING:
    from kilowatt.engine.rules import Rules

SPEC = "dataset.json"
CARD = "README.md"
PART = ".part"
"""The ending of a file's name while it is written."""
WORK = 2000
"""Work units per round for bots that search, so that a game does not depend on the speed of a machine."""


class DatasetSpec(msgspec.Struct, frozen=True):
    """What a dataset is made of. Game n is the same on every machine."""

    ruleset: str
    seats: int
    options: dict[str, Any]
    bots: list[str]
    seed: str
    work: int = WORK

    def rules(self) -> Rules:
        """Compose the rules."""
        return kilowatt.ruleset(self.ruleset, self.seats, self.options)

    def seated(self, number: int) -> list[str]:
        """Seat the bots of a game: each goes one seat further from game to game."""
        return [self.bots[(seat + number) % len(self.bots)] for seat in range(self.seats)]


def prepare(spec: DatasetSpec, folder: Path) -> None:
    """Make the folder, or make sure that it holds the dataset of these very settings."""
    path = folder / SPEC
    encoding = make_encoding(spec.rules())
    observer = Observer(spec.rules())
    now = {
        "plan": msgspec.to_builtins(spec),
        "kilowatt": kilowatt.__version__,
        "actions": encoding.hash,
        "observation": observer.layout.hash,
    }
    if path.is_file():
        _check_same(folder, path, now)
    elif folder.is_dir() and any(not other.name.endswith(PART) for other in folder.iterdir()):
        raise BadOption("out", f"{folder} holds files but no dataset; name a new or an empty folder")
    else:
        folder.mkdir(parents=True, exist_ok=True)
        _put(path, json.dumps(now, indent=1).encode())
    (folder / "records").mkdir(exist_ok=True)
    (folder / "arrays").mkdir(exist_ok=True)


def _check_same(folder: Path, path: Path, wanted: dict[str, Any]) -> None:
    """Make sure that a folder's dataset is the wanted one; `BadOption` names what differs."""
    try:
        stored = json.loads(path.read_text(encoding="utf-8"))
        before, now = ({**each, **each["plan"]} for each in (stored, wanted))
    except (ValueError, KeyError, TypeError):
        raise BadOption("out", f"{path} cannot be read; name a new folder") from None
    for key, value in now.items():
        if key != "plan" and before.get(key) != value:
            reason = f"{folder} holds another dataset: its {key} is {before.get(key)}, not {value}; name a new folder"
            raise BadOption("out", reason)


def missing(folder: Path, games: int) -> list[int]:
    """List the games, counted from 1, that are not there yet."""
    return [number for number in range(1, games + 1) if not _arrays(folder, number).is_file()]


def present(folder: Path) -> list[int]:
    """List the games that are there."""
    return sorted(int(path.stem) for path in (folder / "arrays").glob("*.npz"))


def _arrays(folder: Path, number: int) -> Path:
    return folder / "arrays" / f"{number:07d}.npz"


def _record(folder: Path, number: int) -> Path:
    return folder / "records" / f"{number:07d}.jsonl"


def _put(path: Path, content: bytes) -> None:
    """Write a file atomically: a stopped run leaves no partial file under its name."""
    part = path.with_name(path.name + PART)
    part.write_bytes(content)
    part.replace(path)


@lru_cache(maxsize=2)
def _kernel(ruleset: str, seats: int, options: str) -> KernelKind:
    """Return what the games of a dataset share in the kernel."""
    return KernelKind(make_encoding(kilowatt.ruleset(ruleset, seats, json.loads(options))), scaled=False)


def make_game(spec: DatasetSpec, folder: Path, number: int, backend: str = "auto") -> int:
    """Play one game and write its two files, the record first; return how many ids it has.

    The kernel plays where it is installed and can play the rules: the same game, with the same files.
    """
    rules = spec.rules()
    kernel = _kernel(spec.ruleset, spec.seats, json.dumps(spec.options)) if plays(backend, rules) else None
    seed = f"{spec.seed}/{number}"
    episode: Episode | KernelEpisode = (
        Episode(make_encoding(rules), seed, logged=True) if kernel is None else KernelEpisode(kernel, seed, logged=True)
    )
    names = spec.seated(number)
    bots = [make_bot(name, number * spec.seats + seat) for seat, name in enumerate(names)]
    budget = Budget(work=spec.work)
    rows = _Rows(Observer(rules))
    while not episode.over:
        seat = episode.actor
        action = bots[seat].advise(clone(episode.state), seat, budget).action
        ids = episode.encoding.encode(episode.state, action)
        for chosen in ids[:-1]:
            rows.add(episode, chosen)
            episode.step(chosen)
        rows.add(episode, ids[-1])
        episode.apply(action)
    header = Header(rules.id, rules.seats, rules.options, names, rules.revision)
    entries = [Entry(seq, move) for seq, move in enumerate(episode.played or [], start=1)]
    _put(_record(folder, number), ("\n".join(Record(header, entries).lines()) + "\n").encode())
    result = episode.state.result
    assert result is not None  # noqa: S101 - the game is over
    arrays = rows.arrays()
    for kind in REWARDS:
        arrays[f"reward_{kind}"] = np.array(rewards(result, kind), np.float32)
    path = _arrays(folder, number)
    part = path.with_name(path.name + PART)
    with part.open("wb") as file:
        np.savez_compressed(file, **arrays)
    part.replace(path)
    return len(rows.actions)


class _Rows:
    """The rows of one game while it is played."""

    def __init__(self, observer: Observer) -> None:
        self.observer = observer
        self.buffer = observer.buffer(scaled=False)
        self.observations: list[Any] = []
        self.masks: list[Any] = []
        self.actions: list[int] = []
        self.seats: list[int] = []

    def add(self, episode: Episode | KernelEpisode, number: int) -> None:
        """Add an id before it is taken."""
        seat = episode.actor
        if isinstance(episode, KernelEpisode):
            self.observations.append(episode.observe(seat).astype(np.int16))
            mask = episode.mask()
        else:
            self.buffer.write(episode.state, seat, episode.encoding.pending(episode.partial))
            self.observations.append(self.buffer.row.copy())
            mask = np.zeros(episode.encoding.size, np.uint8)
            legal = episode.legal_ids()
            mask[legal.ids] = 1
            mask[legal.first : legal.stop] = 1
        self.masks.append(np.packbits(mask, bitorder="little"))
        self.actions.append(number)
        self.seats.append(seat)

    def arrays(self) -> dict[str, Any]:
        """Return the rows as arrays."""
        return {
            "observation": np.array(self.observations, np.int16),
            "mask": np.array(self.masks, np.uint8),
            "action": np.array(self.actions, np.int16),
            "seat": np.array(self.seats, np.int8),
        }


def write_card(spec: DatasetSpec, folder: Path) -> int:
    """Write the data card: what is in the folder, how it was made, and how the bots did; return how many games."""
    rules = spec.rules()
    encoding = make_encoding(rules)
    observer = Observer(rules)
    shares: dict[str, float] = dict.fromkeys(spec.bots, 0.0)
    played: dict[str, int] = dict.fromkeys(spec.bots, 0)
    ids = 0
    numbers = present(folder)
    for number in numbers:
        with np.load(_arrays(folder, number)) as arrays:
            ids += len(arrays["action"])
            won = (arrays["reward_win"] + 1) / 2
        for seat, name in enumerate(spec.seated(number)):
            shares[name] += float(won[seat])
            played[name] += 1
    lines = [f"| {name} | {played[name]} | {shares[name] / max(1, played[name]):.3f} |" for name in shares]
    text = CARD_TEXT.format(
        spec=spec,
        games="1 game" if len(numbers) == 1 else f"{len(numbers)} games",
        ids=ids,
        version=kilowatt.__version__,
        bots=", ".join(spec.bots),
        options=json.dumps(spec.options),
        size=observer.size,
        octets=(encoding.size + 7) // 8,
        actions=encoding.hash,
        count=encoding.size,
        observation=observer.layout.hash,
        table="\n".join(lines),
    )
    _put(folder / CARD, text.encode())
    return len(numbers)


CARD_TEXT = """\
# A dataset of Kilowatt games

- Ruleset `{spec.ruleset}` for {spec.seats}, options `{options}`; Kilowatt {version}.
- {games} of the bots {bots}, one seat further from game to game; {spec.work} work units per round for bots that
  search; seed `{spec.seed}`. Game n is the same on every machine: `kilowatt dataset` with these arguments makes it
  again.
- {ids} ids in all.

## Files

`records/NNNNNNN.jsonl`: the game as a Kilowatt record (`kilowatt replay FILE` plays it). `arrays/NNNNNNN.npz`: the same
game, one row per id in the order they were taken.

| array | shape | type | meaning |
|---|---|---|---|
| `observation` | (rows, {size}) | int16 | public facts before the id, for its seat; layout `{observation}` |
| `mask` | (rows, {octets}) | uint8 | legal ids, eight per byte, lowest first (`numpy.unpackbits`) |
| `action` | (rows,) | int16 | the id taken, of {count}; atomic grain, encoding `{actions}` |
| `seat` | (rows,) | int8 | the seat that takes it |
| `reward_win`, `reward_rank`, `reward_margin` | ({spec.seats},) | float32 | the final reward of each seat |

## How the bots did

| bot | seats played | share of wins |
|---|---:|---:|
{table}

## Limits

The moves are those of programs, not of people. Games of strong bots cover few positions: a learner sees little of what
happens after a blunder. The rulesets are an unofficial implementation; the games' names belong to their owners.
"""
