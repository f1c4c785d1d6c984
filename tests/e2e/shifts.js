// Notes every layout shift of the page with what moved. Added to a page before it loads by test_steady.py and test_still.py.
(() => {
  const own = (one) => one ? `${one.tagName.toLowerCase()}.${(one.getAttribute('class') ?? '').trim().split(/\s+/).join('.')}` : '';
  const name = (element) => `${own(element.parentElement)} > ${own(element)} "${(element.textContent ?? '').trim().slice(0, 24)}"`;
  const box = ({ x, y, width, height }) => [x, y, width, height].map(Math.round).join(' ');
  // Cards, tokens, plants, chips of the stack, players in turn order (with their incomes) and lines of log and messages move because the game moves them.
  const PIECES = '.market .plant, .own-hand .plant, .own-card, .fuel-card, .incomes p, .players li, .strip li, .deck, .bidders, .places, .mini, .log .lines, .toast';
  const PARTS = 'main, main > *, .side-box > *, .panel, .players, .console, .strip, .game-header > *, .tracker > *, .board-pane > *, .fuel-line';
  // a text that grows to its left or from its middle, where it stands
  const grows = ({ previousRect: from, currentRect: to }) =>
    Math.abs(from.top - to.top) < 3 && (Math.abs(from.right - to.right) < 3 || Math.abs(from.left + from.right - to.left - to.right) < 6);
  const jumps = (source, input) => {
    const element = source.node instanceof Element ? source.node : source.node?.parentElement;
    if (!element?.isConnected) return false;
    if (element.matches(PARTS)) return true;
    // what one's own press does inside the console is what was pressed for
    return !element.closest(PIECES) && !grows(source) && !(input && element.closest('.console'));
  };
  // What a press changes in the console is there once the game has answered, on a busy machine some time after it.
  const LATE = 500, LATEST = 3000;
  const seq = () => document.querySelector('.game')?.dataset.seq;
  // A press may carry out several actions, as a whole plan: while the same is asked, each answer is one to the press.
  const asked = () => document.querySelector('#console')?.dataset.asked ?? '';
  let pressed = -LATEST, before, was, answered = 0;
  const press = ({ timeStamp }) => { pressed = timeStamp; before = seq(); was = asked(); answered = 0; };
  addEventListener('pointerdown', press, true);
  addEventListener('keydown', press, true);
  new MutationObserver(() => {
    if (seq() === before || (answered && asked() !== was)) return;
    before = seq();
    answered = performance.now();
  })
    .observe(document, { subtree: true, attributes: true, attributeFilter: ['data-seq'] });
  const byPress = ({ hadRecentInput, startTime: at }) =>
    hadRecentInput || (at >= pressed && at < Math.min(pressed + LATEST, (answered || Infinity) + LATE));
  window.shifts = [];
  // what the browser counts (without shifts soon after a press), and what is left of it
  window.shifted = { browser: 0, counted: 0 };
  new PerformanceObserver((list) => {
    const game = document.querySelector('.game');
    for (const entry of list.getEntries()) {
      const sources = entry.sources.filter((source) => jumps(source, byPress(entry)));
      const element = ({ node }) => (node instanceof Element ? node : node.parentElement);
      if (!entry.hadRecentInput) window.shifted.browser += entry.value;
      if (sources.length > 0) {
        window.shifted.counted += entry.value;
        window.shifts.push({
          value: entry.value, input: entry.hadRecentInput, at: Math.round(entry.startTime),
          state: `${game?.dataset.seq} ${game?.dataset.phase} ${document.querySelector('#console')?.dataset.asked ?? ''}`,
          moved: sources.map((source) => `${name(element(source))}: ${box(source.previousRect)} -> ${box(source.currentRect)}`),
        });
      }
    }
  }).observe({ type: 'layout-shift', buffered: true });
})();
