// @vitest-environment happy-dom
import { describe, expect, it, vi } from 'vitest';
import { landBox } from '../src/board/Ground';
import { linkId, linksAlong, neighbours, wayTo, type Link } from '../src/board/geometry';
import { boldFactor } from '../src/board/font';
import { cornerFor } from '../src/board/useCorner';
import { clamp, LABEL_MOST, narrowest, zoomed } from '../src/board/useZoom';

const links: Link[] = [
  ['a', 'b', 4],
  ['b', 'c', 0],
  ['a', 'c', 9],
  ['c', 'd', 2],
];

describe('ways', () => {
  it('are read off what the server says comes before each city', () => {
    const way = wayTo({ d: 'c', c: 'b', b: 'a' }, 'd');
    expect(way).toEqual(['a', 'b', 'c', 'd']);
    expect(linksAlong(way)).toEqual([linkId('a', 'b'), linkId('b', 'c'), linkId('c', 'd')]);
    expect(linksAlong(wayTo({}, 'd'))).toEqual([]);
  });
  it('know the neighbours of a city with their costs', () => {
    expect(neighbours(links, 'b')).toEqual([
      ['a', 4],
      ['c', 0],
    ]);
  });
});

describe('zoom', () => {
  const frame = { x: 0, y: 0, w: 600, h: 300 };
  it('never shows more than the board nor less than a sixth', () => {
    expect(clamp({ x: -50, y: -50, w: 900, h: 450 }, frame)).toEqual(frame);
    expect(clamp({ x: 0, y: 0, w: 1, h: 1 }, frame).w).toBe(100);
  });
  it('stops where names would be drawn larger than they may, whatever the shape of the pane', () => {
    const label = 20;
    for (const pane of [
      { width: 600, height: 900 },
      { width: 900, height: 200 },
    ]) {
      const w = narrowest(frame, pane, label);
      const unit = Math.min(pane.width / w, pane.height / ((w * frame.h) / frame.w));
      expect(w < frame.w ? unit * label : LABEL_MOST).toBeCloseTo(LABEL_MOST);
      expect(clamp({ x: 0, y: 0, w: 1, h: 1 }, frame, w).w).toBe(w);
      expect(zoomed(frame, 50, { x: 0, y: 0 }, frame, w).w).toBe(w);
    }
    // a board that is drawn larger than that as a whole is not drawn smaller
    expect(narrowest(frame, { width: 6000, height: 3000 }, label)).toBe(frame.w);
  });
  it('keeps the point it zooms about', () => {
    const box = zoomed(frame, 2, { x: 300, y: 150 }, frame);
    expect(box).toEqual({ x: 150, y: 75, w: 300, h: 150 });
  });
});

describe('the small map', () => {
  const [box, pane, map] = [
    { x: 100, y: 0, w: 300, h: 300 },
    { width: 600, height: 600 },
    { width: 124, height: 160 },
  ];
  it('goes to a corner where it covers no place', () => {
    expect(cornerFor([], box, pane, map, 'low-left')).toBe('low-left');
    expect(cornerFor([[130, 270]], box, pane, map, 'low-left')).toBe('high-left');
    expect(
      cornerFor(
        [
          [130, 270],
          [130, 20],
        ],
        box,
        pane,
        map,
        'low-left',
      ),
    ).toBe('high-right');
    expect(cornerFor([[370, 20]], box, pane, map, 'high-right')).toBe('low-left');
  });
  it('stays where it covers none, and is nowhere where every corner has something', () => {
    expect(cornerFor([[250, 150]], box, pane, map, 'high-left')).toBe('high-left');
    expect(
      cornerFor(
        [
          [130, 270],
          [120, 280],
          [130, 20],
          [370, 20],
          [370, 280],
        ],
        box,
        pane,
        map,
        'low-left',
      ),
    ).toBeNull();
  });
  it('leaves corners that something else has taken', () => {
    expect(cornerFor([], box, pane, map, 'low-left', ['high-left', 'high-right'])).toBe('high-left');
    expect(cornerFor([[370, 270]], box, pane, map, null, ['low-right', 'low-left'])).toBe('low-left');
    expect(cornerFor([], box, pane, map, 'low-right', ['low-right', 'low-left'])).toBe('low-right');
  });
  it('knows the places of a view that a wide pane shows in its middle', () => {
    expect(cornerFor([[110, 270]], box, { width: 1200, height: 600 }, map, 'low-left')).toBe('low-left');
  });
});

describe('names in bold letters', () => {
  it('are drawn so small that they take the room for which they were placed', () => {
    const wide = 9;
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({
      measureText: (text: string) => ({ width: text.length * wide }),
    } as unknown as null);
    const name = 'Hamburg';
    expect(boldFactor(name) * wide).toBeLessThanOrEqual(6.2 * 1.16);
    vi.restoreAllMocks();
  });
});

describe('the land around a board', () => {
  it('has a box, read point by point', () => {
    expect(landBox('M10 20l5-4 1 30zM-3 0l2 2z')).toEqual({ x: -3, y: 0, w: 19, h: 46 });
    expect(landBox('')).toBeNull();
  });
});
