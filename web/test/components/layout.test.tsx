import { act, renderHook } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { layoutOf } from '../../src/boards';
import { useLayout } from '../../src/state/useLayout';
import { fixture } from './kit';

const asked = vi.fn<typeof layoutOf>();
const later = (time: number) => act(() => vi.advanceTimersByTimeAsync(time));

afterEach(() => {
  vi.useRealTimers();
});

describe('the map of a table', () => {
  it('is asked for again where it does not come, and shown when it does', async () => {
    vi.useFakeTimers();
    const drawn = { frame: [0, 0, 1, 1] } as unknown as Awaited<ReturnType<typeof layoutOf>>;
    asked.mockReset().mockRejectedValueOnce(new Error('no answer')).mockRejectedValueOnce(new Error('no answer'));
    asked.mockResolvedValue(drawn);
    const { board } = fixture('build');
    const { result, unmount } = renderHook(() => useLayout(board, asked));
    await later(0);
    expect([asked.mock.calls.length, result.current]).toEqual([1, null]);
    await later(500);
    expect([asked.mock.calls.length, result.current]).toEqual([2, null]);
    await later(1000);
    expect([asked.mock.calls.length, result.current]).toEqual([3, drawn]);
    await later(60_000);
    expect(asked.mock.calls.length).toBe(3);
    unmount();
  });
  it('is asked for no more once the table is left', async () => {
    vi.useFakeTimers();
    asked.mockReset().mockRejectedValue(new Error('no answer'));
    const { unmount } = renderHook(({ board }) => useLayout(board, asked), { initialProps: fixture('build') });
    await later(600);
    unmount();
    const before = asked.mock.calls.length;
    await later(60_000);
    expect(asked.mock.calls.length).toBe(before);
  });
});
