"""Positions with a clear answer, made from the rules and the engine alone: this module must not know any bot.

Long because every table is laid out in full, and a table must not be parted from the text that argues from it.

Each record lays out a table, says whose move it is, derives the answer from exact numbers and lists the right moves.
`proof` names how the test beside it proves the answer with the engine:

- `win`: a right move wins the game this round whatever the others do, and no other move does;
- `two rounds`: a right move wins the game in the next round whatever the others do; after any other move the game
  cannot even end in the next round;
- `run`: a right move leaves its seat better off than every other move, and all else at the table the same.

`rival` is the seat that wins by force after every wrong move; without it a wrong move lets the sure win go.
`numbers` are what the text argues from, each row ending in its number: money, cities and supplied cities of a seat as
it stands (`money`, `cities`, `supplies`), cities connected one after the other (`city`) or, after those, others in
Step 2 (`second spaces`), the next token of a market (`token`), what a plant supplies or earns (`card`), and what a
number of supplied cities pays (`pays`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import kilowatt
from kilowatt.engine.actions import Open, Pass
from tests.kit import act, situation

if TYPE_CHECKING:
    from collections.abc import Callable

    from kilowatt.engine.state import State


@dataclass(frozen=True)
class Position:
    """One position: who is to move where, why the answer is what it is, and what the answer is."""

    name: str
    ruleset: str
    text: str
    lay: Callable[[], State]
    seat: int
    answers: tuple[dict[str, Any], ...]
    numbers: tuple[tuple[Any, ...], ...]
    proof: str = "win"
    rival: int | None = None


NORTH_AND_SOUTH = (
    *("pittsburgh", "detroit", "cincinnati", "knoxville"),
    *("atlanta", "chicago", "buffalo", "savannah"),
)
"""The cities with one house each that a network on the Atlantic reaches most cheaply."""

LATE_MARKET = {"coal": 9, "oil": 9, "garbage": 9, "uranium": 2}
"""Tokens on the market late in a game, where no fuel is bought any more."""


def all_but(ruleset: str, zone: tuple[str, ...], *missing: str) -> list[str]:
    """Name every city of a zone except a few."""
    board = kilowatt.ruleset(ruleset, 3).board
    names = [city.id for city in board.cities if board.areas[city.area].id in zone]
    assert set(missing) <= set(names), "a city outside the zone"
    return [name for name in names if name not in missing]


def unpowered_city() -> State:
    """Lay out the city that cannot be supplied."""
    zone = ("west", "south_west", "south")
    return act(
        situation(
            "recharged/germany",
            phase="build",
            round=11,
            step=3,
            order=[0, 1, 2],
            zone=zone,
            market=["22", "27", "28", "29", "33", "37"],
            plants={0: ["31", "25", "26"], 1: ["30", "20", "34"], 2: ["15", "18", "24"]},
            fuel={
                0: {"coal": 5, "oil": 2},
                1: {"garbage": 3, "coal": 3, "uranium": 1},
                2: {"coal": 2, "garbage": 2},
            },
            tokens=LATE_MARKET,
            cities={
                0: all_but("recharged/germany", zone, "regensburg", "passau", "konstanz", "freiburg", "trier"),
                1: all_but("recharged/germany", zone, "osnabrueck", "kassel", "regensburg", "passau"),
                2: ["aachen", "koeln", "trier", "mainz", "frankfurt_main", "saarbruecken", "mannheim", "stuttgart"],
            },
            money={0: 30, 1: 12, 2: 3},
        ),
        Pass(2),
        Pass(1),
    )


def near_city_first() -> State:
    """Lay out two cities that can be paid in one order only."""
    zone = ("northwest", "southwest", "south_central")
    coast = ("san_francisco", "los_angeles", "san_diego", "las_vegas", "phoenix")
    return act(
        situation(
            "recharged/usa",
            phase="build",
            round=12,
            step=3,
            order=[1, 0, 2],
            zone=zone,
            market=["22", "27", "28", "29", "33", "37"],
            plants={0: ["36", "31", "26"], 1: ["38", "25", "44"], 2: ["15", "18", "24"]},
            fuel={0: {"coal": 6, "oil": 2}, 1: {"garbage": 3, "coal": 2}, 2: {"coal": 2, "garbage": 2}},
            tokens=LATE_MARKET,
            cities={
                0: all_but("recharged/usa", zone, *coast),
                1: [*all_but("recharged/usa", zone, *coast, "birmingham", "new_orleans"), "san_diego", "las_vegas"],
                2: ["san_francisco", "seattle", "portland", "boise", "billings", "cheyenne", "denver"],
            },
            money={0: 52, 1: 40, 2: 3},
        ),
        Pass(2),
    )


def last_space() -> State:
    """Lay out the one space a rival can still pay."""
    zone = ("central", "alps_italy", "balkans_turkey")
    return act(
        situation(
            "deluxe/europe",
            phase="build",
            round=10,
            step=2,
            order=[1, 0, 2],
            zone=zone,
            market=["24", "26", "27", "28", "30", "31", "32", "35"],
            plants={0: ["33", "38", "36"], 1: ["40", "39", "29"], 2: ["19", "23", "21"]},
            fuel={0: {"coal": 3, "oil": 3}, 1: {"coal": 4, "gas": 2}, 2: {"gas": 1, "oil": 2, "uranium": 1}},
            tokens={"coal": 9, "gas": 9, "oil": 9, "uranium": 3},
            cities={
                0: all_but("deluxe/europe", zone, "bremen", "izmir", "ankara", "praha", "katowice"),
                1: all_but("deluxe/europe", zone, "bremen", "izmir", "ankara", "istanbul", "athina"),
                2: ["bremen", "praha", "katowice", "istanbul", "athina"],
            },
            money={0: 22, 1: 26, 2: 3},
        ),
        Pass(2),
    )


def one_more() -> State:
    """Lay out the bid that a rival cannot answer and that leaves the price of a city."""
    zone = ("north_west", "north_east", "east")
    state = situation(
        "original/germany",
        phase="auction",
        round=11,
        step=3,
        order=[1, 0, 2],
        zone=zone,
        market=["27", "50"],
        plants={0: ["31", "26", "18"], 1: ["36", "25", "24"], 2: ["15", "16", "20"]},
        fuel={
            0: {"coal": 6, "oil": 4},
            1: {"coal": 10, "garbage": 4},
            2: {"coal": 8, "oil": 4},
        },
        tokens={"coal": 0, "oil": 6, "garbage": 6, "uranium": 2},
        cities={
            0: all_but("original/germany", zone, "torgelow", "frankfurt_oder", "dresden", "nuernberg", "wuerzburg"),
            1: all_but("original/germany", zone, "flensburg", "cuxhaven", "wilhelmshaven", "kiel", "frankfurt_oder"),
            2: ["hamburg", "bremen", "hannover", "schwerin", "magdeburg", "berlin", "halle", "leipzig"],
        },
        money={0: 70, 1: 53, 2: 9},
    )
    return act(state, Open(1, "50", 53), Pass(2))


def city_before_plant() -> State:
    """Lay out the plant whose price is the price of the last city."""
    zone = ("midwest", "northeast", "southeast")
    return situation(
        "original/usa",
        phase="auction",
        round=12,
        step=3,
        order=[0, 1, 2],
        zone=zone,
        market=["33", "34", "37", "38", "39", "44"],
        plants={0: ["36", "25", "26"], 1: ["32", "30", "29"], 2: ["15", "16", "20"]},
        fuel={
            0: {"coal": 10, "oil": 4},
            1: {"oil": 8, "garbage": 6},
            2: {"coal": 10, "oil": 4},
        },
        tokens={"coal": 0, "oil": 3, "garbage": 6, "uranium": 2},
        cities={
            0: all_but("original/usa", zone, "boston", "miami", "tampa", "fargo", "duluth"),
            1: all_but("original/usa", zone, "chicago", "st_louis", "detroit", "knoxville", "atlanta"),
            2: ["boston", "miami", "tampa", "fargo", "duluth", "minneapolis", "new_york"],
        },
        money={0: 42, 1: 29, 2: 8},
    )


def last_uranium() -> State:
    """Lay out the last token a rival needs."""
    zone = ("north_west", "north_east", "east")
    return act(
        situation(
            "recharged/germany",
            phase="fuel",
            round=12,
            step=3,
            order=[1, 0, 2],
            zone=zone,
            market=["22", "23", "26", "27", "28", "29"],
            plants={0: ["36", "34", "33"], 1: ["39", "31", "25"], 2: ["15", "18", "24"]},
            fuel={0: {"coal": 6, "uranium": 1}, 1: {"coal": 10}, 2: {"coal": 4, "garbage": 4}},
            tokens={"coal": 2, "oil": 9, "garbage": 9, "uranium": 1},
            cities={
                0: all_but("recharged/germany", zone, "flensburg", "dresden", "nuernberg", "wuerzburg", "fulda"),
                1: all_but("recharged/germany", zone, "kiel", "rostock", "stralsund", "berlin", "hannover"),
                2: ["flensburg", "dresden", "nuernberg", "wuerzburg", "fulda", "erfurt", "halle", "leipzig"],
            },
            money={0: 41, 1: 45, 2: 3},
        ),
        Pass(2),
    )


def one_market() -> State:
    """Lay out the first token that binds a seat to its market."""
    zone = ("south_east", "south_west", "capital")
    return act(
        situation(
            "original/korea",
            phase="fuel",
            round=12,
            step=3,
            order=[0, 1, 2],
            zone=zone,
            market=["22", "23", "24", "27", "28", "29"],
            plants={0: ["39", "42", "44"], 1: ["38", "33", "37"], 2: ["16", "18", "20"]},
            fuel={1: {"garbage": 6}, 2: {"oil": 4, "coal": 6}},
            tokens={
                "north": {"coal": 12, "oil": 3, "garbage": 3},
                "south": {"coal": 4, "oil": 5, "garbage": 5, "uranium": 2},
            },
            cities={
                0: all_but("original/korea", zone, "jeju", "naju", "gwangju", "jinju", "busan"),
                1: all_but("original/korea", zone, "seoul", "suwon", "goyang", "anyang", "incheon"),
                2: ["jeju", "naju", "gwangju", "jinju", "busan", "daegu", "andong", "sangju"],
            },
            money={0: 55, 1: 40, 2: 3},
        ),
        Pass(2),
        Pass(1),
    )


def two_plants_of_three() -> State:
    """Lay out a run that three pairs of plants can make."""
    zone = ("south", "central", "great_lakes_atlantic")
    return situation(
        "deluxe/north-america",
        phase="power",
        round=8,
        step=2,
        order=[0, 1, 2],
        zone=zone,
        market=["19", "20", "23", "25", "26", "27", "30", "32"],
        stack=["31", "33", "34", "36"],
        plants={0: ["22", "39", "42"], 1: ["29", "21", "24"], 2: ["18", "16", "28"]},
        fuel={0: {"gas": 3, "oil": 3}, 1: {"coal": 2, "uranium": 1}, 2: {"gas": 2, "oil": 2}},
        tokens={"coal": 9, "gas": 9, "oil": 8, "uranium": 3},
        cities={
            0: [
                *("miami", "jacksonville", "atlanta", "new_orleans", "houston", "san_antonio", "dallas_fort_worth"),
                *("memphis", "oklahoma_city", "kansas_city", "st_louis"),
            ],
            1: ["chicago", "milwaukee", "detroit", "toronto", "indianapolis", "columbus", "pittsburgh", "washington"],
            2: ["nashville", "charlotte", "memphis", "st_louis", "atlanta", "indianapolis"],
        },
        money={0: 21, 1: 34, 2: 40},
    )


def token_plant() -> State:
    """Lay out the plant for one Elektro that wins a tie."""
    state = situation(
        "card-game",
        4,
        phase="auction",
        round=9,
        step=3,
        last_round=True,
        order=[1, 2, 3, 0],
        market=["21", "26", "30", "31", "34", "36"],
        plants={0: ["14", "19", "25"], 1: ["20", "22", "24"], 2: ["10", "13", "16"], 3: ["8", "9", "18"]},
        cards={
            0: [("uranium-1", 1), ("gas-1", 1), ("coal-3", 3)],
            1: [("coal-3", 3), ("uranium-2", 2)],
            2: [("oil-2", 2), ("gas-1", 1)],
            3: [("gas-2", 2), ("coal-2", 2)],
        },
        columns={1: [], 2: ["coal-1", "coal-2"], 3: ["coal-2"], 4: ["coal-3"]},
        money={0: 40, 1: 35, 2: 12, 3: 8},
    )
    state.income[:] = [21, 30, 24, 23]  # last round's, which made this round's order
    return act(state, Pass(1), Pass(2), Pass(3))


def dry_plant() -> State:
    """Lay out the purchase that costs a plant."""
    zone = ("south", "central", "great_lakes_atlantic")
    state = situation(
        "deluxe/north-america",
        phase="auction",
        round=11,
        step=3,
        order=[0, 1, 2],
        zone=zone,
        market=["19", "20", "26", "27", "28", "44"],
        plants={0: ["24", "39", "42"], 1: ["33", "23", "31"], 2: ["18", "16", "21"]},
        fuel={0: {"gas": 4}, 1: {"coal": 6, "oil": 4}, 2: {"gas": 4, "oil": 4, "uranium": 2}},
        tokens={"coal": 9, "gas": 6, "oil": 0, "uranium": 2},
        cities={
            0: all_but("deluxe/north-america", zone, "miami", "toronto", "detroit", "milwaukee", "chicago"),
            1: all_but("deluxe/north-america", zone, "houston", "san_antonio", "new_orleans", "memphis", "nashville"),
            2: ["miami", "toronto", "detroit", "milwaukee", "chicago", "st_louis", "columbus"],
        },
        money={0: 70, 1: 24, 2: 3},
    )
    return act(state, Open(0, "44", 44), Pass(1), Pass(2))


def step_2_city() -> State:
    """Lay out the seventh city, too dear for what it earns."""
    zone = ("midwest", "northeast", "southeast")
    return act(
        situation(
            "original/usa",
            phase="build",
            round=6,
            step=1,
            order=[0, 1, 2],
            zone=zone,
            market=["24", "25", "26", "27", "28", "29", "33", "34"],
            stack=["35", "36", "37", "38", "39"],
            plants={0: ["30", "31", "32"], 1: ["18"], 2: ["13"]},
            fuel={0: {"garbage": 6, "coal": 6, "oil": 6}},
            tokens={"coal": 9, "oil": 9, "garbage": 6, "uranium": 2},
            cities={
                0: ["boston", "new_york", "philadelphia", "washington", "norfolk", "raleigh"],
                1: ["chicago", "detroit", "cincinnati", "pittsburgh", "buffalo", "knoxville"],
                2: ["st_louis", "atlanta", "savannah", "jacksonville", "tampa", "miami"],
            },
            money={0: 145, 1: 0, 2: 0},
        ),
        Pass(2),
        Pass(1),
    )


POSITIONS = (
    Position(
        name="the city that cannot be supplied",
        ruleset="recharged/germany",
        text=(
            "The last builder of the last round: seat 2 stands in 17 cities, so the game ends when seat 1 has built. "
            "Both can supply 16 cities, seat 1 all of its 16 and seat 2 all but one, and money breaks the tie: 30 "
            "against 12. Seat 1 could connect a seventeenth city, Regensburg for 20 or Passau for 24, but its plants "
            "stop at 16. The house would add nothing and leave 10 or 6 Elektro, less than 12. So it ends its turn and "
            "wins by 30 to 12."
        ),
        lay=unpowered_city,
        seat=0,
        answers=({"type": "pass", "seat": 0},),
        numbers=(
            ("cities", 1, 17),
            ("supplies", 0, 16),
            ("supplies", 1, 16),
            ("money", 0, 30),
            ("money", 1, 12),
            ("city", 0, "regensburg", 20),
            ("city", 0, "passau", 24),
        ),
        rival=1,
    ),
    Position(
        name="the near city first",
        ruleset="recharged/usa",
        text=(
            "Seat 1 has 16 cities, plants and fuel for 18, and 52 Elektro. Seat 2 builds after it, has 16 cities, "
            "plants and fuel for 17, and 40 Elektro: it can take Los Angeles for 13 and supply 17, so seat 1 needs "
            "18. Two cities for 52 can be had in one way only: Las Vegas on its second space for 33, and from there "
            "Los Angeles for 19, which makes 52 exactly. Phoenix looks cheaper at 28, but from there San Diego costs "
            "29, 57 in all; Los Angeles first costs 37 and Las Vegas then 24, 61 in all. With one city seat 1 "
            "supplies 17 and loses the tie on money."
        ),
        lay=near_city_first,
        seat=0,
        answers=({"type": "build", "seat": 0, "city": "las_vegas"},),
        numbers=(
            ("money", 0, 52),
            ("money", 1, 40),
            ("cities", 0, 16),
            ("cities", 1, 16),
            ("city", 1, "los_angeles", 13),
            ("city", 0, "las_vegas", 33),
            ("city", 0, "las_vegas", "los_angeles", 52),
            ("city", 0, "phoenix", 28),
            ("city", 0, "phoenix", "san_diego", 57),
            ("city", 0, "los_angeles", 37),
            ("city", 0, "los_angeles", "las_vegas", 61),
        ),
        rival=1,
    ),
    Position(
        name="the last space in the city a rival needs",
        ruleset="deluxe/europe",
        text=(
            "Seat 1 and seat 2 have 16 cities each and plants and fuel for 17; seat 1 builds first, with 22 Elektro "
            "against 26. Any city lets seat 1 supply 17 and ends the game: Izmir costs 18 and Ankara 19, both empty, "
            "Bremen 21 on its second space, the last one in Step 2. But seat 2 has only one city it can pay: Bremen, "
            "also for 21; Izmir would cost it 31 and Ankara 32, and its other missing cities are full. If seat 1 saves "
            "3 Elektro in Izmir, seat 2 builds in Bremen, supplies 17 too and wins the tie with 5 Elektro against 4. "
            "If seat 1 takes Bremen, seat 2 stays at 16."
        ),
        lay=last_space,
        seat=0,
        answers=({"type": "build", "seat": 0, "city": "bremen"},),
        numbers=(
            ("money", 0, 22),
            ("money", 1, 26),
            ("cities", 0, 16),
            ("cities", 1, 16),
            ("city", 0, "izmir", 18),
            ("city", 0, "ankara", 19),
            ("city", 0, "bremen", 21),
            ("city", 1, "bremen", 21),
            ("city", 1, "izmir", 31),
            ("city", 1, "ankara", 32),
        ),
        rival=1,
    ),
    Position(
        name="one more than a rival can pay",
        ruleset="original/germany",
        text=(
            "Seat 2 has put up plant 50 and bid 53, all its money; the stack is empty and plant 27 is the only other "
            "one left. Seat 1 supplies 13 cities with plants for 6, 5 and 2; with plant 50, for 6 cities, in place of "
            "the smallest it could supply 17. It has 16 cities, 70 Elektro, and Frankfurt (Oder) costs 16. A bid of 54 "
            "cannot be answered and leaves exactly those 16: seat 1 ends the game supplying 17 against at most 16 of "
            "seat 2, whose plants can do no more. One Elektro more and the city cannot be paid; a pass gives seat 2 "
            "the plant."
        ),
        lay=one_more,
        seat=0,
        answers=({"type": "bid", "seat": 0, "amount": 54},),
        numbers=(
            ("money", 1, 53),
            ("money", 0, 70),
            ("supplies", 0, 13),
            ("supplies", 1, 16),
            ("cities", 0, 16),
            ("card", "50", 6),
            ("city", 0, "frankfurt_oder", 16),
        ),
    ),
    Position(
        name="the city before the plant",
        ruleset="original/usa",
        text=(
            "Seat 1 and seat 2 have 16 cities each and supply all of them. Seat 1 has plants and fuel for 17 and 42 "
            "Elektro, seat 2 for 16 and 29 Elektro, too little for any plant on offer: the cheapest is 33. Boston "
            "costs seat 1 23 and nobody can take its space, since both others stand there already. With it seat 1 "
            "supplies 17 and wins. Any plant would leave it 9 Elektro at most: no city, 16 supplied, and seat 2 ends "
            "the game with Detroit for 19, supplies 16 as well and has 10 left. So seat 1 opts out of the auctions."
        ),
        lay=city_before_plant,
        seat=0,
        answers=({"type": "pass", "seat": 0},),
        numbers=(
            ("money", 0, 42),
            ("money", 1, 29),
            ("cities", 0, 16),
            ("supplies", 0, 16),
            ("supplies", 1, 16),
            ("city", 0, "boston", 23),
            ("city", 1, "detroit", 19),
        ),
        rival=1,
    ),
    Position(
        name="the last uranium",
        ruleset="recharged/germany",
        text=(
            "One uranium is left on the market, for 16. Seat 1 has fuel for all its plants and supplies its 16 cities; "
            "it needs no more fuel, but plant 34 has room for one more uranium. Seat 2 buys after it and needs that "
            "token for plant 39: with it, seat 2 supplies 17 cities after building one, without it only 11. Seat 1 "
            "has 41 Elektro: 16 for the uranium leave 25, and Flensburg, its seventeenth city, costs 24. So it buys "
            "the token, ends the game and wins by 16 to 11; if it does not, seat 2 wins by 17 to 16."
        ),
        lay=last_uranium,
        seat=0,
        answers=({"type": "buy_fuel", "seat": 0, "fuel": "uranium", "market": "main"},),
        numbers=(
            ("token", "uranium", "main", 16),
            ("supplies", 0, 16),
            ("supplies", 1, 11),
            ("money", 0, 41),
            ("city", 0, "flensburg", 24),
        ),
        rival=1,
    ),
    Position(
        name="the dear market that has everything",
        ruleset="original/korea",
        text=(
            "Seat 1 has plants 39 (1 uranium, 6 cities), 42 (2 coal, 6 cities) and 44 (5 cities), no fuel, 16 cities "
            "and 55 Elektro; it buys last and builds last. Coal costs 1 in the north and 7 in the south, but the first "
            "token binds it to one market for the round, and only the south sells uranium, for 14. In the south 14 for "
            "the uranium and 7 + 7 for the coal leave 27, the price of Busan: 17 cities supplied against at most 15 of "
            "seat 2. In the north it could supply 11, and seat 2 would end the game with 15. So its first token is "
            "bought in the south, uranium or coal."
        ),
        lay=one_market,
        seat=0,
        answers=(
            {"type": "buy_fuel", "seat": 0, "fuel": "uranium", "market": "south"},
            {"type": "buy_fuel", "seat": 0, "fuel": "coal", "market": "south"},
        ),
        numbers=(
            ("card", "39", 6),
            ("card", "42", 6),
            ("card", "44", 5),
            ("money", 0, 55),
            ("token", "coal", "north", 1),
            ("token", "coal", "south", 7),
            ("token", "uranium", "south", 14),
            ("city", 0, "busan", 27),
            ("supplies", 1, 15),
        ),
        rival=1,
    ),
    Position(
        name="two plants of three",
        ruleset="deluxe/north-america",
        text=(
            "Seat 1 has 11 cities, 3 gas and 3 oil, and plants 22 (any 3 of gas and oil, 5 cities), 39 (2 gas, "
            "6 cities) and 42 (2 oil, 6 cities). Any two of them supply all 11 cities for 112 Elektro, one alone earns "
            "73 at most, and all three would need 7 units of 6. The hybrid with either of the others fits 11 cities "
            "exactly but burns 5 units; 39 and 42 together could supply 12, yet burn only 2 gas and 2 oil. They leave "
            "1 gas and 1 oil, where each other pair leaves one unit in all. The income is the same, and so is the "
            "refill, since the supply has enough of both fuels."
        ),
        lay=two_plants_of_three,
        seat=0,
        answers=(
            {
                "type": "run",
                "seat": 0,
                "plants": [{"plant": "39", "burn": {"gas": 2}}, {"plant": "42", "burn": {"oil": 2}}],
            },
        ),
        numbers=(
            ("cities", 0, 11),
            ("supplies", 0, 11),
            ("card", "22", 5),
            ("card", "39", 6),
            ("card", "42", 6),
            ("pays", 11, 112),
            ("pays", 6, 73),
        ),
        proof="run",
    ),
    Position(
        name="one Elektro, one point, and the tie",
        ruleset="card-game",
        text=(
            "The last round of the card game: a point for each Elektro of income one can fuel, a point for every 10 "
            "Elektro, and the rest of the money breaks ties. Seat 2 has 30 and 3 points, 33 in all, with 5 Elektro "
            "over. Seat 1 runs plants for 8, 9 and 12 and has 40 Elektro: 29 and 4, also 33, but nothing over. Plant "
            "21 needs no fuel, earns 9 and costs 1 with the discount token: it replaces the 8, 39 Elektro are left, "
            "and 30 and 3 points make 33 again, now with 9 over, which wins the tie. Plant 36 (12 points for 36) "
            "gives 33 with 4 over, 31 and 26 give 32, and for 30 and 34 there is no oil."
        ),
        lay=token_plant,
        seat=0,
        answers=({"type": "open", "seat": 0, "plant": "21", "bid": 1},),
        numbers=(("money", 0, 40), ("card", "21", 9), ("card", "36", 12), ("card", "14", 8), ("card", "25", 12)),
        rival=1,
    ),
    Position(
        name="the Step 2 city",
        ruleset="original/usa",
        text=(
            "Step 1: everybody has 6 cities, only Duluth, Minneapolis and Fargo are free, and seat 1 builds last with "
            "145 Elektro, plants for 18 cities and fuel for two rounds. A seventh city costs 37 in Duluth or "
            "Minneapolis, which no income of this round pays back, but it begins Step 2. All three free cities cost "
            "37, 15 and 16, in all 68, which leaves 77; nine cities supplied pay 98, so seat 1 has 175 next round, and "
            "eight second spaces, from Detroit to Savannah, cost 168. That is 17 cities, all supplied, while the "
            "others have nothing now, 33 and 22 Elektro next round, and plants for two cities and one. If seat 1 "
            "waits, it stays Step 1, nobody can have more than 9 cities next round, and the others get their income."
        ),
        lay=step_2_city,
        seat=0,
        answers=tuple({"type": "build", "seat": 0, "city": city} for city in ("duluth", "minneapolis", "fargo")),
        numbers=(
            ("money", 0, 145),
            ("cities", 0, 6),
            ("cities", 1, 6),
            ("cities", 2, 6),
            ("city", 0, "duluth", 37),
            ("city", 0, "minneapolis", 37),
            ("city", 0, "duluth", "minneapolis", "fargo", 68),
            ("pays", 9, 98),
            ("second spaces", 0, ("duluth", "minneapolis", "fargo"), NORTH_AND_SOUTH, 168),
        ),
        proof="two rounds",
    ),
    Position(
        name="the plant without fuel",
        ruleset="deluxe/north-america",
        text=(
            "Seat 1 has bought plant 44 (6 cities, no fuel) and must give up one of 24 (3 cities, no fuel), 39 (2 gas, "
            "6 cities, with 4 gas on it) and 42 (2 oil, 6 cities, empty). There is no oil on the market, so this round "
            "42 supplies nothing, big as it is. Without it the others supply 6 + 6 + 3 = 15; giving up 24 would leave "
            "12 and giving up 39 only 9. Seat 2 can supply 14 at most, and seat 1's last 26 Elektro buy Chicago, its "
            "seventeenth city, for exactly 26. So 42 goes, and seat 1 ends the game and wins by 15 to 14."
        ),
        lay=dry_plant,
        seat=0,
        answers=({"type": "scrap", "seat": 0, "plant": "42"},),
        numbers=(
            ("card", "44", 6),
            ("card", "24", 3),
            ("card", "39", 6),
            ("card", "42", 6),
            ("supplies", 0, 15),
            ("supplies", 1, 14),
            ("money", 0, 26),
            ("city", 0, "chicago", 26),
        ),
        rival=1,
    ),
)
"""The positions, in the order of the page."""
