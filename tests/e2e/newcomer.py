"""Somebody who has never played: does what the coach's bubble says, where it points, and nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.e2e.player import LONG, until

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

READY = """() => {
  const bubble = document.querySelector('.coach');
  if (bubble === null || bubble.style.visibility === 'hidden') return '';
  const step = bubble.dataset.step;
  if (step.endsWith('.wait') || document.querySelector('[aria-busy=true]')) return '';
  const own = bubble.querySelector('.primary');
  const at = document.querySelector('[data-pointed]');
  if (own === null && at === null) return '';
  // a price that is still asked for
  if (/…/.test(bubble.textContent) || /…/.test(at?.textContent ?? '')) return '';
  // a panel that has just come, or a bubble that follows it: where it was a moment ago is not where it is pressed
  const boxes = [bubble, at ?? own].map((one) => {
    const { left, top, width, height } = one.getBoundingClientRect();
    return [left, top, width, height].map(Math.round);
  });
  const places = JSON.stringify([step, boxes]);
  const still = window.newcomerSaw === places;
  window.newcomerSaw = places;
  return still ? step : '';
}"""
"""The step of a bubble that asks for something, once it and what it points at stand still from one look to the next."""
BUBBLE = """() => {
  const bubble = document.querySelector('.coach');
  const text = (selector) => bubble.querySelector(selector)?.textContent ?? '';
  const at = document.querySelector('[data-pointed]');
  const box = (at?.querySelector(':scope > .marker') ?? at)?.getBoundingClientRect();
  const ends = [...document.querySelectorAll('.coach-line circle')].map((one) => one.getBoundingClientRect());
  const touches = ({ left, top, width, height }) => box && left + width / 2 >= box.left - 6
    && left + width / 2 <= box.right + 6 && top + height / 2 >= box.top - 6 && top + height / 2 <= box.bottom + 6;
  return {
    named: bubble.querySelector('.coach-arrow') !== null || ends.some(touches),
    picture: bubble.querySelectorAll('.plant-lines polyline').length,
    step: bubble.dataset.step, title: text('h2'), does: text('.coach-do'), press: text('.primary'),
    at: box && [box.left + box.width / 2, box.top + box.height / 2], size: [innerWidth, innerHeight],
    box: (({ left, top, right, bottom }) => [left, top, right, bottom])(bubble.getBoundingClientRect()),
  };
}"""
MOVED = """([step, seq, tokens]) => {
  const bubble = document.querySelector('.coach');
  return bubble === null || bubble.dataset.step !== step || document.querySelector('.game').dataset.seq !== seq
    || document.querySelectorAll('.taken').length !== tokens || document.querySelector('dialog:modal') !== null;
}"""


class Newcomer:
    """Follows the bubbles of a lesson."""

    def __init__(self, page: Page, look: Callable[[Page, str], None] | None = None) -> None:
        self.page = page
        self.look = look
        self.steps: list[str] = []
        self.bubbles: list[dict[str, Any]] = []

    def follow(self, upto: str) -> None:
        """Do what the bubbles say until this step is shown."""
        for _ in range(80):
            step = self.await_bubble()
            if step not in self.steps:
                self.steps.append(step)
                if self.look:
                    self.look(self.page, step)
            if step == upto:
                return
            self.obey()
        raise AssertionError(f"the lesson did not come to {upto}: {self.steps}")

    def await_bubble(self) -> str:
        """Wait until a bubble asks for something; gives its step."""
        return str(until(self.page, READY, seconds=LONG))

    def obey(self) -> None:
        """Press the bubble's own button, or where it points; wait until something has come of it."""
        page = self.page
        bubble = page.evaluate(BUBBLE)
        self.bubbles.append(bubble)
        seq = page.locator(".game").get_attribute("data-seq")
        tokens = page.locator(".taken").count()
        if bubble["press"]:
            page.locator(".coach .primary").click()
        else:
            x, y = bubble["at"]
            page.mouse.click(x, y)
        until(page, MOVED, [bubble["step"], seq, tokens], seconds=LONG)
