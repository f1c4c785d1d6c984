import { afterEach, describe, expect, it, vi } from 'vitest';
import { onceDrawn, onceStill, REST } from '../src/base/drawn';

const waits = (time: number): Promise<void> => new Promise((go) => setTimeout(go, time));
afterEach(() => {
  vi.restoreAllMocks();
});

describe('what waits until the table is drawn', () => {
  it('comes after so many frames, and not once it is called off', async () => {
    const frames: FrameRequestCallback[] = [];
    vi.spyOn(globalThis, 'requestAnimationFrame').mockImplementation((frame) => frames.push(frame));
    const run = vi.fn();
    onceDrawn(run, 2);
    frames[0]?.(0);
    await waits(5);
    expect(run).not.toHaveBeenCalled();
    frames[1]?.(0);
    await waits(5);
    expect(run).toHaveBeenCalledOnce();
    const off = onceDrawn(run);
    frames[2]?.(0);
    off();
    await waits(5);
    expect(run).toHaveBeenCalledOnce();
  });
  it('does not wait for frames of a page that nobody sees: it has none', async () => {
    vi.spyOn(globalThis, 'requestAnimationFrame').mockImplementation(() => 0);
    vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    const run = vi.fn();
    onceDrawn(run, 3);
    await waits(5);
    expect(run).toHaveBeenCalledOnce();
  });
});

describe('what waits until the table has come to rest', () => {
  const moving = (endTime: number, finished: Promise<unknown>) => ({
    playState: 'running',
    effect: { getComputedTiming: () => ({ endTime }) },
    finished,
  });
  const frames = (): void => {
    vi.spyOn(globalThis, 'requestAnimationFrame').mockImplementation((frame) => {
      setTimeout(frame);
      return 0;
    });
  };
  const at = (list: unknown[]): void => {
    Object.defineProperty(document, 'getAnimations', { configurable: true, value: () => list });
  };
  afterEach(() => {
    Reflect.deleteProperty(document, 'getAnimations');
  });
  it('comes when cards have arrived, and not for what goes on and on', async () => {
    frames();
    let land = (): void => undefined;
    at([moving(320, new Promise<void>((go) => (land = go))), moving(Infinity, new Promise(() => undefined))]);
    const run = vi.fn();
    onceStill(run);
    await waits(30);
    expect(run).not.toHaveBeenCalled();
    land();
    await vi.waitFor(() => {
      expect(run).toHaveBeenCalledOnce();
    });
  });
  it('comes at the latest after a while, and only once', async () => {
    frames();
    let land = (): void => undefined;
    at([moving(320, new Promise<void>((go) => (land = go)))]);
    const run = vi.fn();
    onceStill(run);
    await vi.waitFor(() => {
      expect(run).toHaveBeenCalledOnce();
    });
    land();
    await waits(30);
    expect(run).toHaveBeenCalledOnce();
  });
  it('is called off while it waits', async () => {
    frames();
    at([moving(320, new Promise(() => undefined))]);
    const run = vi.fn();
    const off = onceStill(run);
    await waits(20);
    off();
    await waits(REST);
    expect(run).not.toHaveBeenCalled();
  });
});
