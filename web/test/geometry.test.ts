import { describe, expect, it } from 'vitest';
import { boxOf, type Box } from '../src/boards/draw/labels';
import type { Anchor, Point } from '../src/boards/layout';
import { perLength } from '../src/workshop/costs';
import { placeOf, scaleOf, type BoardData } from '../src/workshop/model';
import { areaRings } from '../src/workshop/shape';

/** How Python draws a board, written by `python -m tools.page_fixtures`. */
interface Drawing {
  board: BoardData;
  areas: [number, number][][][];
  labels: Record<string, [number, number, number, number]>;
  per_length: number;
}

const DRAWINGS = import.meta.glob<Drawing>('./fixtures/boards/geometry-*.json', { import: 'default', eager: true });
const names = Object.keys(DRAWINGS).map((path) => path.replace(/.*geometry-(.*)\.json/, '$1'));
const drawing = (name: string): Drawing => {
  const found = DRAWINGS[`./fixtures/boards/geometry-${name}.json`];
  if (!found) throw new Error(`there is no drawing of ${name}`);
  return found;
};

/** The largest distance from a point of one list to the nearest of the other. */
const apart = (one: readonly Point[], other: readonly Point[]): number =>
  Math.max(...one.map(([x, y]) => Math.min(...other.map(([a, b]) => Math.hypot(x - a, y - b)))));

describe('a board drawn in the page and by Python', () => {
  it('is compared on the shipped boards and the examples', () => {
    expect(names).toEqual(expect.arrayContaining(['germany', 'north_america', 'great_bay', 'the_ring', 'two_valleys']));
    expect(names).toHaveLength(29);
  });

  it.each(names)('has the same areas: %s', (name) => {
    const { board, areas } = drawing(name);
    const rings = areaRings(board);
    expect(rings.map((area) => area.length)).toEqual(areas.map((area) => area.length));
    rings.forEach((area, number) => {
      const [here, there] = [area.flat(), (areas[number] ?? []).flat()];
      expect(here).toHaveLength(there.length);
      expect(Math.max(apart(here, there), apart(there, here))).toBeLessThan(0.1);
    });
  });

  it.each(names)('has its names in the same boxes: %s', (name) => {
    const { board, labels } = drawing(name);
    for (const [city, [left, top, right, bottom]] of Object.entries(labels)) {
      const label = board.layout.names?.[city] ?? board.area.flatMap((a) => a.cities).find((c) => c.id === city)?.name;
      const side = board.layout.cities[city]?.[2] as Anchor;
      const box = boxOf(label ?? '', placeOf(board, city), side, scaleOf(board));
      const wanted: Box = { left, top, right, bottom };
      for (const edge of ['left', 'top', 'right', 'bottom'] as const) expect(box[edge]).toBeCloseTo(wanted[edge], 6);
    }
  });

  it.each(names)('has the same usual cost of a length: %s', (name) => {
    const { board, per_length } = drawing(name);
    expect(perLength(board)).toBeCloseTo(per_length, 9);
  });
});
