// What lies on a plant, a city in play, a price or a button, as the screen is now: one line each. Run by test_covers.py.
() => {
  const [W, H] = [innerWidth, innerHeight];
  const name = (element) => `${element.tagName.toLowerCase()}.${(element.getAttribute('class') ?? '').trim().split(/\s+/).join('.')} `
    + `"${(element.textContent || element.getAttribute('aria-label') || '').trim().slice(0, 30)}"`;
  // the part of a box that is let through by what scrolls or clips around it
  const through = (element) => {
    let { left, top, right, bottom } = element.getBoundingClientRect();
    for (let up = element.parentElement; up; up = up.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(up);
      const edge = up.getBoundingClientRect();
      if (overflowX !== 'visible') [left, right] = [Math.max(left, edge.left), Math.min(right, edge.right)];
      if (overflowY !== 'visible') [top, bottom] = [Math.max(top, edge.top), Math.min(bottom, edge.bottom)];
    }
    return { left: Math.max(left, 0), top: Math.max(top, 0), right: Math.min(right, W), bottom: Math.min(bottom, H) };
  };
  // what is uppermost at points all over the box of this, and is no part of it
  const upon = (element) => {
    const { left, top, right, bottom } = through(element);
    if (right - left < 4 || bottom - top < 4) return [];
    // pieces of the same drawing touch each other; what comes from elsewhere must not
    const home = element.closest('.board-pane > svg, .end-network') ?? element;
    const parts = [0.15, 0.5, 0.85];
    return parts
      .flatMap((across) => parts.map((down) => document.elementFromPoint(left + (right - left) * across, top + (bottom - top) * down)))
      .filter((upper) => upper && !home.contains(upper) && !upper.contains(home));
  };
  const faults = [];
  // what lies under a dialog that takes every press is not in use, and what a lesson has set aside neither
  const inUse = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document;
  // what a lesson's step is about, not the whole map around it
  const cities = document.querySelector('.coach') ? ':is([data-pointed], :has(.plan-order))' : ':not(.outside)';
  const COUNTS = `.plant[data-plant], .board-pane > svg [data-city]${cities} .marker, .end-city circle, .cell-price, .player .money, .strip .money, button`;
  for (const element of inUse.querySelectorAll(COUNTS)) {
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) || element.closest('.hidden, .skip, [inert]')) continue;
    const over = upon(element);
    // what lies under a bar of a page that scrolls comes out from under it
    if (over.length > 0) element.scrollIntoView({ block: 'center', behavior: 'instant' });
    for (const upper of over.length > 0 ? upon(element) : []) {
      faults.push(`${name(upper)} lies on ${name(element)} ${element.closest('[data-city]')?.dataset.city ?? ''}`.trim());
    }
  }
  return [...new Set(faults)];
}
