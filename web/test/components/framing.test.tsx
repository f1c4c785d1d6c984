// @vitest-environment happy-dom
import { renderHook } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { useFraming } from '../../src/board/useFraming';
import type { Zoom } from '../../src/board/useZoom';
import type { Layout } from '../../src/boards';
import './kit';

const layout = {
  frame: [0, 0, 1000, 1000],
  cities: { a: [100, 100], b: [160, 140], c: [900, 900] },
} as unknown as Layout;
const zoom = { show: vi.fn(), reset: vi.fn() };
const pane = (): number => 1;
const open = new Set(['a', 'b', 'c']);

function board(near: boolean, first: { mine: ReadonlySet<string>; reach: string }) {
  return renderHook(
    (now) => {
      useFraming({ layout, zoom: zoom as unknown as Zoom, near, open, zoneKey: 'all', pane, ...now });
    },
    { initialProps: first },
  );
}

beforeEach(() => {
  zoom.show.mockClear();
  zoom.reset.mockClear();
});

describe('what the board shows at first', () => {
  const none = new Set<string>();
  const mine = new Set(['a']);

  it('is on a phone what can be reached, again in each building turn, and it stays afterwards', () => {
    const { rerender } = board(true, { mine, reach: '' });
    zoom.show.mockClear();
    for (const turn of [1, 2]) {
      rerender({ mine, reach: 'a b' });
      expect(zoom.show).toHaveBeenCalledTimes(turn);
      rerender({ mine, reach: 'a' });
      expect(zoom.show).toHaveBeenCalledTimes(turn);
      rerender({ mine, reach: '' });
    }
    expect(zoom.reset).not.toHaveBeenCalled();
  });

  it('is on a phone the areas in play until there is a network', () => {
    const { rerender } = board(true, { mine: none, reach: '' });
    expect(zoom.show).toHaveBeenCalledTimes(1);
    rerender({ mine: none, reach: 'a b' });
    expect(zoom.show).toHaveBeenCalledTimes(1);
  });

  it('is elsewhere what can be reached while one builds, then all of it', () => {
    const { rerender } = board(false, { mine, reach: 'a b' });
    expect(zoom.show).toHaveBeenCalledTimes(1);
    rerender({ mine, reach: '' });
    expect(zoom.reset).toHaveBeenCalledTimes(1);
    rerender({ mine, reach: 'a c' });
    expect(zoom.show).toHaveBeenCalledTimes(1);
  });
});
