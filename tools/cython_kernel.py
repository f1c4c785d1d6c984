"""Write the rules for Cython: from their functions in small Python to one file of C functions on structs.

What `tools/small_python` turns is asked for from the kernel's functions and from the machine's tasks on: a function
that nothing calls is left out. Constants of modules become numbers.
"""

from __future__ import annotations

import ast
import importlib
import inspect
from pathlib import Path
from types import FunctionType
from typing import Any, Final

from kilowatt.editions.policies import fuel_cards
from kilowatt.engine import asks, houses, machine, rows, storage, tasks
from kilowatt.engine.phases import order, setup
from kilowatt.kernel.counted import COUNTED
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
HEAD: Final = '''# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
# Made by tools/cython_kernel.py from the plain functions of kilowatt.kernel.
from libc.stdint cimport int8_t, int16_t, int32_t, int64_t, uint8_t, uint64_t
from libc.string cimport memcpy, memset
cdef extern from *:
    """
    #include <string.h>
    #define ONE ((uint64_t)1)
    #define WIDE(x) ((int64_t)(x))
    #if defined(_MSC_VER)
    #include <intrin.h>
    static __forceinline int64_t bits_count(uint64_t x) { return (int64_t)__popcnt64(x); }
    static __forceinline int64_t bits_lowest(uint64_t x) { unsigned long i; _BitScanForward64(&i, x); return i; }
    static __forceinline int64_t bits_highest(uint64_t x) { unsigned long i; _BitScanReverse64(&i, x); return i; }
    #else
    static inline int64_t bits_count(uint64_t x) { return __builtin_popcountll(x); }
    static inline int64_t bits_lowest(uint64_t x) { return __builtin_ctzll(x); }
    static inline int64_t bits_highest(uint64_t x) { return 63 - __builtin_clzll(x); }
    #endif
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
    const uint64_t ONE
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
        most = max(most, bits_count(s.cities[seat]))
    return most


cdef inline void measure(Game* s, Tables* t, int64_t number) noexcept nogil:
    s.zone_number = number


cdef inline int64_t best_supply(Game* s, Tables* t, int64_t seat) noexcept nogil:
    cdef Menu m
    m.rows = 0
    return min(storage_best_output(s, t, seat, &m, 0), bits_count(s.cities[seat]))


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
    made = World(records, COUNTED)
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
        kinds = [str(kind).strip("'") for name, kind in function.__annotations__.items() if name != "return"]
        given = {"State": "s, t", "Game": "s", "Tables": "t", "int": "arg"}
        args = ", ".join([given[kind] for kind in kinds])
        lines.append(f"    {'el' if number else ''}if task == {number}:")
        lines.append(f"        {shared.c_name(function)}({args})")
    return "\n".join(lines) + "\n"


def pyx() -> str:
    """Write everything for Cython."""
    shared = world()
    text = [HEAD, *[struct(record) for record in shared.records.values()], SHARED]
    for name in MODULES:
        module = kernel(name)
        for node in ast.parse(inspect.getsource(module)).body:
            if isinstance(node, ast.FunctionDef):
                shared.c_name(getattr(module, node.name))
    text.append(work(shared))
    written: set[object] = {kernel("machine").work}
    while True:
        functions = [function for function in shared.wanted if function not in written]
        answers = [answer for answer in shared.answers if answer not in written]
        if not functions and not answers:
            break
        written |= {*functions, *answers}
        text += [function_text(shared, function) for function in functions]
        text += [answer_text(shared, *answer) for answer in answers]
    game = [(field.name, field.code, field.sizes) for field in shared.records["Game"].fields]
    text.append(f"NAMES = {(tasks.NAMES, asks.NAMES, game)!r}")
    folder = Path(str(importlib.import_module(PACKAGE).__file__)).parent
    text += [(folder / name).read_text(encoding="utf-8") for name in CLASSES]
    return "\n\n".join(text)


if __name__ == "__main__":
    print(pyx())
