/** The games of the device: what is stored before it is said, what is said of damage, and files that hold anything. */
import { beforeEach, describe, expect, it } from 'vitest';
import { Keeper } from '../../src/worker/keeper';
import type { Drained, Glue } from '../../src/worker/glue';
import type { Change, Shelf } from '../../src/worker/shelf';
import type { FromHost } from '../../src/worker/messages';

let said: FromHost[];
let log: string[];
let left: Partial<Drained>;
let refusing: boolean;
let games: Record<string, string>;
let damaged: Record<string, string>;

const shelf = {
  all: () => Promise.resolve({ ...games }),
  damaged: () => Promise.resolve({ ...damaged }),
  keep: (changes: readonly Change[]) => {
    log.push(`keep ${changes.map(([code]) => code).join(' ')}`);
    if (refusing) return Promise.reject(new Error('full'));
    for (const [code, text] of changes)
      if (text === null) Reflect.deleteProperty(games, code);
      else games[code] = text;
    return Promise.resolve();
  },
  setAside: (code: string) => {
    damaged[code] = games[code] ?? '';
    Reflect.deleteProperty(games, code);
    return Promise.resolve();
  },
  keepDamaged: (more: Record<string, string>) => {
    damaged = { ...damaged, ...more };
    return Promise.resolve();
  },
} as unknown as Shelf;

const glue: Glue = {
  _request: (_, path) => {
    if (path === '/broken') throw new Error('Traceback\nNotFoundError: no such file\n');
    return JSON.stringify([200, '{}']);
  },
  _drain: () => {
    const drained = { changed: [], out: [], question: null, damaged: {}, ...left };
    left = {};
    return JSON.stringify(drained);
  },
  _load: (raw) => (raw === 'bad' ? 'cut off' : ''),
  _take: (raw) => (raw === 'bad' ? 'cut off' : raw === 'old' ? 'here' : 'taken'),
  _open: () => 7,
  _message: () => undefined,
  _close: () => undefined,
  _answered: () => undefined,
  _ended: () => undefined,
};

let keeper: Keeper;
const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

beforeEach(() => {
  said = [];
  log = [];
  left = {};
  refusing = false;
  games = {};
  damaged = {};
  keeper = new Keeper(glue, shelf, (message) => {
    said.push(message);
    log.push(message.type);
  });
});

describe('the keeper of the games', () => {
  it('stores what was played before it says so', async () => {
    keeper.receive({ type: 'open', line: 1, code: 'A' });
    left = { changed: [['A', 'text', 'head']], out: [[7, '{"type":"done"}']] };
    keeper.receive({ type: 'send', line: 1, text: '{}' });
    await settled();
    expect(log).toEqual(['keep A', 'message']);
  });

  it('says once that nothing is kept, and once that it is again', async () => {
    refusing = true;
    for (let times = 0; times < 2; times += 1) {
      left = { changed: [['A', 'text', 'head']] };
      keeper.drain();
    }
    await settled();
    refusing = false;
    left = { changed: [['A', 'text', 'head']] };
    keeper.drain();
    await settled();
    expect(said).toEqual([
      { type: 'kept', kept: false },
      { type: 'kept', kept: true },
    ]);
  });

  it('stores what one table played without room once there is room, also when another table plays', async () => {
    games = { C: 'old' };
    refusing = true;
    left = {
      changed: [
        ['A', 'first', 'head'],
        ['C', null, null],
      ],
    };
    keeper.drain();
    await settled();
    left = { changed: [['A', 'last move', 'head']] };
    keeper.drain();
    await settled();
    refusing = false;
    left = { changed: [['B', 'text', 'head']] };
    keeper.drain();
    await settled();
    expect(games).toEqual({ A: 'last move', B: 'text' });
    log = [];
    keeper.drain();
    await settled();
    expect(log).toEqual([]);
  });

  it('tries to store again with the next call, and writes what has no room to a file', async () => {
    games = { C: 'old' };
    refusing = true;
    left = {
      changed: [
        ['A', 'text', 'head'],
        ['C', null, null],
      ],
    };
    keeper.drain();
    keeper.receive({ type: 'export', id: 3 });
    await settled();
    const answer = said.at(-1);
    expect(answer?.type === 'answer' && JSON.parse(answer.body)).toEqual({ games: { A: 'text' }, damaged: {} });
    refusing = false;
    keeper.drain();
    await settled();
    expect(games).toEqual({ A: 'text' });
  });

  it('sets games aside that cannot be read, at the start and later, and names them', async () => {
    games = { A: 'bad', B: 'good', C: 'good' };
    await keeper.restore();
    left = { damaged: { C: 'wrong entry' } };
    keeper.drain();
    await settled();
    expect(said).toEqual([
      { type: 'damaged', games: { A: 'cut off' } },
      { type: 'damaged', games: { C: 'wrong entry' } },
    ]);
    expect([Object.keys(games), Object.keys(damaged)]).toEqual([['B'], ['A', 'C']]);
  });

  it('answers a request that the host cannot answer', async () => {
    keeper.receive({ type: 'request', id: 9, method: 'GET', path: '/broken', body: null, language: 'en' });
    await settled();
    const [answer] = said;
    expect(answer).toMatchObject({ type: 'answer', id: 9, status: 500 });
    expect(answer?.type === 'answer' && JSON.parse(answer.body)).toMatchObject({ text: 'NotFoundError: no such file' });
  });

  it('writes damaged games to a file too', async () => {
    games = { A: 'good' };
    damaged = { B: 'bad' };
    keeper.receive({ type: 'export', id: 3 });
    await settled();
    const [answer] = said;
    expect(answer?.type === 'answer' && JSON.parse(answer.body)).toEqual({ games, damaged });
  });

  it.each(['', 'null', '[]', '{}', '{"games":3}', '{"games":{"A":1}}', '{"games":{},"damaged":[1]}'])(
    'refuses a file that holds %j at once',
    async (text) => {
      keeper.receive({ type: 'import', id: 4, text });
      await settled();
      expect(said).toEqual([{ type: 'answer', id: 4, status: 400, body: '' }]);
    },
  );

  it('counts what a file brought and what could not be read', async () => {
    const text = JSON.stringify({ games: { A: 'new', B: 'bad', C: 'old' }, damaged: { D: 'cut' } });
    keeper.receive({ type: 'import', id: 5, text });
    await settled();
    expect(said).toEqual([{ type: 'answer', id: 5, status: 200, body: '{"taken":1,"refused":1}' }]);
    expect(damaged).toEqual({ D: 'cut' });
  });
});
