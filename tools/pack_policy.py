"""Pack the averaged weights of a checkpoint into one file that NumPy alone plays from; needs the extra train.

`python -m tools.pack_policy run/checkpoint.pt --out src/kilowatt/learning/policy.weights --commit HASH`.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import torch

from kilowatt.learning.shipping import pack


def main(args: list[str]) -> None:
    """Read, pack and write."""
    parser = argparse.ArgumentParser(prog="python -m tools.pack_policy", description=__doc__)
    parser.add_argument("checkpoint", type=Path)
    parser.add_argument("--which", choices=("average", "network"), default="average")
    parser.add_argument("--commit", default="", help="of the code that trained it, for the card")
    parser.add_argument("--note", default="", help="anything else for the card")
    parser.add_argument("--out", type=Path, required=True)
    asked = parser.parse_args(args)
    kept = torch.load(asked.checkpoint, map_location="cpu", weights_only=True)
    made = pack(kept, kept[asked.which], {"commit": asked.commit, "note": asked.note})
    asked.out.write_bytes(made)
    print(f"{len(made)} bytes in {asked.out}")


if __name__ == "__main__":
    main(sys.argv[1:])
