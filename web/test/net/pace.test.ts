import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Pace } from '../../src/base/settings';
import { beat, CHAIN, Pacer, STEP } from '../../src/net/pace';
import { Presses } from '../../src/net/presses';
import type { EntryView, Update } from '../../src/protocol/schema';

type Event = { type: string; seat: number; amount?: number };

const update = (seq: number, event: Event, menu = false, ...more: Event[]): Update =>
  ({
    type: 'update',
    seq,
    entries: [{ seq, events: [event, ...more] }],
    view: { seq, mine: { menu: menu ? { seat: 0, choices: {} } : null } },
  }) as unknown as Update;

const raise = (seq: number, seat: number): Update => update(seq, { type: 'bid_raised', seat, amount: seq });
const build = (seq: number, menu = false): Update => update(seq, { type: 'city_connected', seat: 1 }, menu);

/** A pacer for a table where seats 1 to 3 are bots, and what it has shown, drawing by drawing. */
function pacer(pace: Pace) {
  const drawn: number[][] = [];
  const made = new Pacer(
    (list) => drawn.push(list.map((one) => one.seq)),
    () => ({ pace, bots: new Set([1, 2, 3]) }),
  );
  return { drawn, made };
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.setSystemTime(1_000_000);
});
afterEach(() => {
  vi.useRealTimers();
});

describe('the pace', () => {
  it('shows one move after another, each for its time', () => {
    const { drawn, made } = pacer('normal');
    for (const seq of [1, 2, 3]) made.push(build(seq), false);
    vi.advanceTimersByTime(0);
    expect(drawn).toEqual([[1]]);
    vi.advanceTimersByTime(STEP.normal);
    expect(drawn).toEqual([[1], [2]]);
    vi.advanceTimersByTime(STEP.normal);
    expect(drawn).toEqual([[1], [2], [3]]);
  });
  it.each(['slow', 'normal', 'fast'] as const)('never lets a chain last longer than its limit: %s', (pace) => {
    const { drawn, made } = pacer(pace);
    for (let seq = 1; seq <= 60; seq += 1) made.push(build(seq), false);
    vi.advanceTimersByTime(CHAIN[pace] + 50);
    expect(drawn.flat()).toHaveLength(60);
    expect(drawn.length).toBeGreaterThan(5);
  });
  it('shows everything at once where that is chosen, and one’s own moves always', () => {
    const { drawn, made } = pacer('instant');
    made.push(build(1), false);
    expect(drawn).toEqual([[1]]);
    const slow = pacer('slow');
    slow.made.push(build(1), true);
    expect(slow.drawn).toEqual([[1]]);
  });
  it('shows a duel of bots as one, and a person’s bid by itself', () => {
    const { drawn, made } = pacer('normal');
    for (const [seq, seat] of [
      [1, 1],
      [2, 2],
      [3, 1],
      [4, 2],
      [5, 0],
      [6, 1],
    ] as const)
      made.push(raise(seq, seat), false);
    vi.advanceTimersByTime(CHAIN.normal);
    expect(drawn).toEqual([[1, 2, 3, 4], [5], [6]]);
  });
  it('shows a duel that nothing follows as one, when its end has been waited for', () => {
    const { drawn, made } = pacer('normal');
    for (const seq of [1, 2, 3]) made.push(raise(seq, seq), false);
    made.push(update(4, { type: 'bid_passed', seat: 1 }), false);
    vi.advanceTimersByTime(249);
    expect(drawn).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(drawn).toEqual([[1, 2, 3, 4]]);
  });
  it('takes an entry without events for a part of the duel that it comes with', () => {
    const { drawn, made } = pacer('normal');
    const last = raise(2, 2);
    last.entries = [{ seq: 1 } as EntryView, ...last.entries];
    made.push(raise(0, 1), false);
    made.push(last, false);
    vi.advanceTimersByTime(CHAIN.normal);
    expect(drawn).toEqual([[0, 2]]);
  });
  it('does not wait for the end of a duel in which the player is to bid', () => {
    const { drawn, made } = pacer('normal');
    made.push(raise(1, 1), false);
    made.push(raise(2, 2), false);
    made.push(update(3, { type: 'bid_raised', seat: 3 }, true), false);
    vi.advanceTimersByTime(0);
    expect(drawn).toEqual([[1, 2, 3]]);
  });
  it('shows a bid by itself if something else happens with it', () => {
    const { drawn, made } = pacer('normal');
    made.push(raise(1, 1), false);
    made.push(update(2, { type: 'bid_passed', seat: 2 }, false, { type: 'plant_sold', seat: 1 }), false);
    made.push(raise(3, 1), false);
    vi.advanceTimersByTime(CHAIN.normal);
    expect(drawn).toEqual([[1], [2], [3]]);
  });
  it('begins no new chain while one lasts, even after a rest', () => {
    const { drawn, made } = pacer('normal');
    made.push(build(1), false);
    vi.advanceTimersByTime(1000);
    for (let seq = 2; seq <= 61; seq += 1) made.push(build(seq), false);
    vi.advanceTimersByTime(CHAIN.normal - 1000);
    expect(drawn.flat()).toHaveLength(61);
  });
  it('begins no new chain without a rest, even when one has ended', () => {
    const { drawn, made } = pacer('normal');
    for (let seq = 1; seq <= 60; seq += 1) made.push(build(seq), false);
    vi.advanceTimersByTime(CHAIN.normal + STEP.normal - 100);
    for (const seq of [61, 62]) made.push(build(seq), false);
    vi.advanceTimersByTime(0);
    expect(drawn.at(-1)).toEqual([61, 62]);
  });
  it('ends a chain and a rest with their last millisecond', () => {
    const { drawn, made } = pacer('normal');
    made.push(build(1), false);
    vi.advanceTimersByTime(CHAIN.normal);
    for (const seq of [2, 3]) made.push(build(seq), false);
    vi.advanceTimersByTime(STEP.normal);
    for (const seq of [4, 5]) made.push(build(seq), false);
    vi.advanceTimersByTime(STEP.normal + 1);
    for (const seq of [6, 7]) made.push(build(seq), false);
    vi.advanceTimersByTime(STEP.normal);
    expect(drawn).toEqual([[1], [2, 3], [4, 5], [6], [7]]);
  });
  it('shares what is left of a chain among the moves that wait', () => {
    const { drawn, made } = pacer('normal');
    made.push(build(1), false);
    vi.advanceTimersByTime(0);
    for (let seq = 2; seq <= 21; seq += 1) made.push(build(seq), false);
    vi.advanceTimersByTime(CHAIN.normal / 20 - 1);
    expect(drawn).toEqual([[1]]);
    vi.advanceTimersByTime(1);
    expect(drawn).toEqual([[1], [2]]);
  });
  it('is not skipped beyond a decision that waits already', () => {
    const { drawn, made } = pacer('slow');
    made.push(build(1, true), false);
    made.skip();
    expect(drawn).toEqual([[1]]);
    made.push(build(2), false);
    expect(drawn).toEqual([[1]]);
  });
  it('is skipped although nothing waits', () => {
    const { drawn, made } = pacer('slow');
    made.skip();
    expect(drawn).toEqual([]);
    made.push(build(1), false);
    expect(drawn).toEqual([[1]]);
  });
  it('is skipped to one’s next decision', () => {
    const { drawn, made } = pacer('slow');
    for (const seq of [1, 2, 3]) made.push(build(seq), false);
    made.skip();
    expect(drawn.flat()).toEqual([1, 2, 3]);
    made.push(build(4), false);
    made.push(build(5, true), false);
    expect(drawn.flat()).toEqual([1, 2, 3, 4, 5]);
    made.push(build(6), false);
    expect(drawn.flat()).toEqual([1, 2, 3, 4, 5]);
  });
  it('waits with the next move until a moment has been seen, even past the end of the chain', () => {
    const { drawn, made } = pacer('fast');
    made.push(build(1), false);
    vi.advanceTimersByTime(0);
    for (const seq of [2, 3, 4]) made.push(build(seq), false);
    made.hold(CHAIN.fast + 800);
    vi.advanceTimersByTime(CHAIN.fast + 700);
    expect(drawn.flat()).toEqual([1]);
    vi.advanceTimersByTime(200);
    expect(drawn.flat()).toEqual([1, 2, 3, 4]);
  });
  it('plays what was missed in no more than its time, and a replay move by move', () => {
    expect(beat('slow', null)).toBe(STEP.slow);
    expect(beat('slow', 100) * 100).toBeLessThanOrEqual(CHAIN.slow);
    expect(beat('normal', 2)).toBe(STEP.normal);
    expect(beat('slow', 2)).toBe(STEP.slow);
    expect(beat('slow', 10)).toBe(800);
    expect(beat('fast', 15)).toBe(80);
    expect(beat('fast', 100)).toBe(60);
  });
});

describe('undo', () => {
  it('takes back as many moves as the press played, and no more than can be', () => {
    const presses = new Presses();
    presses.played(4, true);
    presses.played(2, false);
    expect(presses.take(6)).toBe(2);
    expect(presses.take(4)).toBe(4);
    expect(presses.take(1)).toBe(1);
    presses.played(5, true);
    expect(presses.take(3)).toBe(3);
    presses.played(0, false);
    expect(presses.take(3)).toBe(1);
  });
});
