// What does not fit on the screen as it is now: returns one line per fault. Run inside the page by test_fits.py.
() => {
  const faults = [];
  const [W, H] = [innerWidth, innerHeight];
  scrollTo(0, 0);
  // a real table scrolls itself
  document.querySelector('.real')?.scrollTo(0, 0);
  const modal = document.querySelector('dialog:modal');
  const name = (element) => {
    const own = element.closest('[class]') ?? element;
    const words = (element.textContent || element.getAttribute('aria-label') || '').trim().slice(0, 40);
    return `${own.tagName.toLowerCase()}.${(own.getAttribute('class') ?? '').trim().split(/\s+/).join('.')} "${words}"`;
  };
  const styles = new Map();
  const style = (element) => {
    let computed = styles.get(element);
    if (!computed) styles.set(element, (computed = getComputedStyle(element)));
    return computed;
  };
  const shown = (element) =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !element.closest('.hidden, .skip, .travel') && !clipped(element);
  const clipped = (element) => style(element).clipPath !== 'none' || (element.parentElement !== null && clipped(element.parentElement));
  const scrolls = (value) => value === 'auto' || value === 'scroll';
  const clips = (value) => value === 'hidden' || value === 'clip';

  // The ancestors that let only a part through, nearest first.
  const edges = new Map();
  const frames = (element) => {
    let outer = edges.get(element);
    if (outer) return outer;
    const now = style(element);
    const above = now.position === 'fixed' || !element.parentElement || element === document.body ? [] : frames(element.parentElement);
    const open = now.overflowX === 'visible' && now.overflowY === 'visible';
    outer = open ? above : [{ element, x: now.overflowX, y: now.overflowY, edge: element.getBoundingClientRect() }, ...above];
    edges.set(element, outer);
    return outer;
  };
  // The part of a box that they let through, and the one that cuts it off for good.
  const through = (element, box) => {
    let [left, top, right, bottom] = [box.left, box.top, box.right, box.bottom];
    let cutter = null;
    let scroller = null;
    for (const { element: at, x, y, edge } of frames(element)) {
      if (at === element && element instanceof SVGElement) continue;
      for (const [overflow, near, far] of [[x, 'left', 'right'], [y, 'top', 'bottom']]) {
        if (overflow === 'visible') continue;
        const over = box[near] < edge[near] - 1.5 || box[far] > edge[far] + 1.5;
        if (over && clips(overflow) && !scroller) cutter ??= at;
        if (over && scrolls(overflow)) scroller ??= at;
      }
      if (x !== 'visible') [left, right] = [Math.max(left, edge.left), Math.min(right, edge.right)];
      if (y !== 'visible') [top, bottom] = [Math.max(top, edge.top), Math.min(bottom, edge.bottom)];
    }
    return { left, top, right, bottom, cutter, scroller };
  };

  // 1. What one needs to act is in view, whole and on top; in panels it may be reached by scrolling.
  const ACT = '.console button, .console input, .console select, .console summary, .console [role=spinbutton], .console .stepper.big';
  const REACH = '.tab-bar button, .tool, .tip-button, .zoom button, [role=radio], .fuel-live [role=spinbutton], .fuel-live .stepper button, '
    + '.fuel-card:not(.empty-card), .replay button, .replay input, .drawer button, .drawer select, dialog button, dialog select, '
    + '.hero button, .quick-form select, .form button, .form select, .form input, .tile';
  const place = (element) => {
    const box = element.getBoundingClientRect();
    return { box, x: box.left + box.width / 2, y: box.top + box.height / 2 };
  };
  const judge = (element, mayScroll) => {
    if (!shown(element) || (modal && !modal.contains(element)) || element.closest('.sheet-behind, [inert]')) return;
    let { box, x, y } = place(element);
    if (box.width === 0 || box.height === 0) {
      faults.push(`no size: ${name(element)}`);
      return;
    }
    let seen = through(element, box);
    const outside = () => box.left < -1 || box.top < -1 || box.right > W + 1 || box.bottom > H + 1;
    const cover = () => {
      const top = document.elementFromPoint(x, y);
      // a drawer that one has opened oneself may lie over the table
      // and a bubble of the lesson over what it does not speak of
      const drawer = (top?.closest('dialog') && !element.closest('dialog')) || (top?.closest('.coach') && !element.closest('[data-pointed]'));
      const own = !top || element.contains(top) || top.contains(element) || top.closest('label')?.contains(element);
      return drawer || own ? null : top;
    };
    if (mayScroll && (seen.scroller || outside() || cover())) {
      element.scrollIntoView({ block: 'center', inline: 'nearest' });
      edges.clear();
      ({ box, x, y } = place(element));
      seen = through(element, box);
    }
    if (seen.cutter || seen.scroller) faults.push(`clipped by ${name(seen.cutter ?? seen.scroller)}: ${name(element)}`);
    else if (outside()) faults.push(`outside: ${name(element)}`);
    else if (element.scrollWidth > element.clientWidth + 2 && element.matches('button, .stepper.big')) faults.push(`too narrow: ${name(element)}`);
    else if (cover()) faults.push(`covered by ${name(cover())}: ${name(element)}`);
    if (element.closest('.game :is(.tool, .tab-bar, .zoom, .tip-button)')) controls.push({ element, box });
  };
  const controls = [];
  for (const element of document.querySelectorAll(ACT)) {
    // a long plan scrolls inside the console; so do orders that are prepared while one waits
    // what is only told scrolls sideways, and may be wider than its line
    if (element.matches('.recap-fact')) continue;
    judge(element, element.closest('.recap-facts, .puzzles, .basket, .waiting, .run-plants, .ladder, .mix, .scrap, .plants-quick, .city-list') !== null);
  }
  for (const element of document.querySelectorAll(REACH)) judge(element, true);

  // 1b. Nothing lies on a plant, a city in play, a price or a player's money.
  const PRECIOUS = '.plant[data-plant], [data-city] .marker, .cell-price, .player .money, .strip .money';
  for (const element of document.querySelectorAll(PRECIOUS)) {
    const home = element.closest('.board-pane > svg, .panel, .players, .strip, .console');
    // what a lesson veils is out of use
    if (!home || !shown(element) || modal || element.closest('[inert]')) continue;
    // what scrolls below a strip or a bar can be scrolled out from under it
    const under = () => {
      const { x, y } = place(element);
      return document.elementFromPoint(x, y)?.closest('.puzzle-strip, .pages');
    };
    if (element.closest('.puzzles') && under()) {
      element.scrollIntoView({ block: 'center', inline: 'nearest' });
      edges.clear();
    }
    const { box, x, y } = place(element);
    const seen = through(element, box);
    if (x <= seen.left || x >= seen.right || y <= seen.top || y >= seen.bottom || x < 0 || y < 0 || x > W || y > H) continue;
    const top = document.elementFromPoint(x, y);
    // what is opened by hand may lie over the table
    if (top && !home.contains(top) && !top.contains(home) && !top.closest('dialog, .drawer, .why, .toast, .banner') && (element.closest('[data-pointed]') || !top.closest('.coach')))
      faults.push(`lies on ${name(element)} of ${element.closest('[data-city]')?.dataset.city ?? element.className}: ${name(top)}`);
  }

  const bubble = document.querySelector('.coach')?.getBoundingClientRect();
  if (bubble && (bubble.left < 0 || bubble.top < 0 || bubble.right > W || bubble.bottom > H)) faults.push('the bubble is outside');

  // 1c. The adviser hides no player beside a board: nobody is found by scrolling.
  for (const element of W >= 1200 && !modal ? document.querySelectorAll('.game[data-drawer=hint] .players > ol > .player') : []) {
    if (!shown(element)) continue;
    const seen = through(element, element.getBoundingClientRect());
    if (seen.cutter || seen.scroller) faults.push(`a player is cut: ${name(element)}`);
  }

  // 2. and 3. No text is cut without a way to see it, and no two texts lie on each other.
  // the planner's buttons, the consoles of workshop and real table and a puzzle's question stay at the edge of what scrolls below them
  const LAYERS = 'dialog, .toast, .banner, .why, .bubble, .plan-answer.answers, .ws-console, .real-dock, .puzzle-strip, .coach';
  const texts = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement;
    if (!node.data.trim() || !parent || parent.closest('svg, script, style, option, datalist') || !shown(parent)) continue;
    // on phones the main screens are a bar at the foot, over what scrolls below it
    const bar = parent.closest('.pages');
    const sheet = parent.closest('.review-console');
    const over = bar && style(bar).position === 'fixed' ? bar : sheet && style(sheet).position === 'sticky' ? sheet : null;
    const layer = over ?? parent.closest(LAYERS);
    if (modal && layer !== modal) continue;
    range.selectNodeContents(node);
    for (const box of range.getClientRects()) {
      if (box.width < 1 || box.height < 1) continue;
      // the ink is lower than the line: leave out the room above and below
      const air = Math.min(3, box.height * 0.15);
      const ink = { left: box.left, right: box.right, top: box.top + air, bottom: box.bottom - air };
      const seen = through(parent, ink);
      const gone = seen.right <= seen.left || seen.bottom <= seen.top;
      // where a card has no room for it, what it holds is left out: its note tells
      if (seen.cutter && !(gone && parent.closest('.holds, .no-fuel'))) {
        const help = parent.closest('[title], [aria-haspopup=dialog], [aria-description]');
        const placed = parent.closest('input, select');
        if (!help && !placed) faults.push(`cut by ${name(seen.cutter)}: ${name(parent)}`);
      }
      const part = { left: Math.max(0, seen.left), top: Math.max(0, seen.top), right: Math.min(W, seen.right), bottom: Math.min(H, seen.bottom) };
      if (part.right - part.left > 1 && part.bottom - part.top > 1) texts.push({ ...part, parent, layer });
      if (!document.querySelector('.game') || seen.scroller) continue;
      // a further line of a text that is clamped to one, and told in full by its help
      if (gone && seen.cutter && !seen.cutter.matches('.game')) continue;
      if (ink.left < -2 || ink.right > W + 2 || ink.top < -1 || ink.bottom > H + 1) faults.push(`off the screen: ${name(parent)}`);
    }
  }
  for (const { element, box } of controls) {
    for (const text of texts) {
      if (text.layer || element.contains(text.parent)) continue;
      const wide = Math.min(text.right, box.right) - Math.max(text.left, box.left);
      const high = Math.min(text.bottom, box.bottom) - Math.max(text.top, box.top);
      if (wide > 2 && high > 2) faults.push(`text on a button: ${name(text.parent)} on ${name(element)}`);
    }
  }
  texts.sort((a, b) => a.top - b.top);
  for (let i = 0; i < texts.length; i += 1) {
    const a = texts[i];
    for (let j = i + 1; j < texts.length && texts[j].top < a.bottom; j += 1) {
      const b = texts[j];
      if (a.parent === b.parent || a.layer !== b.layer) continue;
      const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (wide > 2 && high > 2) faults.push(`texts overlap: ${name(a.parent)} and ${name(b.parent)}`);
    }
  }
  if (document.documentElement.scrollWidth > W + 1) faults.push(`the page is ${document.documentElement.scrollWidth} wide`);
  return [...new Set(faults)];
}
