import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

/** Requests of the page, answered when the test says so. */
const waiting = new Map<string, (answer: Response) => void>();
const sent = (): string[] => [...waiting.keys()];
const answer = (path: string): void => {
  waiting.get(path)?.(new Response('{}'));
};
const soon = (): Promise<void> => new Promise((done) => setTimeout(done));

describe('the first requests of a browser without a cookie', () => {
  beforeEach(() => {
    waiting.clear();
    vi.resetModules();
    vi.stubGlobal('fetch', (path: string) => new Promise<Response>((done) => waiting.set(path, done)));
  });
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  it('are all answered before a table is made, so that its seat belongs to the cookie that stays', async () => {
    const { ask } = await import('../../src/net/api');
    void ask('/tables');
    void ask('/levels');
    void ask('/quick', { seats: 3 });
    await soon();
    expect(sent()).toEqual(['/api/tables', '/api/levels']);
    answer('/api/tables');
    await soon();
    expect(sent()).not.toContain('/api/quick');
    answer('/api/levels');
    await soon();
    expect(sent()).toContain('/api/quick');
  });

  it('do not hold up a table once the device is known', async () => {
    const { ask } = await import('../../src/net/api');
    void ask('/tables');
    await soon();
    answer('/api/tables');
    await soon();
    void ask('/levels');
    void ask('/quick', { seats: 3 });
    await soon();
    expect(sent()).toContain('/api/quick');
  });

  it('do not hold it up when the server cannot be reached', async () => {
    vi.stubGlobal('fetch', (path: string) => {
      waiting.set(path, () => undefined);
      return Promise.reject(new TypeError('offline'));
    });
    const { ask } = await import('../../src/net/api');
    await expect(ask('/tables')).rejects.toMatchObject({ problem: { code: 'unreachable' } });
    await expect(ask('/quick', {})).rejects.toMatchObject({ problem: { code: 'unreachable' } });
    expect(sent()).toEqual(['/api/tables', '/api/quick']);
  });
});
