"""A player who only uses the page: clicks and types like a person, knows no rule and reads what the page shows.

It waits for what it needs to see, with a long limit, and never sleeps.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from playwright.sync_api import TimeoutError as TooLong

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

LONG = 90.0
"""Seconds for others to play until it is one's turn, on a busy machine."""
SHORT = 45.0
"""Seconds for one thing to appear, on a busy machine."""
POLL = 30.0
"""Milliseconds between two looks. Looking at every frame, as is usual, would make the browser draw all the time."""

TURN = """() => document.querySelector('dialog.end') ? 'over'
  : document.querySelector('[aria-busy=true]') ? '' : document.querySelector('#console')?.dataset.asked"""
# the end screen may come without a new state
LATER = "before => document.querySelector('.game')?.dataset.seq !== before || !!document.querySelector('dialog.end')"
WHOSE = """([names, seq]) => {
  if (document.querySelector('dialog.end')) return 'over';
  if (document.querySelector('[aria-busy=true]')) return '';
  if (Number(document.querySelector('.game')?.dataset.seq ?? -1) < seq) return '';
  const acting = document.querySelector('.player[aria-current=true] .player-name')?.textContent;
  return document.querySelector('#console').dataset.asked || (names.includes(acting) ? acting : '');
}"""
SHOWN = """() => ({
  size: [innerWidth, innerHeight], seq: document.querySelector('.game')?.dataset.seq,
  asked: document.querySelector('#console')?.dataset.asked, console: document.querySelector('#console')?.innerText,
  planned: [...document.querySelectorAll('.plan-order')].map(e => e.closest('[data-city]').dataset.city),
  cities: document.querySelectorAll('[data-city]').length, open: document.querySelectorAll('.city.light-open').length,
  dialogs: [...document.querySelectorAll('dialog, [role=alert]')].map(e => e.innerText),
})"""
MIDDLE = """hit => {
  const own = hit.getBoundingClientRect(), whole = hit.parentNode.getBoundingClientRect();
  return { x: own.x + own.width / 2 - whole.x, y: own.y + own.height / 2 - whole.y };
}"""
COSTS = "all => all.map(c => [Number(c.querySelector('.cost')?.textContent ?? 99), c.dataset.city])"


def until(page: Page, look: str, given: Any = None, seconds: float = SHORT) -> Any:
    """Wait until this function of the page gives something true, and give that; else say what the page shows."""
    try:
        return page.wait_for_function(look, arg=given, polling=POLL, timeout=seconds * 1000).json_value()
    except TooLong as error:
        raise AssertionError(
            f"{look} did not come true for {given!r}; the page shows {page.evaluate(SHOWN)}"
        ) from error


def asked(page: Page) -> str:
    """Say which decision the console asks for; empty when it is not one's turn."""
    return page.locator("#console").get_attribute("data-asked") or ""


def over(page: Page) -> bool:
    """Return whether the end screen is there."""
    return page.locator("dialog.end").count() > 0


def await_turn(page: Page, seconds: float = LONG) -> str:
    """Wait until a decision is asked or the game is over; gives which, or "over"."""
    return str(until(page, TURN, seconds=seconds))


def whose(page: Page, others: list[str], seq: int = 0) -> str:
    """Wait until oneself or one of these others is to act; gives what is asked, the other's name, or "over".

    A page that has not yet drawn the state `seq` is waited for: it may still show who acted before.
    """
    return str(until(page, WHOSE, [others, seq], LONG))


def mark(page: Page) -> str:
    """Read which state is drawn."""
    return page.locator(".game").get_attribute("data-seq") or ""


def settle(page: Page, before: str) -> None:
    """Wait until the page has drawn a state later than the one with this mark."""
    until(page, LATER, before)


def press(page: Page, button: Locator, *, sure: bool = False) -> None:
    """Press something that plays, and wait for what it does; `sure` says yes to a question before a slip."""
    before = mark(page)
    button.click()
    if sure:
        until(page, f"before => ({LATER})(before) || document.querySelector('dialog.question')", before)
        question = page.locator("dialog.question .answers button").first
        if question.count() > 0:
            question.click()
    settle(page, before)


def primary(page: Page) -> None:
    """Press the console's large button and wait for what it does."""
    press(page, page.locator("#console [data-primary]").first)


def end_turn(page: Page) -> None:
    """End the turn, and say yes to a question that comes up."""
    press(page, page.locator("#console .end"), sure=True)


def money(page: Page) -> int:
    """Read one's own money, once the players are drawn: they follow the console in a task of their own."""
    page.locator(".side-box:not([aria-busy])").wait_for(state="attached")
    return int(page.locator(".player:has(.tag-you) .money").text_content() or "0")


def disabled(button: Locator) -> bool:
    """Return whether a button is greyed."""
    return button.get_attribute("aria-disabled") == "true"


class Player:
    """Somebody who plays by using the page, plainly: a plant while there is room, fuel for one run, cheap cities."""

    def __init__(self, page: Page, cities_a_turn: int = 3, name: str = "") -> None:
        self.page = page
        self.name = name
        self.cities_a_turn = cities_a_turn
        self.seen: set[str] = set()

    def decide(self) -> str:
        """Wait for one's turn and decide once; gives what was asked, or "over"."""
        kind = await_turn(self.page)
        if kind != "over":
            self.seen.add(kind)
            getattr(self, f"do_{kind}", self.do_first)()
        return kind

    def play_on(self, most: int = 2000) -> None:
        """Play until the end screen."""
        for _ in range(most):
            if self.decide() == "over":
                return
        raise AssertionError(f"the game is not over after {most} decisions")

    def play_until(self, kind: str, most: int = 600) -> None:
        """Play until this decision is asked."""
        for _ in range(most):
            now = await_turn(self.page)
            if now == kind:
                return
            assert now != "over", f"the game ended before {kind}"
            self.decide()
        raise AssertionError(f"{kind} was not asked")

    def _first(self, selector: str) -> None:
        press(self.page, self.page.locator(selector).first)

    def do_first(self) -> None:
        """Choose the first thing offered: right for every decision without a method of its own."""
        self._first("#console .quick button")

    def do_city(self) -> None:
        """Choose the first city of the list."""
        self.page.locator("#console select").select_option(index=1)
        primary(self.page)

    do_place_trust = do_city
    do_mark_start = do_city

    def do_open(self) -> None:
        """Open the largest plant that leaves money for cities, while there are fewer than three; else opt out."""
        page = self.page
        out = page.locator("#console .buttons button", has_text=re.compile("Opt out|Aussteigen"))
        own = page.locator(".player:has(.tag-you) .mini").count()
        offer = page.locator("#console .plants-quick button")
        # the number of the plant, its price, and for a twin what it burns
        prices = [int(re.findall(r"\d+", text)[1]) for text in offer.all_text_contents()]
        wanted = own < 3 and len(prices) > 0
        if not wanted and not disabled(out):
            press(page, out, sure=True)
            return
        fair = [index for index, price in enumerate(prices) if price <= money(page) // 2]
        offer.nth(fair[-1] if fair else 0).click()
        primary(page)

    def do_bid(self) -> None:
        """Raise once while it is cheap, else leave the auction."""
        page = self.page
        bid = page.locator("#console [data-primary]:not(.pass)")
        price = int(re.findall(r"\d+", bid.text_content() or "")[-1]) if bid.count() > 0 else 0
        if bid.count() > 0 and price <= money(page) // 3:
            primary(page)
        else:
            self._first("#console .pass")

    def do_scrap(self) -> None:
        """Give up the first plant offered."""
        self._first("#console .scrap .plant")

    def do_buy_fuel(self) -> None:
        """Buy what one run needs, then end the turn; one token where there is no quick fill."""
        page = self.page
        run = page.locator("#console .quick button").first
        token = page.locator(".fuel-live .stepper button").last
        if run.count() == 0 and token.count() > 0:
            token.click()
            primary(page)
            return
        # the server prices it; until then there is no number
        until(page, "() => /\\d$|^$/.test(document.querySelector('#console .quick button')?.textContent ?? '')")
        if run.count() > 0 and not (run.text_content() or "").endswith(" 0"):
            run.click()
            buy = page.locator("#console [data-primary]")
            if "end" not in (buy.get_attribute("class") or "") and not disabled(buy):
                press(page, buy)
                if await_turn(page) != "buy_fuel":
                    return
        end_turn(page)

    def do_buy_card(self) -> None:
        """Buy the first card that can be had, then end the turn."""
        page = self.page
        card = page.locator(".fuel-card:not([aria-disabled]):not(.empty-card)").first
        if card.count() > 0:
            card.click()
            if not disabled(page.locator("#console [data-primary]")):
                primary(page)
                if await_turn(page) != "buy_card":
                    return
        end_turn(page)

    def do_build(self) -> None:
        """Plan the cheapest cities one can pay for, build them, and end the turn."""
        page = self.page
        if plan_cities(page, self.cities_a_turn) > 0:
            primary(page)
            if await_turn(page) != "build":
                return
        end_turn(page)

    def do_run(self) -> None:
        """Power what is preselected."""
        primary(page=self.page)


def tap_city(page: Page, city: str) -> None:
    """Tap the middle of a city, as soon as it keeps its place; fails and says why if something lies over it."""
    place = page.locator(f'[data-city="{city}"]')
    place.click(position=place.locator(".hit").evaluate(MIDDLE))


def plan_cities(page: Page, most: int) -> int:
    """Tap the cheapest cities, as many as the money is enough for; gives how many, when their price is shown."""
    left, planned = money(page), 0
    if (page.viewport_size or {"width": 0})["width"] < 900:
        # a small screen shows the surroundings of one's own cities; the cheapest may be elsewhere
        page.get_by_role("button", name=re.compile("^(Show whole board|Ganzer Spielplan)$")).click()
    while planned < most:
        costs = page.eval_on_selector_all(".city.light-open", COSTS)
        if not costs or min(costs)[0] > left:
            break
        cost, city = min(costs)
        tap_city(page, city)
        planned += 1
        left -= cost
        until(
            page,
            "n => document.querySelectorAll('.plan-order').length === n &&"
            " new RegExp(`\\\\b${n}\\\\b.*\\\\d$`).test(document.querySelector('#console [data-primary]').textContent)",
            planned,
        )
    return planned


ADVICE = "dialog.end, #console :is(.advised-do, .plan-do, .advised-note:not(:empty))"
SAID = """advice => {
  const console = document.querySelector('#console');
  return document.querySelector(advice) || !console.dataset.asked || /No advice/.test(console.innerText);
}"""


class Advised(Player):
    """Somebody who does what the adviser says, with the adviser's own button; by hand where it says nothing."""

    def decide(self) -> str:
        """Wait for the advice and follow it; gives what was asked, or "over"."""
        page = self.page
        kind = await_turn(page)
        if kind == "over":
            return kind
        until(page, SAID, ADVICE, seconds=LONG)
        if page.locator("#console :is(.advised-do, .plan-do)").count() > 0:
            self.seen.add(kind)
            press(page, page.locator("#console :is(.advised-do, .plan-do)").first, sure=True)
            return kind
        return super().decide()

    def do_open(self) -> None:
        """Take advice that has come meanwhile, else leave the auctions, or open the first plant where one has to."""
        before = mark(self.page)
        try:
            self._open()
        except TooLong:
            # a limit given before has bid meanwhile
            assert mark(self.page) != before

    def _open(self) -> None:
        out = self.page.locator("#console :is(.advised-do, .advised-hand .pass)").first
        if out.count() > 0 and not disabled(out):
            press(self.page, out, sure=True)
        else:
            self.page.locator(".market .plant-open").first.click()
            press(self.page, self.page.locator("#console .advised-bid"))

    do_bid = do_open

    def do_buy_fuel(self) -> None:
        """Press the large button: a plan may come while one prepares something by hand, and take its place."""
        press(self.page, self.page.locator("#console [data-primary]").first, sure=True)

    do_build = do_buy_fuel
