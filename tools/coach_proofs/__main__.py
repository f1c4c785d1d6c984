"""Measure what the coach's numbers mean.

| command | what it measures |
|---|---|
| `follow` | games that a player wins who does all that the adviser says, against tables of `--bots` |
| `ladder` | the accuracy of `--bots` at tables of their own kind |
| `replace` | what is claimed of the mistakes of `--bots PLAYER,RIVALS`, and what the better plan gains |
| `puzzles` | what the best answers of the shipped puzzles gain over the next best |
| `answers` | which of these answers `--bots` give |
| `chances` `spread` | how far chances are from shares of wins, on average and one by one |
| `endings` | how sure the end of a game is that comes when everybody plays the round on |
| `speed` | processor time of an advice; with one ruleset of a review's first verdict, own seat and whole |

The figures in docs/coach.md come from here. Each measurement takes a number of games, or of puzzles; `--rows FILE`
keeps what every game gave, so that a run can be stopped, continued and reported at any time. The same numbers play the
same games. `--bots` are the players, `--on` is the bot that plays on in all seats. A command whose figures surely miss
a target of `targets.py` ends with exit status 1.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from kilowatt.cli.threads import one_thread_each

NAMES = ("follow", "ladder", "replace", "puzzles", "answers", "chances", "spread", "endings", "speed")
BOTS = "simple,easy,normal,search,hard,expert"


def main() -> None:
    """Measure what was asked for."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.coach_proofs", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", choices=NAMES)
    parser.add_argument("--ruleset", default="recharged/germany", help="Id of a ruleset, or all")
    parser.add_argument("--seats", type=int, default=4, help="Seats; 0 takes 2 to 6 in turn")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--first", type=int, default=0, help="Number of the first game")
    parser.add_argument(
        "--bots",
        default=BOTS,
        help="Players, or rivals: see above",
    )
    parser.add_argument("--on", default="expert", help="The bot that plays on in all seats")
    parser.add_argument("--replays", type=int, default=20, help="How often each way is played on")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--rows", type=Path, help="File that keeps what each game gave")
    asked = parser.parse_args()
    one_thread_each()
    from tools.coach_proofs.measuring import MEASURES, measure, speed

    missed: list[str] | None = None
    if asked.what == "speed":
        missed = speed(asked)
    elif rows := measure(asked):
        missed = MEASURES[asked.what][1](rows)
    else:
        print("No game gave a row: nothing to report.")
    if missed:
        sys.exit(f"missed: {', '.join(missed)}")


if __name__ == "__main__":
    main()
