/** Lessons on the real table: what a step points at and lights is registered by a component on the screen it is shown on. */
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { follow } from '../../src/learn/follow';
import type { Lesson, Step } from '../../src/learn/lesson';
import cards from '../../src/learn/lessons/cards.json';
import first from '../../src/learn/lessons/first.json';
import tours from '../../src/learn/lessons/tours.json';
import { forget, noteSeen, noteTable } from '../../src/learn/progress';
import { touring, type ShortLesson } from '../../src/learn/touring';
import { anchor, anchors, find, onAnchors } from '../../src/base/anchors';
import { remember } from '../../src/state/keep';
import { EMPTY } from '../../src/state/play';
import { consoleBox, show, type Fixture } from './kit';

const POSITIONS = import.meta.glob<Fixture>('../fixtures/lessons/*.json', { import: 'default' });
const LESSONS = { first, cards } as unknown as Record<'first' | 'cards', Lesson>;
const bubble = (): HTMLElement | null => document.querySelector('.coach');
const pointed = (): Element | null => document.querySelector('[data-pointed]');
const veiled = (): Element[] => [...document.querySelectorAll('[data-veiled]')];

/** The name under which the table keeps what is prepared now. */
const momentOf = ({ mine: { menu }, game, seq }: Fixture['view']): string =>
  menu === null
    ? ''
    : `${menu.seat} ${game.round} ${game.phase} ${Object.keys(menu.choices).join(' ')} ${game.auction?.plant ?? ''} ${seq}`;

async function positionOf(step: Step | undefined): Promise<Fixture> {
  const position = await POSITIONS[`../fixtures/lessons/${step?.key ?? ''}.json`]?.();
  if (!position) throw new Error('run python -m tools.page_fixtures');
  return position;
}

/** What is prepared when a step begins: nothing that was done since lies between a thing prepared and the step that uses it. */
function preparedAt(steps: readonly Step[], index: number): (Step['prepare'] & object)[] {
  const done = steps.slice(0, index).findLastIndex((step) => step.act);
  return steps.slice(done + 1, index).flatMap((step) => step.prepare ?? []);
}

const bubbleOf = (step: Step | undefined): Promise<void> =>
  waitFor(() => {
    expect(bubble()?.dataset.step).toBe(step?.key);
  });

/** Show a step of a lesson: its position, what was prepared before it, the bubbles read before it. */
async function showStep(steps: readonly Step[], index: number) {
  const position = await positionOf(steps[index]);
  const { code } = position.table;
  remember(code, momentOf(position.view), Object.assign({}, EMPTY, ...preparedAt(steps, index)) as typeof EMPTY);
  noteTable(code, { read: index - 1, left: false });
  const shown = show(position);
  await bubbleOf(steps[index]);
  return shown;
}

/** Show one step after another on the same table; it is mounted again only where something else must be prepared. */
async function walk(steps: readonly Step[], check: (step: Step) => Promise<void>): Promise<void> {
  let table: ReturnType<typeof show> | null = null;
  let decision = '';
  let held = '[]';
  for (const [index, step] of steps.entries()) {
    const { view, entries, table: seats } = await positionOf(step);
    const wanted = JSON.stringify(preparedAt(steps, index));
    // the table puts away what was prepared for another decision
    const asked = momentOf({ ...view, seq: 0 });
    if (asked !== decision) held = '[]';
    if (table === null || wanted !== held) {
      cleanup();
      table = await showStep(steps, index);
    } else {
      noteTable(seats.code, { read: index - 1, left: false });
      table.next((shown) => Object.assign(shown, structuredClone({ view, entries })));
      await bubbleOf(step);
    }
    [decision, held] = [asked, wanted];
    await check(step);
  }
}

beforeEach(() => {
  forget('');
  touring.set(null);
});

/** What a step points at and lights is there, rung and unveiled. */
async function checkStep(step: Step): Promise<void> {
  for (const name of [step.anchor, ...(step.lit ?? []), 'console', 'me'])
    if (name !== 'all') expect(find(name)?.isConnected, `${step.key}: ${name}`).toBe(true);
  await waitFor(() => {
    expect(pointed(), step.key).toBe(find(step.anchor));
  });
  const lit = step.lit?.includes('all') ? [] : [step.anchor, ...(step.lit ?? []), 'console', 'me'];
  for (const one of lit.flatMap(anchors)) expect(one.closest('[data-veiled]'), step.key).toBeNull();
  expect(veiled().length > 3, step.key).toBe(!step.lit?.includes('all'));
}

describe('every anchor of a step is registered', () => {
  it.each(Object.entries(LESSONS))(
    'lesson: %s',
    async (_, { steps }) => {
      const checked: string[] = [];
      await walk(steps, async (step) => {
        await checkStep(step);
        checked.push(step.key);
      });
      expect(checked).toEqual(steps.map((step) => step.key));
      // two dozen tables on a busy machine
    },
    120_000,
  );
  it.each([
    ['board', 'auction'],
    ['cards', 'card-auction'],
  ])('short lessons: %s', async (kind, fixture) => {
    noteSeen('tips off');
    show(fixture);
    for (const [name, steps] of Object.entries(tours)) {
      await act(async () => {
        touring.set({ name: name as ShortLesson, step: 0 });
        await Promise.resolve();
      });
      for (const step of steps as { key: string; anchor: string; only?: string }[])
        if (step.only === undefined || step.only === kind || step.only === 'scarce')
          if (step.anchor !== 'board' || kind === 'board') expect(find(step.anchor)?.isConnected, step.key).toBe(true);
    }
  });
});

describe('a lesson', () => {
  const at = (key: string): number => first.steps.findIndex((step) => step.key === key);
  const steps = LESSONS.first.steps;

  it('watches without a timer', async () => {
    const timer = vi.spyOn(window, 'setInterval');
    await showStep(steps, at('plant'));
    expect(pointed()).not.toBeNull();
    const own = timer.mock.calls.filter(([work]) => (work as () => void).name !== 'checkRealTimersCallback');
    expect(own).toEqual([]);
    timer.mockRestore();
  });
  it('quotes what is written on a button, also when that changes later', async () => {
    await showStep(steps, at('open'));
    const button = find('primary');
    const label = button?.textContent?.trim() ?? '';
    expect(label).not.toBe('');
    await waitFor(() => {
      expect(bubble()?.textContent).toContain(label);
    });
    button?.append(' and so on');
    await waitFor(() => {
      expect(bubble()?.textContent).toContain(`${label} and so on`);
    });
  });
  it('veils what comes later, and points at what comes in place of another', async () => {
    await showStep(steps, at('plant'));
    const old = find('plant:10');
    const [unit, plant] = [document.createElement('div'), document.createElement('div')];
    document.body.prepend(unit, plant);
    const leave = [anchor('unit')(unit), anchor('plant:10')(plant)];
    await waitFor(() => {
      expect(unit.hasAttribute('inert') && unit.hasAttribute('data-veiled')).toBe(true);
    });
    expect([pointed(), old?.hasAttribute('data-pointed')]).toEqual([plant, false]);
    for (const go of leave) go?.();
    await waitFor(() => {
      expect(pointed()).toBe(old);
    });
    unit.remove();
    plant.remove();
  });
  it('leaves nothing veiled or ringed behind', async () => {
    const { user } = await showStep(steps, at('plant'));
    expect(veiled().length).toBeGreaterThan(3);
    await user.click(screen.getByRole('button', { name: /Skip the lesson/ }));
    expect(veiled()).toEqual([]);
    expect(pointed()).toBeNull();
    expect(document.querySelector('[data-lesson], [inert]')).toBeNull();
    expect(consoleBox().isConnected).toBe(true);
  });
});

describe('anchors', () => {
  it('are told once of all that comes and goes, in the order of the page', async () => {
    let times = 0;
    const leave = onAnchors(() => {
      times += 1;
    });
    const [a, b] = [document.createElement('p'), document.createElement('p')];
    document.body.append(a, b);
    const gone = [anchor('thing', 'kind')(b), anchor('thing')(a)];
    expect(anchors('thing')).toEqual([a, b]);
    expect(find('kind')).toBe(b);
    await Promise.resolve();
    expect(times).toBe(1);
    for (const go of gone) go?.();
    expect(find('thing')).toBeNull();
    await Promise.resolve();
    expect(times).toBe(2);
    leave();
    expect(anchor('thing', 'kind')).toBe(anchor('thing', 'kind'));
  });
});

describe('a bubble', () => {
  it('moves with what it points at: sizes, scrolling, what is drawn, what comes and goes', async () => {
    const sizes: { fire: () => void; seen: Element[] }[] = [];
    vi.stubGlobal(
      'ResizeObserver',
      class {
        seen: Element[] = [];
        constructor(readonly fire: () => void) {
          sizes.push(this);
        }
        observe(element: Element): void {
          this.seen.push(element);
        }
        disconnect(): void {
          this.seen = [];
        }
      },
    );
    const [table, part, later] = [
      document.createElement('div'),
      document.createElement('p'),
      document.createElement('p'),
    ];
    table.append(part);
    document.body.append(table);
    const leave = [anchor('table')(table), anchor('part')(part)];
    let moved = 0;
    const end = follow(
      () => anchors('part'),
      () => {
        moved += 1;
      },
    );
    const once = async (cause: () => void): Promise<void> => {
      await new Promise(requestAnimationFrame);
      const before = moved;
      cause();
      cause();
      await waitFor(() => {
        expect(moved).toBe(before + 1);
      });
    };
    expect(sizes[0]?.seen).toEqual([part]);
    await once(() => sizes[0]?.fire());
    await once(() => document.dispatchEvent(new Event('scroll')));
    await once(() => part.dispatchEvent(new Event('transitionend', { bubbles: true })));
    await once(() => window.dispatchEvent(new Event('resize')));
    await once(() => part.setAttribute('viewBox', '0 0 1 1'));
    table.append(later);
    await once(() => leave.push(anchor('part')(later)));
    expect(sizes[0]?.seen).toEqual([part, later]);
    end();
    const before = moved;
    document.dispatchEvent(new Event('scroll'));
    await new Promise(requestAnimationFrame);
    expect(moved).toBe(before);
    expect(sizes[0]?.seen).toEqual([]);
    for (const go of leave) go?.();
    table.remove();
  });
  it('is placed again when its table is drawn again', async () => {
    await showStep(LESSONS.first.steps, 2);
    const target = find('plant:10') as HTMLElement;
    target.getBoundingClientRect = () => new DOMRect(500, 300, 80, 100);
    target.setAttribute('data-drawn', 'again');
    await waitFor(() => {
      expect(bubble()?.style.top).toBe('414px');
    });
  });
});
