/** The thinker from the host's side: what may be asked when, and what becomes of questions when it ends. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Thinking, type Events } from '../../src/worker/thinking';
import type { FromThinker, ToThinker } from '../../src/worker/messages';

class FakeWorker {
  static all: FakeWorker[] = [];
  onmessage: ((event: { data: FromThinker }) => void) | null = null;
  onerror: ((event: { message: string }) => void) | null = null;
  sent: ToThinker[] = [];
  ended = false;
  constructor() {
    FakeWorker.all.push(this);
  }
  postMessage(message: ToThinker): void {
    this.sent.push(message);
  }
  terminate(): void {
    this.ended = true;
  }
  say(data: FromThinker): void {
    this.onmessage?.({ data });
  }
}

let told: unknown[];
let thinking: Thinking;
const events: Events = {
  answered: (pair) => told.push(['answered', pair]),
  ended: (id, how) => told.push(['ended', id, how]),
  ready: () => told.push('ready'),
  thinking: (since) => told.push(['waits', since !== null]),
  speechless: (detail) => told.push(['speechless', detail]),
};
const worker = (): FakeWorker => {
  const last = FakeWorker.all.at(-1);
  if (!last) throw new Error('no worker');
  return last;
};
const question = (id: number, lane: string): string => JSON.stringify({ id, lane });
const answer = (id: number): void => {
  worker().say({ type: 'answer', pair: JSON.stringify({ id }) });
};

beforeEach(() => {
  FakeWorker.all = [];
  told = [];
  vi.stubGlobal('Worker', FakeWorker);
  const files = { library: new Uint8Array(), lock: '', archives: [] };
  thinking = new Thinking('https://example.org/', 'v1', {} as WebAssembly.Module, files, null, events);
  thinking.place([new Uint8Array(1)]);
  worker().say({ type: 'ready' });
  told = [];
});
afterEach(() => {
  vi.unstubAllGlobals();
});

describe('the thinker', () => {
  it('takes a turn while it thinks about a review, and nothing while it thinks about a turn', () => {
    expect(thinking.wants).toBe('any');
    thinking.ask(question(1, 'review'));
    expect(thinking.wants).toBe('urgent');
    thinking.ask(question(2, 'player'));
    expect(thinking.wants).toBe('none');
    answer(2);
    expect(thinking.wants).toBe('urgent');
    answer(1);
    expect(thinking.wants).toBe('any');
  });

  it('begins with a snapshot that is handed over once: later workers look for the one that is kept', () => {
    FakeWorker.all = [];
    const files = { library: new Uint8Array(), lock: '', archives: [] };
    const snapshot = { body: new Uint8Array(8), name: 'lib', handle: 1, before: 1, after: 2 };
    thinking = new Thinking('https://example.org/', 'v1', {} as WebAssembly.Module, files, snapshot, events);
    thinking.place([new Uint8Array(1)]);
    worker().say({ type: 'ready' });
    thinking.ask(question(1, 'player'));
    thinking.stop();
    const starts = FakeWorker.all.map(({ sent }) => sent.find((message) => message.type === 'start'));
    expect(starts).toMatchObject([{ snapshot: { name: 'lib' } }, { version: 'v1', snapshot: null }]);
  });

  it('says that somebody waits for a bot or a hint, not for a review', () => {
    thinking.ask(question(1, 'review'));
    thinking.ask(question(2, 'player'));
    answer(2);
    expect(told.filter((one) => Array.isArray(one) && one[0] === 'waits')).toEqual([
      ['waits', false],
      ['waits', true],
      ['waits', false],
    ]);
  });

  it('can be stopped again and again: the host answers, a review is asked again, and bots go on', () => {
    for (let times = 0; times < 6; times += 1) {
      thinking.ask(question(1, 'review'));
      thinking.ask(question(2, 'player'));
      told = [];
      const old = worker();
      thinking.stop();
      expect(old.ended).toBe(true);
      expect(told).toContainEqual(['ended', 2, 'hurried']);
      expect(told).toContainEqual(['ended', 1, 'stopped']);
      expect(worker()).not.toBe(old);
      expect(worker().sent.map(({ type }) => type)).toEqual(['start', 'place']);
      worker().say({ type: 'ready' });
      expect(thinking.wants).toBe('any');
    }
    expect(told).not.toContainEqual(['speechless', expect.anything()]);
  });

  it('is not stopped while nobody waits', () => {
    thinking.ask(question(1, 'review'));
    thinking.stop();
    expect(worker().ended).toBe(false);
  });

  it('that fails is started again; what fails four times is said, and can be tried again', () => {
    for (let times = 0; times < 4; times += 1) {
      expect(told).not.toContainEqual(['speechless', 'no memory']);
      thinking.ask(question(times, 'player'));
      worker().onerror?.({ message: 'no memory' });
      expect(told).toContainEqual(['ended', times, 'failed']);
      worker().say({ type: 'ready' });
    }
    expect(told).toContainEqual(['speechless', 'no memory']);
    expect(thinking.wants).toBe('none');
    const dead = worker();
    thinking.again();
    expect(worker()).not.toBe(dead);
    expect(told).toContainEqual(['speechless', null]);
    worker().say({ type: 'ready' });
    expect(thinking.wants).toBe('any');
  });
});
