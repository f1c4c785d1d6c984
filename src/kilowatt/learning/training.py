"""A training run: plays, learns, remembers earlier selves, and writes checkpoints and a log that can be resumed."""

from __future__ import annotations

import json
import random
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
import torch

import kilowatt
from kilowatt.editions.options import BadOption
from kilowatt.learning.config import Config
from kilowatt.learning.games import Field, Kind
from kilowatt.learning.ladder_games import LadderGames
from kilowatt.learning.network import Network
from kilowatt.learning.ppo import Learner
from kilowatt.learning.space import Names, Places

if TYPE_CHECKING:
    from collections.abc import Callable

CHECKPOINT = "checkpoint.pt"
LOG = "log.jsonl"


class Run:
    """A run in a folder: everything that a checkpoint keeps."""

    def __init__(self, config: Config, folder: Path) -> None:
        self.config = config
        self.folder = folder
        self.device = _device(config.device)
        torch.manual_seed(config.seed)
        self.dice = torch.Generator(self.device).manual_seed(config.seed)
        self.choice = random.Random(config.seed)  # noqa: S311 - chooses games
        self.kinds: list[Kind] = []
        self.weights: list[float] = []
        names = Names()
        for entry in config.play:
            for ruleset in entry.rulesets:
                for seats in entry.seats:
                    seed = config.seed * 1000 + len(self.kinds)
                    kind = Kind(kilowatt.ruleset(ruleset, seats), config, seed, self.device)
                    names.add(kind.rules, kind.table.observer.layout, kind.table.encoding)
                    self.kinds.append(kind)
                    self.weights.append(entry.share / (len(entry.rulesets) * len(entry.seats)))
        for kind in self.kinds:
            kind.know(names, self.device)
        self.names = names
        self.field = Field(names, config, self.device)
        self.ladder: LadderGames | None = None
        """Games against bots; their processes start with the first iteration."""
        self.network = self._network()
        self.earlier = self._network()
        self.average = self._network()
        self.average.load_state_dict(self.network.state_dict())
        self.learner = Learner(self.network, config)
        self.selves: list[dict[str, torch.Tensor]] = []
        self.iteration = 0
        self.decisions = 0
        self.games = 0
        self.spent = 0.0
        self.clone: dict[str, torch.Tensor] | None = None
        """The weights the run began from, if they were given."""
        if config.start:
            self._begin_from(Path(config.start))

    def _begin_from(self, path: Path) -> None:
        """Begin with the weights of another run, or of a clone, over the same games."""
        if not path.is_file():
            raise BadOption("start", f"there is no file {path}")
        kept = torch.load(path, map_location=self.device, weights_only=True)
        self._same_games(kept, path, "start")
        self.clone = kept["average"]
        self.network.load_state_dict(self.clone)
        self.average.load_state_dict(self.clone)

    def _same_games(self, kept: dict[str, Any], path: Path, field: str) -> None:
        mine = [list(self.names.facts), list(self.names.ids), list(self.names.cities)]
        theirs = [kept["facts"], kept["ids"], kept["cities"]]
        if theirs != mine or list(kept["config"]["widths"]) != list(self.config.widths):
            raise BadOption(field, f"{path} was trained on other games, another encoding or another size of network")

    def _network(self) -> Network:
        made = Network(self.names, self.config.widths, self.config.cities)
        made.to(self.device)
        return made

    def progress(self) -> float:
        """Return how far the run is: by iterations where their number is given, which is the same on every machine."""
        last = self.config.iterations
        return min(1.0, self.spent / self.config.seconds if last is None else self.iteration / last)

    def over(self) -> bool:
        """Return whether a limit is reached."""
        last = self.config.iterations
        return self.spent >= self.config.seconds or (last is not None and self.iteration >= last)

    def iterate(self) -> dict[str, Any]:
        """Play and learn once; return a line of the log."""
        config = self.config
        begun = time.perf_counter()
        chosen = self._choose()
        rivals = [*self.selves, *([self.clone] if self.clone is not None else [])]
        if rivals:
            self.earlier.load_state_dict(self.choice.choice(rivals))
        earlier = self.earlier if rivals else None
        field = self.field
        if config.ladder_games and self.ladder is None:
            self.ladder = LadderGames(self.names, self.kinds, config, self.iteration, self.device)
        ladder = self.ladder
        with torch.no_grad():
            field.seat(chosen)
            if ladder is not None:
                ladder.seat(chosen)
            for t in range(config.steps):
                if ladder is not None and t % config.ladder_every == 0:
                    ladder.field.step(t // config.ladder_every, self.network, None, self.dice)
                field.step(t, self.network, earlier, self.dice)
            field.look(self.network)
            place = config.place + (config.last_place - config.place) * self.progress()
            played = field.decisions(config.trace, place)
            if ladder is not None:
                ladder.field.look(self.network)
                played = played.joined(ladder.field.decisions(config.trace, place), config.ladder_weight)
        middle = time.perf_counter()
        measures = self.learner.update(played, self.progress(), self.dice)
        with torch.no_grad():
            for mean, part in zip(self.average.parameters(), self.network.parameters(), strict=True):
                mean.lerp_(part, 1 - config.average)
        fair, won, games = field.league_games()
        against = {} if ladder is None else ladder.field.against(config.ladder)
        games += 0 if ladder is None else int(ladder.field.ended.sum())
        if self.iteration % config.remember == 0:
            self._remember()
        self.iteration += 1
        self.decisions += len(played.chosen)
        self.games += games
        now = time.perf_counter()
        self.spent += now - begun
        return {
            "iteration": self.iteration,
            "seconds": round(self.spent, 1),
            "decisions": self.decisions,
            "games": self.games,
            "against_earlier": round(won / fair, 3) if fair else None,
            **against,
            "playing": round(middle - begun, 3),
            "learning": round(now - middle, 3),
            **{name: round(value, 6) for name, value in measures.items()},
        }

    def _choose(self) -> list[Kind]:
        """Draw the kinds of game of this iteration without replacement, by their shares, and which have no names."""
        left = list(range(len(self.kinds)))
        found: list[Kind] = []
        while len(found) < self.config.tables:
            picked = self.choice.choices(left, [self.weights[place] for place in left])[0]
            left.remove(picked)
            kind = self.kinds[picked]
            kind.places = self.draw_places(kind)
            found.append(kind)
        return found

    def draw_places(self, kind: Kind) -> Places:
        """Draw whether the cities of a kind of game are known by name."""
        return kind.nameless if self.choice.random() < self.config.nameless else kind.by_name

    def _remember(self) -> None:
        """Keep this self; once the league is full, forget one at random, so that old ones thin out slowly."""
        if len(self.selves) == self.config.selves:
            self.selves.pop(self.choice.randrange(len(self.selves)))
        self.selves.append({name: part.detach().clone() for name, part in self.network.state_dict().items()})

    def close(self) -> None:
        """End the threads and processes of the games."""
        self.field.close()
        if self.ladder is not None:
            self.ladder.close()
            self.ladder = None

    def save(self) -> None:
        """Write a checkpoint; a run that is stopped in between keeps the one before."""
        kept = {
            "config": msgspec.to_builtins(self.config),
            "facts": list(self.names.facts),
            "ids": list(self.names.ids),
            "cities": list(self.names.cities),
            "network": self.network.state_dict(),
            "average": self.average.state_dict(),
            "optimiser": self.learner.optimiser.state_dict(),
            "selves": self.selves,
            "clone": self.clone,
            "rate": self.learner.rate,
            "counts": [self.iteration, self.decisions, self.games, self.spent],
            "choice": self.choice.getstate(),
            "dice": self.dice.get_state(),
        }
        path = self.folder / CHECKPOINT
        torch.save(kept, path.with_suffix(".new"))
        path.with_suffix(".new").replace(path)

    def resume(self) -> None:
        """Continue from the folder's checkpoint. Games begin again; everything else goes on."""
        kept = torch.load(self.folder / CHECKPOINT, map_location=self.device, weights_only=True)
        self._same_games(kept, self.folder / CHECKPOINT, "resume")
        self.network.load_state_dict(kept["network"])
        self.average.load_state_dict(kept["average"])
        self.learner.optimiser.load_state_dict(kept["optimiser"])
        self.selves, self.clone, self.learner.rate = kept["selves"], kept["clone"], kept["rate"]
        self.iteration, self.decisions, self.games, self.spent = kept["counts"]
        self.choice.setstate(kept["choice"])
        self.dice.set_state(kept["dice"].cpu())
        for kind in self.kinds:
            kind.table.reset(kind.table.seed + 1_000_003 * self.iteration)


def _device(name: str) -> torch.device:
    if name == "auto":
        name = "cuda" if torch.cuda.is_available() else "cpu"
    if name == "cuda":
        torch.set_float32_matmul_precision("high")
    return torch.device(name)


def train(config: Config, folder: Path, *, resume: bool = False, report: Callable[[dict[str, Any]], None]) -> Run:
    """Train until the configuration's limits and leave a checkpoint and a log in the folder."""
    folder.mkdir(parents=True, exist_ok=True)
    there = (folder / CHECKPOINT).is_file()
    if there and not resume:
        raise BadOption("out", f"{folder} has a checkpoint already: add --resume, or name another folder")
    if resume and not there:
        raise BadOption("resume", f"{folder} has no {CHECKPOINT}")
    run = Run(config, folder)
    if resume:
        run.resume()
    saved = run.spent
    try:
        with (folder / LOG).open("a", encoding="utf-8") as log:
            while not run.over():
                line = run.iterate()
                log.write(json.dumps(line) + "\n")
                log.flush()
                report(line)
                if run.spent - saved > config.save_every:
                    saved = run.spent
                    run.save()
    finally:
        run.close()
    run.save()
    return run
