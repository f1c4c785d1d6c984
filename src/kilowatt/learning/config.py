"""What a training run is told: the games, the network, the method and the limits, as a TOML file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from kilowatt.bots import bot_names
from kilowatt.editions.options import BadOption

HERE = Path(__file__).parent / "configs"
SEATS = (2, 3, 4, 5, 6)


class Games(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Games of some rulesets and numbers of seats; `share` is how often they are chosen, compared with the others."""

    rulesets: list[str]
    seats: list[int]
    share: float = 1.0


class Config(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A whole run. Every iteration plays `steps` decisions in `tables` times `games` games, then learns from them."""

    play: list[Games]
    seed: int = 1
    device: str = "auto"
    """`cpu`, `cuda`, or `auto`: a GPU where there is one."""
    threads: int = 1
    """Threads that step games."""
    seconds: float = 600.0
    """The run ends after so long, with earlier legs counted in."""
    iterations: int | None = None
    """The run ends after so many iterations at the latest; the schedule then follows them and not the clock."""

    tables: int = 1
    """How many kinds of game one iteration plays."""
    games: int = 256
    """Games side by side of each kind."""
    steps: int = 32
    longest: int = 3000
    """A game is cut off after so many decisions; it then counts as a tie."""
    start: str = ""
    """A checkpoint to begin from, such as a clone of bots; it stays in the league for good."""
    place: float = 0.0
    last_place: float = 0.0
    """How much of the reward is by place, at the beginning and at the end; the rest is winning."""
    league: float = 0.2
    """Share of the games in which one seat learns and earlier selves play the others."""
    remember: int = 25
    """Iterations between two selves that the league keeps."""
    selves: int = 16
    """How many the league keeps."""
    ladder: tuple[str, ...] = ()
    """Bots that play the other seats in games in which one seat learns, beside all those above."""
    ladder_games: int = 0
    """How many such games there are, of all processes together; 0 for none."""
    ladder_processes: int = 1
    """Processes that play them; each plays one of the iteration's kinds."""
    ladder_every: int = 1
    """Such a game takes one decision while another takes so many: bots think longer than the kernel plays."""
    ladder_weight: float = 1.0
    """How much such a decision counts, compared with one of self-play."""

    nameless: float = 0.0
    """Share of the kinds of an iteration whose boards have no names, so that what is learned holds for any board."""

    widths: tuple[int, ...] = (256, 256)
    cities: int = 32
    """Width of the layers that look at one city."""
    minibatch: int = 8192
    epochs: int = 1
    rate: float = 3e-4
    """Learning rate at the beginning; then it follows `kl`, between the next two."""
    last_rate: float = 1e-5
    most_rate: float = 2e-3
    kl: float = 0.015
    last_kl: float = 0.005
    """How far the policy goes per iteration (Kullback-Leibler divergence), at the beginning and at the end."""
    clip: float = 0.2
    entropy: float = 0.01
    last_entropy: float = 0.001
    trace: float = 0.98
    """Lambda of the advantages, per decision of any seat."""
    value: float = 0.5
    """Weight of the win chances in the loss."""
    ranks: float = 0.1
    """Weight of the expected places in the loss."""
    gradient: float = 1.0
    """Longest gradient."""
    average: float = 0.99
    """How much of the averaged weights an iteration keeps; the average is what plays."""
    save_every: float = 60.0
    """Seconds between checkpoints."""


def read_config(name: str) -> Config:
    """Read a configuration: a file, or the name of one that comes with the package; `BadOption` says what is wrong."""
    path = Path(name)
    if not path.suffix:
        path = HERE / f"{name}.toml"
    if not path.is_file():
        known = ", ".join(sorted(file.stem for file in HERE.glob("*.toml")))
        raise BadOption("config", f"there is no file {name!r}; the package has {known}")
    try:
        config = msgspec.toml.decode(path.read_bytes(), type=Config)
    except msgspec.DecodeError as error:  # a wrong field or a syntax error
        raise BadOption("config", f"{path.name}: {error}") from None
    check(config)
    return config


def check(config: Config) -> None:
    """Refuse numbers that no run can have."""
    limits: dict[str, tuple[float, float]] = {
        "tables": (1, 64),
        "games": (1, 1 << 16),
        "steps": (2, 4096),
        "threads": (1, 256),
        "minibatch": (1, 1 << 22),
        "epochs": (1, 32),
        "league": (0, 0.9),
        "trace": (0, 1),
        "selves": (1, 256),
        "nameless": (0, 1),
        "place": (0, 1),
        "last_place": (0, 1),
        "cities": (1, 512),
        "kl": (1e-4, 1),
        "last_kl": (1e-4, 1),
        "remember": (1, 1 << 30),
        "ladder_games": (0, 1 << 14),
        "ladder_processes": (1, 256),
        "ladder_every": (1, config.steps // 2),
        "ladder_weight": (0.01, 100),
    }
    values: dict[str, Any] = msgspec.structs.asdict(config)
    for name, (least, most) in limits.items():
        if not least <= values[name] <= most:
            raise BadOption("config", f"{name}: expected {least:g} to {most:g}, not {values[name]!r}")
    _check_ladder(config)
    if not config.play:
        raise BadOption("config", "play: expected at least one entry with rulesets and seats")
    if not 1 <= len(config.widths) <= 4 or not all(1 <= width <= 4096 for width in config.widths):  # noqa: PLR2004
        raise BadOption("config", f"widths: expected one to four numbers from 1 to 4096, not {config.widths!r}")
    for entry in config.play:
        wrong = [seats for seats in entry.seats if seats not in SEATS]
        if wrong or not entry.seats or not entry.rulesets or entry.share <= 0:
            raise BadOption("config", f"play: expected rulesets, seats from 2 to 6 and a share above 0, not {entry!r}")
    kinds = sum(len(entry.rulesets) * len(entry.seats) for entry in config.play)
    if config.tables > kinds:
        raise BadOption("config", f"tables: expected at most {kinds}, as many as there are kinds of game")


def _check_ladder(config: Config) -> None:
    """Refuse games against bots that no run can have."""
    unknown = [name for name in config.ladder if name not in bot_names()]
    if unknown:
        raise BadOption("config", f"ladder: there is no bot {unknown[0]!r}; there are {', '.join(bot_names())}")
    if config.ladder_games and not config.ladder:
        raise BadOption("config", "ladder: missing: ladder_games needs the names of bots")
    if config.ladder_games % config.ladder_processes:
        raise BadOption("config", "ladder_games: expected as many games in each of the ladder_processes")
    if config.steps % config.ladder_every:
        raise BadOption("config", "steps: expected a multiple of ladder_every")
