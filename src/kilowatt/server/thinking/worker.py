"""A process that thinks for bots: reads a question per line, writes an answer per line, ends when its input ends.

Its arguments are folders with custom data.
"""

from __future__ import annotations

import sys

from kilowatt.editions.registry import add_data
from kilowatt.host.thinking import answer_line
from kilowatt.server.helper_process import answer_lines

if __name__ == "__main__":
    for folder in sys.argv[1:]:
        add_data(folder)
    answer_lines(answer_line)
