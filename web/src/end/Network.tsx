/** The whole board with one player's network lit; where its way leads through others' cities the line is dotted. */
import { memo, useMemo, type CSSProperties } from 'react';
import type { Layout } from '../boards';
import { labelPlace } from '../boards/layout';
import { Ground } from '../board/Ground';
import type { Link } from '../board/geometry';
import { shapePath } from '../glyphs/shapes';
import type { BoardView } from '../protocol/schema';
import { useSettings } from '../base/settings';
import { useText } from '../text';
import { networkOf } from './network';
import './network.css';

interface Props {
  board: Pick<BoardView, 'cities' | 'connections'>;
  layout: Layout;
  zone: readonly string[];
  seat: number;
  name: string;
  /** In the order in which they were built. */
  cities: readonly string[];
  /** How much of it is there: in a scene each part comes in a frame of its own. */
  parts: number;
}

/** When a line lights up, as a part of the time that all of them take. */
const at = (index: number, count: number): CSSProperties =>
  ({ '--at': (index / Math.max(1, count)).toFixed(2) }) as CSSProperties;

export const NetworkMap = memo(function NetworkMap({ board, layout, zone, seat, name, cities, parts }: Props) {
  const t = useText();
  const { language } = useSettings();
  const links = board.connections as Link[];
  const areas = useMemo(() => (zone.length === 0 ? null : new Set(zone)), [zone]);
  const { own, through } = useMemo(() => networkOf(cities, links), [cities, links]);
  const order = useMemo(() => new Map(cities.map((city, index) => [city, index])), [cities]);
  const k = layout.scale;
  const line = (from: string, to: string) => {
    const [a, b] = [layout.cities[from], layout.cities[to]];
    return a && b ? { x1: a[0], y1: a[1], x2: b[0], y2: b[1] } : null;
  };
  const inside = board.cities.filter((city) => areas === null || areas.has(city.area));
  const open = new Set(inside.map((city) => city.id));
  return (
    <div className="end-board" style={{ '--seat': `var(--seat-${seat})` } as CSSProperties}>
      <svg className="end-ground" viewBox={layout.frame.join(' ')} aria-hidden="true">
        {parts > 0 && <Ground layout={layout} zone={areas} language={language} pick={null} />}
      </svg>
      <svg
        className="end-network"
        viewBox={layout.frame.join(' ')}
        role="img"
        aria-label={t('end.network', { name, n: cities.length })}
      >
        {parts > 1 && (
          <>
            {links.map(([from, to]) => {
              const ends = open.has(from) && open.has(to) ? line(from, to) : null;
              return ends && <line key={`${from} ${to}`} {...ends} className="end-link" strokeWidth={2.4 * k} />;
            })}
            {through.map(({ from, to, after }) => (
              <line
                key={`${from} ${to}`}
                {...line(from, to)}
                className="end-through"
                strokeWidth={3 * k}
                strokeDasharray={`${0.1 * k} ${6 * k}`}
                style={at(after, cities.length)}
              />
            ))}
            {own.map(({ from, to, after }) => (
              <g key={`${from} ${to}`} className="end-own" style={at(after, cities.length)}>
                <line {...line(from, to)} className="end-case" strokeWidth={8 * k} />
                <line {...line(from, to)} className="end-lit" strokeWidth={5.4 * k} />
              </g>
            ))}
            {inside.map((city) => {
              const place = layout.cities[city.id];
              if (!place) return null;
              const [x, y, side] = place;
              const built = order.get(city.id);
              const label = side === null ? null : labelPlace(x, y, side, k, built === undefined ? 0.72 : 1);
              return (
                <g
                  key={city.id}
                  className={built === undefined ? 'end-city' : 'end-city own'}
                  style={at(built ?? 0, cities.length)}
                >
                  <circle cx={x} cy={y} r={(built === undefined ? 6 : 15) * k} strokeWidth={1.6 * k} />
                  {built !== undefined && (
                    <path transform={`translate(${x} ${y})`} d={shapePath(seat, 7.4 * k)} strokeWidth={1.2 * k} />
                  )}
                  {label && (
                    <text x={label.x} y={label.y} textAnchor={label.anchor} fontSize={12 * k} strokeWidth={2.6 * k}>
                      {layout.names[city.id] ?? city.name}
                    </text>
                  )}
                </g>
              );
            })}
          </>
        )}
      </svg>
    </div>
  );
});
