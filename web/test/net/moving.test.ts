/** A game that moves between a server and this device: it goes on at one place, and nothing is removed before it does. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { MovedGame } from '../../src/protocol/schema';
import { fixture } from '../components/kit';

const GAME: MovedGame = {
  kilowatt: 'game',
  version: 1,
  record: '{}',
  seed: '0'.repeat(64),
  seats: [{ kind: 'person', name: 'Ann' }, { kind: 'bot' }],
};
const WAITING = JSON.stringify({ from: 'THERE123', game: GAME });
const told: [string, string][] = [];

/** The page on this device, below a server that answers with these; the device answers with those. */
async function onDevice(server: Record<string, Response>, here: Record<string, unknown>) {
  vi.doMock('../../src/base/site', async (original) => ({
    ...(await original()),
    isSite: true,
    ownServer: `${location.origin}/`,
  }));
  vi.stubGlobal('fetch', (path: string) => {
    told.push(['server', path]);
    return Promise.resolve(server[path] ?? new Response('{}', { status: 404 }));
  });
  const { choosePort } = await import('../../src/net/port');
  choosePort({
    request: (_, path) => {
      told.push(['device', path]);
      const answer = here[path];
      return Promise.resolve({
        ok: answer !== undefined,
        status: answer === undefined ? 409 : 200,
        statusText: '',
        json: () => Promise.resolve(answer ?? { code: 'bad_record', text: 'wrong', rule: null, args: {} }),
      });
    },
    wire: () => ({ isOpen: () => false, send: () => undefined, close: () => undefined }),
  });
  const { device } = await import('../../src/net/device');
  return { ...(await import('../../src/net/moving')), device };
}

const seated = (code: string) => ({ table: { code }, restore: {} });

beforeEach(() => {
  vi.resetModules();
  localStorage.clear();
  told.length = 0;
});
afterEach(() => {
  vi.doUnmock('../../src/base/site');
});

describe('a game that comes from the server', () => {
  it('is taken in, and then the server keeps no second one', async () => {
    localStorage.setItem('kilowatt-moving', WAITING);
    const gone = new Response(null, { status: 204 });
    const page = await onDevice({ '/api/tables/THERE123/delete': gone }, { '/api/unpack': seated('HERE1234') });
    expect(page.gameWaits()).toBe(true);
    expect(await page.takeIn()).toBe('HERE1234');
    expect(told).toEqual([
      ['device', '/api/unpack'],
      ['server', '/api/tables/THERE123/delete'],
    ]);
    expect(page.gameWaits()).toBe(false);
  });

  it('stays on the server where this device keeps nothing', async () => {
    localStorage.setItem('kilowatt-moving', WAITING);
    const page = await onDevice({}, { '/api/unpack': seated('HERE1234') });
    page.device.update({ kept: false });
    expect(await page.takeIn()).toBe('HERE1234');
    expect(told).toEqual([['device', '/api/unpack']]);
  });

  it('waits on, and stays on the server, where it is refused', async () => {
    localStorage.setItem('kilowatt-moving', WAITING);
    const page = await onDevice({}, {});
    await expect(page.takeIn()).rejects.toThrow('wrong');
    expect(told).toEqual([['device', '/api/unpack']]);
    expect(page.gameWaits()).toBe(true);
    page.leaveIt();
    expect(page.gameWaits()).toBe(false);
  });
});

describe('a game that goes to the server', () => {
  const here = { '/api/tables/HERE1234/pack': GAME, '/api/tables/HERE1234/delete': null };

  it('is removed here once it is there', async () => {
    const there = new Response(JSON.stringify(seated('THERE123')), { status: 201 });
    const page = await onDevice({ '/api/unpack': there }, here);
    expect(await page.takeToServer('HERE1234')).toBe(`${location.origin}/t/THERE123`);
    expect(told.map(([who]) => who)).toEqual(['device', 'server', 'device']);
  });

  it('stays here where the server refuses it', async () => {
    const no = JSON.stringify({ code: 'quota_tables', text: 'full', rule: null, args: {} });
    const page = await onDevice({ '/api/unpack': new Response(no, { status: 409 }) }, here);
    await expect(page.takeToServer('HERE1234')).rejects.toThrow('full');
    expect(told.map(([, path]) => path)).not.toContain('/api/tables/HERE1234/delete');
  });
});

describe('what can move', () => {
  it('is a running game against bots alone', async () => {
    const { movable } = await import('../../src/net/moving');
    const { table } = fixture('auction');
    const alone = {
      ...table,
      state: 'playing' as const,
      yours: [0],
      seats: table.seats.map((seat, at) => ({ ...seat, kind: at === 0 ? ('person' as const) : ('bot' as const) })),
    };
    expect(movable(alone)).toBe(true);
    expect(movable({ ...alone, state: 'over' })).toBe(false);
    expect(movable({ ...alone, rated: true })).toBe(false);
    expect(movable({ ...alone, lesson: 'first' })).toBe(false);
    expect(movable({ ...alone, yours: [] })).toBe(false);
    expect(movable({ ...alone, seats: alone.seats.map((seat) => ({ ...seat, outside: true })) })).toBe(false);
  });

  it('is known in a file from a record', async () => {
    const { gameIn } = await import('../../src/net/moving');
    expect(gameIn(JSON.stringify(GAME))).toEqual(GAME);
    expect(gameIn('{"kilowatt":3}\n{"seq":1}')).toBeNull();
    expect(gameIn('null')).toBeNull();
  });
});
