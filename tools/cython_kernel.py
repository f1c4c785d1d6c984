"""Write the rules for Cython: from their functions in small Python to one file of C functions on structs.

What `tools/small_python` turns is asked for from the kernel's functions and from the machine's tasks on: a function
that nothing calls is left out. Constants of modules become numbers.
"""

from __future__ import annotations

import ast
import importlib
import inspect
import re
from pathlib import Path
from types import FunctionType
from typing import Any, Final

from kilowatt.editions.policies import fuel_cards
from kilowatt.engine import houses, machine, rows, storage, tasks
from kilowatt.engine.phases import order, setup
from kilowatt.kernel.decisions import Play, Rows, kinds, part_texts
from kilowatt.kernel.menus import KIND
from kilowatt.kernel.sources import hashes
from kilowatt.kernel.supported import POLICIES
from tools.small_python.functions import answer_text, function_text
from tools.small_python.world import C_TYPES, World

PACKAGE: Final = "kilowatt.kernel"
MODULES: Final = (
    "menus",
    "agenda",
    "deck",
    "storage",
    "houses",
    "phases.card_market",
    "phases.fuel_market",
    "phases.setup",
    "phases.order",
    "phases.scrapping",
    "phases.auction",
    "phases.build",
    "phases.power",
    "machine",
    "chance",
    "environment.legal",
    "environment.steps",
    "environment.facts",
    "environment.expand",
)
"""Modules all of whose functions go in."""
RECORDS: Final = {
    "Game": "record_layout",
    "Tables": "record_layout",
    "Menu": "record_layout",
    "Ids": "environment.records",
    "Taken": "environment.records",
    "Legal": "environment.records",
}
"""The records and their modules."""
CLASSES: Final = ("compiled.pyx", "compiled_environment.pyx")
"""Written for Cython by hand: the classes that Python sees."""
LARGE: Final = re.compile(r"\b\d{10,}\b")
"""Numbers that need 64 bits."""
HEAD: Final = '''# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
# Made by tools/cython_kernel.py from the plain functions of kilowatt.kernel.
from libc.stdint cimport int8_t, int16_t, int32_t, int64_t, uint8_t, uint64_t
from libc.string cimport memcpy, memset
cdef extern from *:
    """
    #include <string.h>
    #define ONE ((uint64_t)1)
    #if defined(__SIZEOF_INT128__) && !defined(CITIES_IN_TWO_WORDS)
    typedef unsigned __int128 cities_t;
    static inline int64_t bits_count(uint64_t x) { return __builtin_popcountll(x); }
    static inline int64_t bits_lowest(uint64_t x) { return __builtin_ctzll(x); }
    static inline int64_t bits_highest(uint64_t x) { return 63 - __builtin_clzll(x); }
    #else  /* a compiler without numbers of 128 bits, such as Microsoft's: C++20, and two words, the lower first */
    #include <bit>
    struct alignas(16) cities_t {
        uint64_t low, high;
        cities_t() = default;
        constexpr cities_t(uint64_t a, uint64_t b = 0) : low(a), high(b) {}
        template <class T> explicit constexpr operator T() const { return (T)low; }
        constexpr cities_t operator&(cities_t o) const { return cities_t(low & o.low, high & o.high); }
        constexpr cities_t operator|(cities_t o) const { return cities_t(low | o.low, high | o.high); }
        constexpr cities_t operator^(cities_t o) const { return cities_t(low ^ o.low, high ^ o.high); }
        constexpr cities_t operator~() const { return cities_t(~low, ~high); }
        constexpr cities_t operator<<(int64_t n) const {
            if (n == 0) return *this;
            return n < 64 ? cities_t(low << n, high << n | low >> (64 - n)) : cities_t(0, low << (n - 64));
        }
        constexpr cities_t operator>>(int64_t n) const {
            if (n == 0) return *this;
            return n < 64 ? cities_t(low >> n | high << (64 - n), high >> n) : cities_t(high >> (n - 64));
        }
        constexpr bool operator==(cities_t o) const { return low == o.low && high == o.high; }
        constexpr bool operator!=(cities_t o) const { return low != o.low || high != o.high; }
        constexpr bool operator>(cities_t o) const { return high != o.high ? high > o.high : low > o.low; }
    };
    static inline int64_t bits_count(uint64_t x) { return std::popcount(x); }
    static inline int64_t bits_lowest(uint64_t x) { return std::countr_zero(x); }
    static inline int64_t bits_highest(uint64_t x) { return 63 - std::countl_zero(x); }
    #endif
    #define ONE_CITY ((cities_t)1)
    #define WIDE(x) ((int64_t)(x))
    static inline int64_t cities_count(cities_t x) {
        return bits_count((uint64_t)x) + bits_count((uint64_t)(x >> 64));
    }
    static inline int64_t cities_lowest(cities_t x) {
        return (uint64_t)x ? bits_lowest((uint64_t)x) : 64 + bits_lowest((uint64_t)(x >> 64));
    }
    static inline int64_t cities_has(cities_t x, int64_t city) {
        return (int64_t)((city & 64 ? (uint64_t)(x >> 64) : (uint64_t)x) >> (city & 63) & 1);
    }
    static inline int64_t bits_length(uint64_t x) { return x ? bits_highest(x) + 1 : 0; }
    static inline int64_t row_place(const int8_t* row, int64_t size, int64_t member) {
        for (int64_t i = 0; i < size; i++) if (row[i] == member) return i;
        return -1;
    }
    static inline int64_t row_total(const int32_t* row, int64_t first, int64_t many) {
        int64_t sum = 0;
        for (int64_t i = first; i < first + many; i++) sum += row[i];
        return sum;
    }
    static inline int64_t row_any(const int16_t* row, int64_t size) {
        for (int64_t i = 0; i < size; i++) if (row[i]) return 1;
        return 0;
    }
    static inline void row_insert(int8_t* row, int8_t* size, int64_t place, int64_t member) {
        for (int64_t i = *size; i > place; i--) row[i] = row[i - 1];
        row[place] = (int8_t)member; (*size)++;
    }
    static inline void row_without(int8_t* row, int8_t* size, int64_t place) {
        (*size)--;
        for (int64_t i = place; i < *size; i++) row[i] = row[i + 1];
        row[*size] = 0;
    }
    static inline int64_t bits_member(uint64_t x, int64_t n) { while (n--) x &= x - 1; return bits_lowest(x); }
    #if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    static inline int64_t bits_put_word(uint8_t* row, int64_t at, uint64_t x, int64_t n) {
        for (int64_t i = 0; i < n; i++) row[at + i] = (uint8_t)(x >> 8 * i);
        return at + n;
    }
    static inline int64_t bits_put_number(uint8_t* row, int64_t at, int64_t x) {
        row[at] = (uint8_t)x; row[at + 1] = (uint8_t)(x >> 8); return at + 2;
    }
    #else  /* whole words: the next block writes over what is too much */
    static inline int64_t bits_put_word(uint8_t* row, int64_t at, uint64_t x, int64_t n) {
        memcpy(row + at, &x, 8); return at + n;
    }
    static inline int64_t bits_put_number(uint8_t* row, int64_t at, int64_t x) {
        int16_t y = (int16_t)x; memcpy(row + at, &y, 2); return at + 2;
    }
    #endif
    static inline int64_t cities_put_word(uint8_t* row, int64_t at, cities_t x, int64_t n) {
        if (n <= 8) return bits_put_word(row, at, (uint64_t)x, n);
        bits_put_word(row, at, (uint64_t)x, 8);
        for (int64_t i = 8; i < n; i++) row[at + i] = (uint8_t)(x >> 8 * i);
        return at + n;
    }
    static inline int64_t bits_scaled(double share, int64_t many) { return (int64_t)(share * (double)many); }
    static const float NIBBLES[16][4] = {
        {0, 0, 0, 0}, {1, 0, 0, 0}, {0, 1, 0, 0}, {1, 1, 0, 0},
        {0, 0, 1, 0}, {1, 0, 1, 0}, {0, 1, 1, 0}, {1, 1, 1, 0},
        {0, 0, 0, 1}, {1, 0, 0, 1}, {0, 1, 0, 1}, {1, 1, 0, 1},
        {0, 0, 1, 1}, {1, 0, 1, 1}, {0, 1, 1, 1}, {1, 1, 1, 1}
    };
    static inline void bits_put_facts(float* row, int64_t at, int64_t x) {
        memcpy(row + at, NIBBLES[x & 15], 16);
        memcpy(row + at + 4, NIBBLES[x >> 4 & 15], 16);
    }
    """
    ctypedef unsigned long long cities_t
    const uint64_t ONE
    const cities_t ONE_CITY
    int64_t cities_count(cities_t) noexcept nogil
    int64_t cities_lowest(cities_t) noexcept nogil
    int64_t cities_has(cities_t, int64_t) noexcept nogil
    int64_t cities_put_word(uint8_t*, int64_t, cities_t, int64_t) noexcept nogil
    int64_t WIDE(int64_t) noexcept nogil
    int64_t bits_count(uint64_t) noexcept nogil
    int64_t bits_lowest(uint64_t) noexcept nogil
    int64_t bits_highest(uint64_t) noexcept nogil
    int64_t bits_member(uint64_t, int64_t) noexcept nogil
    int64_t bits_length(uint64_t) noexcept nogil
    int64_t row_place(const int8_t*, int64_t, int64_t) noexcept nogil
    int64_t row_any(const int16_t*, int64_t) noexcept nogil
    int64_t row_total(const int32_t*, int64_t, int64_t) noexcept nogil
    void row_insert(int8_t*, int8_t*, int64_t, int64_t) noexcept nogil
    void row_without(int8_t*, int8_t*, int64_t) noexcept nogil
    int64_t bits_put_word(uint8_t*, int64_t, uint64_t, int64_t) noexcept nogil
    int64_t bits_put_number(uint8_t*, int64_t, int64_t) noexcept nogil
    void bits_put_facts(float*, int64_t, int64_t) noexcept nogil
    int64_t bits_scaled(double, int64_t) noexcept nogil
'''
SHARED: Final = """
cdef inline void agenda_push_all(Game* s, const int16_t* joint, int64_t many) noexcept nogil:
    cdef int64_t place
    for place in range(many - 1, -1, -1):
        agenda_push(s, joint[place])


cdef inline int64_t most_cities(Game* s, Tables* t) noexcept nogil:
    cdef int64_t seat, most = 0
    for seat in range(t.seats):
        most = max(most, cities_count(s.cities[seat]))
    return most


cdef inline void measure(Game* s, Tables* t, int64_t number) noexcept nogil:
    s.zone_number = number


cdef inline int64_t best_supply(Game* s, Tables* t, int64_t seat) noexcept nogil:
    cdef Menu m
    m.rows = 0
    return min(storage_best_output(s, t, seat, &m, 0), cities_count(s.cities[seat]))


cdef inline int64_t best_income(Game* s, Tables* t, int64_t seat) noexcept nogil:
    cdef Menu m
    m.rows = 0
    return storage_best_output(s, t, seat, &m, 1)
"""
"""Written for Cython by hand: what functions of the rules use."""


def struct(record: type[Any]) -> str:
    """Write the struct of a record; tables have their distances beside them."""
    lines = [f"cdef struct {record.__name__}:"]
    for field in record.fields:
        sizes = "".join([f"[{size}]" for size in field.sizes])
        lines.append(f"    {C_TYPES[field.code]} {field.name}{sizes}")
    if record.__name__ == "Tables":
        lines.append("    int16_t* distances")
    return "\n".join(lines) + "\n"


def as_function(value: object) -> FunctionType:
    """Return a function as what it is."""
    if not isinstance(value, FunctionType):
        raise TypeError(f"expected a function, not {value!r}")
    return value


def kernel(name: str) -> Any:  # noqa: ANN401 - a module
    """Return a module of the kernel."""
    return importlib.import_module(f"{PACKAGE}.{name}")


def world() -> World:
    """Return what all functions share."""
    records = {name: getattr(kernel(module), name) for name, module in RECORDS.items()}
    made = World(records)
    made.policies = {axis: list(known) for axis, known in POLICIES.items()}
    bits = kernel("bits")
    made.builtin = {
        getattr(bits, name): f"bits_{name}" for name in dir(bits) if inspect.isfunction(getattr(bits, name))
    }
    for function in (storage.best_supply, storage.best_income):
        made.builtin[as_function(function)] = function.__name__
    made.builtin[as_function(setup.measure)] = "measure"
    made.builtin[as_function(rows.total)] = "row_total"
    made.push = as_function(tasks.push)
    made.constants = {"FAR": kernel("houses").FAR}
    made.twins = twins()
    made.unasked = {as_function(fuel_cards.FuelCards.buy_cheapest): "0"}
    return made


def twins() -> dict[FunctionType, FunctionType]:
    """Return the functions whose C is another function's: distances and what plain Python keeps are others in C."""
    return {
        as_function(houses.join): kernel("houses").join,
        as_function(order.finish): kernel("phases.order").finish,
        as_function(storage.capacity): as_function(storage.stored),
        as_function(storage.burned): as_function(storage.fuels_of),
    }


def work(shared: World) -> str:
    """Write the switch that does the next task of the agenda."""
    lines = [
        "cdef void machine_work(Game* s, Tables* t, Menu* m) noexcept nogil:",
        "    cdef int64_t next_task = agenda_pop(s)",
        f"    cdef int64_t arg = next_task >> {tasks.ARG_SHIFT}",
        f"    cdef int64_t task = next_task & {tasks.NAME_BITS}",
    ]
    for number, task in enumerate(machine.TASKS):
        function = shared.twins.get(as_function(task), as_function(task))
        given = {"State": "s, t", "Game": "s", "Tables": "t", "int": "arg"}
        args = ", ".join([given[kind] for kind in kinds_of(function)])
        lines.append(f"    {'el' if number else ''}if task == {number}:")
        lines.append(f"        {shared.c_name(function)}({args})")
    return "\n".join(lines) + "\n"


def kinds_of(function: FunctionType) -> list[str]:
    """Return what a function's parameters are annotated with."""
    return [str(kind).strip("'") for name, kind in function.__annotations__.items() if name != "return"]


def played(shared: World, play: Play, what: str) -> str:
    """Write the call that plays a kind of action: each part of its number is one argument."""
    if play.does is None:
        return "pass"
    function = as_function(play.does)
    parts = iter(part_texts(what, play))
    given = {"State": "s, t", "Game": "s", "Tables": "t"}
    args: list[str] = []
    for kind in kinds_of(function):
        if kind in given and not (kind == "Tables" and args and args[-1] == "s, t"):
            args.append(given[kind])
        elif kind == "int":
            args.append(next(parts))
    return f"{shared.c_name(function)}({', '.join(args)})"


def plays(shared: World) -> str:
    """Write the switch that plays an action."""
    lines = [
        "cdef void machine_play(Game* s, Tables* t, int64_t ask, int64_t action) noexcept nogil:",
        f"    cdef int64_t what = action & {KIND - 1}",
    ]
    for place, (ask, row) in enumerate(machine_table().items()):
        lines.append(f"    {'el' if place else ''}if ask == {ask}:")
        every = kinds(row)
        passing = [kind for kind in every if not row.plays[kind].parts]
        others = [kind for kind in every if row.plays[kind].parts]
        tests = [("action == 0", kind) for kind in passing]
        tests += [(f"what >= {row.plays[kind].first}", kind) for kind in others]
        for turn, (test, kind) in enumerate(tests):
            play = row.plays[kind]
            head = f"{'el' if turn else ''}if {test}:" if turn < len(tests) - 1 else "else:" if turn else ""
            call = played(shared, play, f"(what - {play.first})" if play.first else "what")
            lines += [f"        {head}", f"            {call}"] if head else [f"        {call}"]
    return LARGE.sub(r"\g<0>LL", "\n".join(lines)) + "\n"


def menu_lists(shared: World) -> str:
    """Write the switch that lists a menu."""
    lines = ["cdef void machine_list_menu(Game* s, Tables* t, Menu* m) noexcept nogil:", "    cdef int64_t ask = s.ask"]
    for place, (ask, row) in enumerate(machine_table().items()):
        function = as_function(row.menu)
        given = {"State": "s, t", "Game": "s", "Tables": "t", "Menu": "m"}
        args = ", ".join([given[kind] for kind in kinds_of(function)])
        lines += [f"    {'el' if place else ''}if ask == {ask}:", f"        {shared.c_name(function)}({args})"]
    return "\n".join(lines) + "\n"


def machine_table() -> Rows:
    """Return the table of decisions."""
    table: Rows = kernel("machine").TABLE
    return table


def pyx() -> str:
    """Write everything for Cython."""
    shared = world()
    text = [HEAD, *[struct(record) for record in shared.records.values()], SHARED]
    for name in MODULES:
        module = kernel(name)
        for node in ast.parse(inspect.getsource(module)).body:
            if isinstance(node, ast.FunctionDef):
                shared.c_name(getattr(module, node.name))
    text += [work(shared), plays(shared), menu_lists(shared)]
    of_tables = kernel("machine")
    written: set[object] = {of_tables.work, of_tables.play, of_tables.list_menu}
    while True:
        functions = [function for function in shared.wanted if function not in written]
        answers = [answer for answer in shared.answers if answer not in written]
        if not functions and not answers:
            break
        written |= {*functions, *answers}
        text += [function_text(shared, function) for function in functions]
        text += [answer_text(shared, *answer) for answer in answers]
    text.append(f"SOURCES = {hashes()!r}")
    folder = Path(str(importlib.import_module(PACKAGE).__file__)).parent
    text += [(folder / name).read_text(encoding="utf-8") for name in CLASSES]
    return "\n\n".join(text)


if __name__ == "__main__":
    print(pyx())
