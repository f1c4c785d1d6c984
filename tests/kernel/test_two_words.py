"""Sets of cities where the compiler has no numbers of 128 bits: two words do what one number does."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path
from random import Random

import pytest

from tools.cython_kernel import HEAD

COMPILER = shutil.which("g++") or shutil.which("clang++")
PROGRAM = """
#include <cstdint>
#include <cstdio>
%s
typedef unsigned long long word;
static void say(cities_t x) { std::printf("%%016llx%%016llx ", (word)(uint64_t)(x >> 64), (word)(uint64_t)x); }
int main() {
    word a, b, c, d; int n;
    while (std::scanf("%%llx %%llx %%llx %%llx %%d", &a, &b, &c, &d, &n) == 5) {
        cities_t x = (cities_t)b | (cities_t)a << 64, y = (cities_t)d | (cities_t)c << 64;
        say(x & y); say(x | y); say(x ^ y); say(~x); say(x << n); say(x >> n); say(ONE_CITY << n);
        uint8_t row[24] = {}; cities_put_word(row, 0, x, 16); cities_t back = 0;
        for (int i = 15; i >= 0; i--) back = back << 8 | (cities_t)row[i];
        say(back);
        int least = x == 0 ? -1 : (int)cities_lowest(x);
        std::printf("%%d %%d %%d ", x == y, x != y, (x & y) != 0);
        std::printf("%%d %%d %%d\\n", (int)cities_count(x), (int)cities_has(x, n), least);
    }
}
"""


def wanted(x: int, y: int, n: int) -> list[int]:
    """Return what the program has to print, as Python's numbers say it."""
    whole = (1 << 128) - 1
    words = [x & y, x | y, x ^ y, ~x & whole, x << n & whole, x >> n, 1 << n, x]
    return [*words, x == y, x != y, x & y != 0, x.bit_count(), x >> n & 1, (x & -x).bit_length() - 1]


@pytest.mark.thorough
@pytest.mark.skipif(COMPILER is None, reason="needs a C++ compiler")
@pytest.mark.parametrize(
    "way", [["-std=c++20", "-DCITIES_IN_TWO_WORDS"], ["-std=c++20"]], ids=["two words", "one number"]
)
def test_a_set_of_cities_is_the_number_that_it_stands_for(way: list[str], tmp_path: Path) -> None:
    """Every operation that the C of the rules uses gives what Python gives, with both ways to keep 128 bits."""
    ((text,),) = [re.findall(r'cdef extern from \*:\n    """\n(.*?)\n    """', HEAD, re.DOTALL)]
    source = tmp_path / "cities.cpp"
    source.write_text(PROGRAM % text, encoding="utf-8")
    made = subprocess.run(
        [str(COMPILER), *way, "-O1", "-Wno-unused-function", "-o", str(tmp_path / "cities"), str(source)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert made.returncode == 0, made.stderr
    chance = Random(1)
    some = [0, 1, 1 << 63, 1 << 64, 1 << 127, (1 << 64) - 1, (1 << 128) - 1]
    rows = [(x, y, n) for x in some for y in some for n in (0, 1, 63, 64, 65, 127)]
    rows += [
        (chance.getrandbits(128) & chance.getrandbits(128), chance.getrandbits(128), chance.randrange(128))
        for _ in range(500)
    ]
    low = (1 << 64) - 1
    asked = "".join(f"{x >> 64:x} {x & low:x} {y >> 64:x} {y & low:x} {n}\n" for x, y, n in rows)
    said = subprocess.run([tmp_path / "cities"], input=asked, capture_output=True, text=True, check=True).stdout
    for row, line in zip(rows, said.splitlines(), strict=True):
        words = line.split()
        assert [*[int(word, 16) for word in words[:8]], *map(int, words[8:])] == wanted(*row), row
