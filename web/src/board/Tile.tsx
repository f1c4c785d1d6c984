/** One space of a plan of streets: a tile with its printed cost, room for one house, and what it costs you. */
import { memo } from 'react';
import { anchor } from '../base/anchors';
import { shapePath } from '../glyphs/shapes';
import type { BoardView } from '../protocol/schema';
import type { CityProps, House } from './City';

/** Half the width and height of a tile, at scale 1. */
export const TILE = { x: 21, y: 13 } as const;
/** A tile is never drawn narrower than this, in pixels of the style sheets: the board is moved instead. */
export const TILE_LEAST = 36;
/** Tints by cost, the cheapest first. */
const TINTS = ['green', 'teal', 'yellow', 'orange', 'red', 'pink', 'purple'];

/** The printed cost of a single space. */
export const printed = (spaces: CityProps['spaces']): number => spaces.find((space) => space !== null)?.[0] ?? 0;

/** The tint of each printed cost. */
export function tintsOf(board: Pick<BoardView, 'cities'>): Map<number, string> {
  const costs = [...new Set(board.cities.map((city) => printed(city.spaces)))].sort((a, b) => a - b);
  return new Map(costs.map((cost, place) => [cost, TINTS[place % TINTS.length] ?? 'green']));
}

type Props = Omit<CityProps, 'label' | 'hit' | 'anchor' | 'entry' | 'entered' | 'step' | 'b' | 'c' | 'marked' | 'a'> & {
  who: House;
  /** Nobody builds here in this game. */
  shut: boolean;
};

function Face({ p, cost }: { p: Props; cost: number }) {
  const { x, y, k } = p;
  if (p.shut)
    return (
      <path
        className="tile-cross"
        strokeWidth={2 * k}
        d={`M${x - 5 * k} ${y - 5 * k}l${10 * k} ${10 * k}m0 ${-10 * k}l${-10 * k} ${10 * k}`}
      />
    );
  if (p.who !== null && p.who !== 'trust')
    return (
      <>
        <path
          transform={`translate(${x - 9 * k} ${y})`}
          d={shapePath(p.who, 6.4 * k)}
          className={`seat-fill seat-${p.who}`}
        />
        <text x={x + 8 * k} y={y + 3.6 * k} textAnchor="middle" fontSize={10 * k} className="tile-small">
          {cost}
        </text>
      </>
    );
  const more = p.total === null ? 0 : p.total - cost;
  if (p.total === null || (p.light !== 'open' && p.light !== 'planned'))
    return (
      <text x={x} y={y + 4.2 * k} textAnchor="middle" fontSize={12 * k} className="tile-cost">
        {cost}
      </text>
    );
  return (
    <>
      <text
        x={x - (more > 0 ? 7 : 0) * k}
        y={y + 4.4 * k}
        textAnchor="middle"
        fontSize={12.4 * k}
        className="tile-total"
      >
        {p.total}
      </text>
      {more > 0 && (
        <text x={x + 11 * k} y={y + 3.8 * k} textAnchor="middle" fontSize={8.4 * k} className="tile-small">
          +{more}
        </text>
      )}
    </>
  );
}

export const Tile = memo(function Tile(p: Props) {
  const { x, y, k } = p;
  const cost = printed(p.spaces);
  const box = (room: number) => ({
    x: x - (TILE.x + room) * k,
    y: y - (TILE.y + room) * k,
    width: 2 * (TILE.x + room) * k,
    height: 2 * (TILE.y + room) * k,
    rx: (5 + room) * k,
  });
  const look = p.shut ? 'tile-shut' : p.who !== null ? 'tile-taken' : `area-${p.tint}`;
  const classes = [
    'city',
    'street-tile',
    `light-${p.light}`,
    p.mine === null ? '' : 'mine',
    p.who === null ? '' : 'housed',
  ];
  return (
    <g ref={anchor(`city:${p.id}`)} className={classes.join(' ')} data-city={p.id}>
      <rect
        {...box(2)}
        className="hit"
        role={p.shut ? 'img' : 'button'}
        tabIndex={p.tab ? 0 : -1}
        aria-label={p.spoken}
        aria-pressed={p.light === 'planned' ? true : undefined}
        aria-disabled={!p.shut && (p.light === 'closed' || p.light === 'none') ? true : undefined}
      />
      <rect {...box(3)} className="halo" />
      {p.mine !== null && <rect {...box(2)} className={`mine-ring seat-line-${p.mine}`} strokeWidth={3 * k} />}
      {p.fresh !== null && (
        <rect
          {...box(3)}
          className={`new-ring seat-line-${p.fresh}`}
          strokeWidth={2.6 * k}
          strokeDasharray={`${8 * k} ${4 * k}`}
        />
      )}
      <rect {...box(0)} className={`tile-face ${look}`} strokeWidth={1.2 * k} />
      {p.light === 'planned' && <rect {...box(2)} className="plan-ring" strokeWidth={2.8 * k} />}
      {p.ring !== null && <rect {...box(2.6)} className={`other-ring ring-${p.ring}`} strokeWidth={2 * k} />}
      <g aria-hidden="true">
        <Face p={p} cost={cost} />
      </g>
      {p.order > 0 && (
        <g
          aria-hidden="true"
          className="plan-order"
          transform={`translate(${x + (TILE.x - 1) * k} ${y - (TILE.y + 1) * k})`}
        >
          <circle r={6.4 * k} />
          <text y={3.1 * k} textAnchor="middle" fontSize={8.6 * k}>
            {p.order}
          </text>
        </g>
      )}
      {p.tag !== '' && (
        <text
          aria-hidden="true"
          x={x}
          y={y - 17 * k}
          textAnchor="middle"
          fontSize={10 * k}
          strokeWidth={4 * k}
          className={`ring-tag ring-${p.ring ?? 'other'}`}
        >
          {p.tag}
        </text>
      )}
    </g>
  );
});
