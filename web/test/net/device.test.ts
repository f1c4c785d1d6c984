/** The page's side of the game on this device: when the browser is asked to keep what is played. */
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { FromHost } from '../../src/worker/messages';

/** A worker that says what the test lets it say. */
class Said {
  static last: Said;
  onmessage: ((event: { data: FromHost }) => void) | null = null;
  constructor() {
    Said.last = this;
  }
  postMessage = (): void => undefined;
  terminate = (): void => undefined;
}

const NOTHING = { opened: () => undefined, received: () => undefined, closed: () => undefined };
let persisted = false;
const persist = vi.fn(() => Promise.resolve(true));

async function begun() {
  const { startDevice } = await import('../../src/net/device');
  const { port } = await import('../../src/net/port');
  startDevice();
  Said.last.onmessage?.({ data: { type: 'ready', restored: false } });
  Said.last.onmessage?.({ data: { type: 'complete', stored: true } });
  await Promise.resolve();
  return port();
}

/** Let what was begun end. */
const settled = (): Promise<void> => new Promise((done) => setTimeout(done));

beforeEach(() => {
  vi.resetModules();
  vi.stubGlobal('Worker', Said);
  persisted = false;
  persist.mockClear();
  vi.stubGlobal('navigator', {
    ...navigator,
    language: 'en',
    storage: { persist, persisted: () => Promise.resolve(persisted) },
  });
});

// all files share one copy of the page: the next one asks a server again, not this worker, which never answers
afterAll(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

describe('the browser', () => {
  it('is asked to keep what is played when a game is opened, once a visit, and not by the first screen', async () => {
    const here = await begun();
    await settled();
    expect(persist).not.toHaveBeenCalled();
    here.wire('/api/tables/ABCD2345/socket', NOTHING);
    here.wire('/api/tables/ABCD2345/socket', NOTHING);
    await settled();
    expect(persist).toHaveBeenCalledTimes(1);
  });

  it('that keeps it already is not asked again', async () => {
    persisted = true;
    (await begun()).wire('/api/tables/ABCD2345/socket', NOTHING);
    await settled();
    expect(persist).not.toHaveBeenCalled();
  });
});
