import { describe, expect, it } from 'vitest';
import { linkId, route, spread, type Link } from '../src/board/geometry';
import { clamp, zoomed } from '../src/board/useZoom';

const links: Link[] = [
  ['a', 'b', 4],
  ['b', 'c', 0],
  ['a', 'c', 9],
  ['c', 'd', 2],
];

describe('routes', () => {
  it('follow the cheapest links from a network', () => {
    expect(route(links, new Set(['a']), 'd')).toEqual([linkId('c', 'd'), linkId('b', 'c'), linkId('a', 'b')]);
    expect(route(links, new Set(['d']), 'd')).toEqual([]);
    expect(route(links, new Set(), 'd')).toEqual([]);
  });
  it('spread over all cities', () => {
    expect(Object.fromEntries(spread(links, ['a']))).toEqual({ a: 0, b: 4, c: 4, d: 6 });
    expect(spread(links, []).size).toBe(0);
  });
});

describe('zoom', () => {
  const frame = { x: 0, y: 0, w: 600, h: 300 };
  it('never shows more than the board nor less than a sixth', () => {
    expect(clamp({ x: -50, y: -50, w: 900, h: 450 }, frame)).toEqual(frame);
    expect(clamp({ x: 0, y: 0, w: 1, h: 1 }, frame).w).toBe(100);
  });
  it('keeps the point it zooms about', () => {
    const box = zoomed(frame, 2, { x: 300, y: 150 }, frame);
    expect(box).toEqual({ x: 150, y: 75, w: 300, h: 150 });
  });
});
