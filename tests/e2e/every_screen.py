"""Every screen that is looked at: moments of golden games here, of other games and pages in the modules beside.

What each has to show is in `shows.py`; `test_look.py` compares the list with `LOOK.md`.
"""

from __future__ import annotations

import functools
import random
from typing import TYPE_CHECKING, NamedTuple

import kilowatt
from tests.e2e import atlas_games, details, other_tables, screens
from tests.e2e.kit import ask, golden_path, sit_down
from tests.e2e.player import await_turn, plan_cities, until

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

ADVICE = "() => document.querySelector('.advised-do, .advised-note:not(:empty), .plan-steps li')"
MINES = ("11", "23", "28", "34", "39")
"""The mines of Australia."""


class Screen(NamedTuple):
    """A screen and the way to it; one that is late is looked at in `make soak` only."""

    name: str
    show: Callable[[Page, str], None]
    late: bool = False


def moment(golden: str, number: int, phase: str, *, bid: bool = False) -> Callable[[Page, str], None]:
    """Return the way to a decision of a golden game."""

    def show(page: Page, url: str) -> None:
        sit_down(page, url, golden, number, phase, bid=bid)

    return show


def building(golden: str, number: int) -> Callable[[Page, str], None]:
    """Return the way to a plan of two cities."""

    def show(page: Page, url: str) -> None:
        sit_down(page, url, golden, number, "build")
        # the console comes before the map
        until(page, "() => document.querySelector('.city.light-open')")
        assert plan_cities(page, 2) > 0

    return show


@functools.cache
def six_players() -> str:
    """Return the record of a game of six on the USA, played by chance up to an auction of the fifth round."""
    table = kilowatt.Table(kilowatt.ruleset("recharged/usa", seats=6), seed=3)
    rng = random.Random(1)
    while True:
        shot = kilowatt.snapshot(table.state)
        if table.actor == 0 and shot["round"] >= 5 and shot["phase"] == "auction" and shot["auction"] is not None:
            return "\n".join(table.record().lines())
        table.play(rng.choice(table.legal_actions()))


def six_bid(page: Page, url: str) -> None:
    """Show the auction of six."""
    code = ask(page, f"{url}/api/import", {"record": six_players()})["table"]["code"]
    last = len(six_players().splitlines()) - 1
    page.goto(f"{url}/t/{ask(page, f'{url}/api/tables/{code}/fork', {'seq': last})['table']['code']}")
    await_turn(page)


def fuel_filled(page: Page, url: str) -> None:
    """Show a full basket."""
    sit_down(page, url, "recharged-usa-5-step2", 6, "fuel")
    page.locator("#console [data-key=a]").click()
    page.locator("#console .basket-line").first.wait_for(state="attached")


def advised(show: Callable[[Page, str], None]) -> Callable[[Page, str], None]:
    """Return the way to a decision with the adviser on."""

    def show_advised(page: Page, url: str) -> None:
        show(page, url)
        for more in (True, True, True, False):
            if page.locator(".game[data-drawer=hint]").count() == 0:
                page.keyboard.press("h")
            try:
                until(page, ADVICE)
            except AssertionError:
                # the server of a busy machine gives up advice that takes too long: ask again
                assert more
                page.reload()
                await_turn(page)
            else:
                return

    return show_advised


def planner(page: Page, url: str) -> None:
    """Show the planner with a plant in it."""
    sit_down(page, url, "recharged-usa-5-step2", 4, "auction")
    page.keyboard.press("n")
    page.locator(".planner .plan-plant select").select_option(index=1)
    page.locator(".plan-sum").wait_for()


def lobby(page: Page, url: str) -> None:
    """Show the lobby."""
    page.goto(url)
    page.locator(".tile .tiny-city").first.wait_for()


def form(page: Page, url: str) -> None:
    """Show the form of a new table."""
    page.goto(f"{url}/new")
    page.locator(".map-panel svg [data-city]").first.wait_for()


def waiting_room(page: Page, url: str) -> None:
    """Show a table that waits for a second player."""
    wish = {"ruleset": "recharged/germany", "seats": [{"kind": "person", "name": "Anna"}, {"kind": "open"}]}
    page.goto(f"{url}/t/{ask(page, f'{url}/api/tables', wish)['table']['code']}")
    page.locator(".seats li").first.wait_for()


def replay(page: Page, url: str) -> None:
    """Show a finished game in the replay."""
    record = golden_path("recharged-germany-6-step2").read_text(encoding="utf-8")
    page.goto(f"{url}/t/{ask(page, f'{url}/api/import', {'record': record})['table']['code']}")
    page.locator(".game:not([data-earlier]) .replay").wait_for()


def end(page: Page, url: str) -> None:
    """Show a game's end."""
    replay(page, url)
    page.locator("#console .primary").click()
    page.locator("dialog.end .curve").wait_for()


def challenges(page: Page, url: str) -> None:
    """Show the list of challenges."""
    page.goto(f"{url}/challenges")
    page.locator(".challenge").last.wait_for()


def challenge(page: Page, url: str) -> None:
    """Show the task of a challenge at its table."""
    page.goto(f"{url}/t/{ask(page, f'{url}/api/quick', {'challenge': 'korea', 'name': 'Anna'})['table']['code']}")
    page.locator(".task-strip").wait_for(state="attached")
    await_turn(page)


ON_BOARDS = {
    "Japan, building": atlas_games.on_board("recharged/japan", 2, "build"),
    "Manhattan, building": atlas_games.on_board("recharged/manhattan", 4, "build"),
    "Bremen, building": atlas_games.on_board("original/bremen", 4, "build", seed=4),
    "UK, building": atlas_games.on_board("recharged/uk-ireland", 4, "build", seed=2),
    "Australia, fuel": atlas_games.on_board("recharged/australia", 6, "fuel", seed=2, wanted=MINES),
    "Australia, power": atlas_games.on_board("recharged/australia", 6, "power", seed=2, wanted=MINES),
}
WITH_ADVISER = {
    "opening": moment("recharged-usa-5-step2", 4, "auction"),
    "Korea, bidding": moment("original-korea-5-step2", 7, "auction", bid=True),
    "Korea, fuel": moment("original-korea-5-step2", 7, "fuel"),
    "Korea, building": moment("original-korea-2-step3", 7, "build"),
    "China, building": moment("original-china-2-step2", 10, "build"),
    "cards, opening": moment("card-game-3-omr-in-power", 5, "auction"),
    "cards, power": moment("card-game-3-omr-in-power", 5, "power"),
    "five players, power": moment("original-germany-5-step2", 4, "power"),
    "six players, Step 3": details.six_step_3,
    **ON_BOARDS,
}
"""Screens that are looked at with the adviser too, beside those that stand in the list."""
SCREENS = (
    Screen("opening", moment("recharged-usa-5-step2", 4, "auction")),
    Screen("bidding", moment("recharged-germany-6-step2", 6, "auction", bid=True)),
    Screen("six players", six_bid),
    Screen("fuel", fuel_filled),
    Screen("building", building("recharged-usa-5-step2", 7)),
    Screen("power", moment("recharged-germany-6-step2", 6, "power")),
    Screen("five players", moment("deluxe-north-america-5-step2", 3, "auction")),
    Screen("Korea, bidding", moment("original-korea-5-step2", 7, "auction", bid=True)),
    Screen("Korea, fuel", moment("original-korea-5-step2", 7, "fuel")),
    Screen("Korea, building", building("original-korea-2-step3", 7)),
    Screen("cards, opening", moment("card-game-3-omr-in-power", 5, "auction")),
    Screen("cards, fuel", moment("card-game-3-omr-in-power", 5, "fuel")),
    Screen("cards, power", moment("card-game-3-omr-in-power", 5, "power")),
    Screen("bidding, advised", advised(moment("recharged-germany-6-step2", 6, "auction", bid=True))),
    Screen("six players, advised", advised(six_bid)),
    Screen("Step 3, advised", advised(moment("deluxe-europe-2-step3", 9, "auction", bid=True))),
    Screen("opening in Step 3", moment("recharged-germany-2-step3", 8, "auction")),
    Screen("fuel, advised", advised(moment("recharged-usa-5-step2", 6, "fuel"))),
    Screen("building, advised", advised(moment("recharged-usa-5-step2", 7, "build"))),
    Screen("five players, advised", advised(moment("original-germany-5-step2", 4, "auction"))),
    Screen("six players, plan", advised(moment("recharged-germany-6-step2", 5, "build"))),
    Screen("fuel plan", advised(moment("recharged-germany-6-step2", 6, "fuel"))),
    Screen("power, advised", advised(moment("recharged-germany-6-step2", 6, "power"))),
    Screen("cards, fuel, advised", advised(moment("card-game-3-omr-in-power", 5, "fuel"))),
    Screen("planner", planner),
    Screen("replay", replay),
    Screen("end", end),
    Screen("challenges", challenges),
    Screen("challenge", challenge),
    Screen("lobby", lobby),
    Screen("boards", screens.atlas),
    Screen("a board", screens.sheet),
    Screen("form", form),
    Screen("waiting room", waiting_room),
    Screen("first visit", screens.first_visit),
    Screen("workshop report", screens.report),
    Screen("gallery", screens.gallery),
    Screen("new real table", screens.real_form),
    Screen("no group", screens.no_group),
    Screen("China, building", building("original-china-2-step2", 10)),
    Screen("workshop", screens.workshop),
    Screen("real table", screens.real_table),
    Screen("orders", screens.orders_shown),
    Screen("orders, changed", screens.orders),
    Screen("group", screens.group),
    Screen("tournament", screens.tournament),
    Screen("review", screens.review),
    Screen("puzzle, cities", screens.puzzle("city")),
    Screen("puzzle, bid", screens.puzzle("worth")),
    Screen("lesson, plant", screens.lesson("plant")),
    Screen("lesson, building", screens.lesson("build")),
    Screen("lesson, end", screens.lesson("end")),
    Screen("five players, power", moment("original-germany-5-step2", 4, "power")),
    Screen("Japan, building", ON_BOARDS["Japan, building"]),
    Screen("Manhattan, building", ON_BOARDS["Manhattan, building"]),
    Screen("Bremen, building", ON_BOARDS["Bremen, building"], late=True),
    Screen("UK, building", ON_BOARDS["UK, building"], late=True),
    Screen("Australia, fuel", ON_BOARDS["Australia, fuel"], late=True),
    Screen("Australia, power", ON_BOARDS["Australia, power"]),
    Screen("real table, a card to come", other_tables.real_at(4, "drawn", ".real-cards")),
    Screen("real table, building", other_tables.real_at(4, "build", ".real-map .city"), late=True),
    Screen("real table, fuel", other_tables.real_at(4, "fuel", ".real-fuels"), late=True),
    Screen("table over days", other_tables.over_days),
    Screen("home without a server", other_tables.without_server, late=True),
    Screen("workshop report, played", screens.reported),
    Screen("puzzle, answered", screens.answered),
    Screen("menu", screens.menu, late=True),
    Screen("six players, Step 3", details.six_step_3, late=True),
    *(Screen(f"{name}, advised", advised(show), late=True) for name, show in WITH_ADVISER.items()),
    Screen("lesson, turn order", screens.lesson("order"), late=True),
    Screen("lesson, token", screens.lesson("token"), late=True),
    Screen("tip", details.tip, late=True),
    Screen("rules", details.rules, late=True),
    Screen("since your turn", details.recap, late=True),
    Screen("toast", details.toast, late=True),
    Screen("deck", details.deck, late=True),
    Screen("question", details.question, late=True),
    Screen("puzzle, fuel", screens.puzzle("fuel"), late=True),
    Screen("puzzle, burning", screens.puzzle("burn"), late=True),
    Screen("puzzle, scrapping", screens.puzzle("scrap"), late=True),
    Screen("challenge result", details.result, late=True),
    Screen("workshop preview", details.preview, late=True),
    Screen("workshop rules", details.rules_form, late=True),
    Screen("workshop tracing", details.tracing, late=True),
    Screen("season", details.season, late=True),
    Screen("profile", details.profile, late=True),
)
