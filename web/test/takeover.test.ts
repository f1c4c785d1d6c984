/** Opening the version that waits: who is told what. */
import { afterEach, expect, it, vi } from 'vitest';
import { takeOver } from '../src/base/worker';

const reload = vi.fn();

/** Let a worker that answers, or is silent, stand before one that waits; returns what the latter is told. */
function workers(answers: boolean): unknown[] {
  const told: unknown[] = [];
  const active = {
    postMessage: (message: { type: string }, [port]: MessagePort[]) => {
      if (answers) port?.postMessage(message.type === 'renew');
    },
  };
  const waiting = { postMessage: (message: unknown) => told.push(message) };
  const getRegistration = () => Promise.resolve({ active, waiting });
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration } });
  vi.stubGlobal('location', { reload });
  return told;
}

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
  reload.mockClear();
});

it('leaves the worker that answers in its place: replaced now, it could lose the page that is asked for', async () => {
  const told = workers(true);
  await takeOver();
  expect(told).toEqual([]);
  expect(reload).toHaveBeenCalledOnce();
});

it('replaces a worker that does not answer', async () => {
  vi.useFakeTimers();
  const told = workers(false);
  const done = takeOver();
  await vi.runAllTimersAsync();
  await done;
  expect(told).toEqual([{ type: 'take over' }]);
  expect(reload).toHaveBeenCalledOnce();
});
