import { describe, expect, it } from 'vitest';
import { layoutOf } from '../src/boards';
import { shapeFor } from '../src/state/arrange';
import { scaleFor } from '../src/base/scale';

describe('a large window', () => {
  it('shows the page larger, at most twice, by the side that has less room', () => {
    expect(scaleFor(1440, 900)).toBe(1);
    expect(scaleFor(2560, 1440)).toBe(1.6);
    expect(scaleFor(3440, 1440)).toBe(1.6);
    expect(scaleFor(7680, 4320)).toBe(2);
  });
});

describe('the arrangement', () => {
  it('is the one that draws the board larger', async () => {
    const frame = async (board: string) =>
      (await layoutOf(board, { areas: [], cities: [], connections: [] } as never)).frame;
    expect(shapeFor(await frame('germany'), 1440, 900)).toBe('tall');
    expect(shapeFor(await frame('korea'), 1440, 900)).toBe('tall');
    expect(shapeFor(await frame('usa'), 1440, 900)).toBe('wide');
    expect(shapeFor(await frame('north_america'), 2560, 1440)).toBe('tall');
  });
});
