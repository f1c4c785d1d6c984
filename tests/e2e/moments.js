// Notes every ribbon that is drawn and what is wrong with it. Added to a page before it loads by test_moments.py.
(() => {
  const name = (element) => `${element.tagName.toLowerCase()}.${element.className} "${(element.textContent ?? '').trim().slice(0, 24)}"`;
  const look = (ribbon) => {
    const faults = [];
    const own = ribbon.getBoundingClientRect();
    if (own.left < 0 || own.top < 0 || own.right > innerWidth || own.bottom > innerHeight) faults.push('outside of the window');
    const range = document.createRange();
    for (const part of ribbon.children) {
      range.selectNodeContents(part);
      for (const box of range.getClientRects())
        if (box.left < own.left - 1 || box.right > own.right + 1 || box.top < own.top - 1 || box.bottom > own.bottom + 1)
          faults.push(`sticks out: ${name(part)}`);
    }
    const [title, text] = ['b', ':scope > span'].map((one) => ribbon.querySelector(one)?.getBoundingClientRect());
    if (title && text && title.right > text.left + 1 && title.bottom > text.top + 1 && text.right > title.left + 1) faults.push('texts overlap');
    const console = document.querySelector('#console').getBoundingClientRect();
    const across = Math.min(own.right, console.right) - Math.max(own.left, console.left);
    const down = Math.min(own.bottom, console.bottom) - Math.max(own.top, console.top);
    if (across > 2 && down > 2) faults.push(`lies on the console by ${Math.round(across)} x ${Math.round(down)}`);
    for (const button of document.querySelectorAll('.game button')) {
      const box = button.getBoundingClientRect();
      const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
      if (box.width > 0 && ribbon.contains(document.elementFromPoint(x, y))) faults.push(`takes the press of ${name(button)}`);
    }
    return faults;
  };
  window.moments = [];
  window.stills = [];
  window.victory = 0;
  const seen = new WeakSet();
  let last = 0;
  const frame = (at) => {
    const now = window.moments.at(-1);
    if (now && now.element.isConnected) now.longest = Math.max(now.longest, last > 0 ? at - last : 0);
    if (last > 0 && document.querySelector('dialog.end')) window.victory = Math.max(window.victory, at - last);
    last = at;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
  new MutationObserver(() => {
    const ribbon = document.querySelector('.ribbon');
    const table = document.querySelector('.game');
    if (table?.dataset.moment === 'still') window.stills.push(table.dataset.seq);
    if (!ribbon || seen.has(ribbon)) return;
    seen.add(ribbon);
    const kind = /ribbon-(step2|step3|last|stack|dear|first)/.exec(ribbon.className)?.[1] ?? '';
    const now = { kind, faults: [], longest: 0, element: ribbon };
    Object.defineProperty(now, 'element', { enumerable: false });
    window.moments.push(now);
    // when it has come in; looking takes tens of milliseconds, which a measurement of frames leaves out
    if (!window.unlooked) setTimeout(() => now.faults.push(...look(ribbon)), 300);
  }).observe(document, { childList: true, subtree: true, attributes: true, attributeFilter: ['data-moment'] });
})();
