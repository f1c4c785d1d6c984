/** Lines over the rounds of a game, drawn by hand: each ends in its shape and name in its colour, spread so that none touch. */
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { shapePath } from '../glyphs/shapes';
import { FUELS } from '../glyphs/fuels';
import './chart.css';

export interface Series {
  id: string;
  label: string;
  /** Whose line it is, or which fuel's. */
  seat?: number;
  fuel?: string;
  values: readonly (number | null)[];
}

export interface Mark {
  at: number;
  label: string;
}

interface Props {
  /** What the chart shows, for those who do not see it. */
  title: string;
  series: readonly Series[];
  /** Names of the places along the axis. */
  along: readonly (string | number)[];
  /** Heights that mean something. */
  marks?: readonly Mark[];
  height?: number;
}

const EDGE = { left: 34, top: 14, right: 118, bottom: 24 };
/** Pixels between two labels at least. */
const APART = 18;

/** Heights of labels near these, at least `APART` from each other and inside the chart. */
export function spread(wanted: readonly number[], top: number, bottom: number): number[] {
  const order = wanted.map((at, index) => ({ at, index })).sort((a, b) => a.at - b.at);
  let last = top - APART;
  for (const one of order) last = one.at = Math.max(one.at, last + APART);
  let next = bottom + APART;
  for (const one of order.reverse()) next = one.at = Math.min(one.at, next - APART);
  const places = [...wanted];
  for (const { at, index } of order) places[index] = at;
  return places;
}

/** A line through the values; a missing one leaves a gap. */
const lineThrough = (
  values: readonly (number | null)[],
  x: (n: number) => number,
  y: (value: number) => number,
): string =>
  values
    .map((value, n) =>
      value === null ? '' : `${n === 0 || values[n - 1] === null ? 'M' : 'L'}${x(n).toFixed(1)} ${y(value).toFixed(1)}`,
    )
    .join('');

function Sign({ seat, fuel }: Pick<Series, 'seat' | 'fuel'>): ReactNode {
  if (seat !== undefined) return <path d={shapePath(seat, 6)} className={`seat-fill seat-${seat}`} />;
  return (
    <svg x="-7" y="-7" width="14" height="14" viewBox="0 0 16 16" className={`fuel of-${fuel ?? ''}`}>
      {FUELS[fuel ?? '']}
    </svg>
  );
}

export function Chart({ title, series, along, marks = [], height = 230 }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(600);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const sized = new ResizeObserver(() => {
      if (element.clientWidth > 0) setWidth(element.clientWidth);
    });
    sized.observe(element);
    return () => {
      sized.disconnect();
    };
  }, []);
  const most = Math.max(
    1,
    ...series.flatMap((row) => row.values.map((value) => value ?? 0)),
    ...marks.map((mark) => mark.at),
  );
  const [right, low] = [width - EDGE.right, height - EDGE.bottom];
  const x = (n: number): number => EDGE.left + (n * (right - EDGE.left)) / Math.max(1, along.length - 1);
  const y = (value: number): number => low - (value * (low - EDGE.top)) / most;
  const lines = marks.length > 0 ? marks.map((mark) => mark.at) : [most / 2, most];
  const last = series.map((row) => row.values.findLast((value) => value !== null) ?? 0);
  const places = spread(last.map(y), EDGE.top, low);
  const every = Math.ceil(along.length / Math.max(2, (right - EDGE.left) / 34));
  return (
    <div ref={box} className="chart">
      <svg
        className="curve"
        width={width}
        height={height}
        role="img"
        aria-label={`${title}: ${series.map((row, n) => `${row.label} ${row.values.at(-1) ?? last[n] ?? '–'}`).join(', ')}`}
      >
        {[0, ...lines].map((value) => (
          <g key={value}>
            <line x1={EDGE.left} x2={right} y1={y(value)} y2={y(value)} className={value === 0 ? 'axis' : 'grid'} />
            <text x={EDGE.left - 6} y={y(value) + 4} textAnchor="end">
              {Math.round(value)}
            </text>
          </g>
        ))}
        {marks.map((mark) => (
          <text key={mark.label} x={EDGE.left + 6} y={y(mark.at) - 4}>
            {mark.label}
          </text>
        ))}
        {along.map(
          (name, n) =>
            n % every === 0 && (
              <text key={n} x={x(n)} y={height - 6} textAnchor="middle">
                {name}
              </text>
            ),
        )}
        {series.map((row, n) => {
          const d = lineThrough(row.values, x, y);
          const at = places[n] ?? 0;
          return (
            <g
              key={row.id}
              className={row.seat === undefined ? `fuel-curve of-${row.fuel ?? ''}` : `seat-line-${row.seat}`}
            >
              <path className="chart-gap" d={d} />
              <path className="chart-edge" d={d} />
              <path className="chart-line" d={d} />
              <line className="chart-tie" x1={right + 2} y1={y(last[n] ?? 0)} x2={right + 12} y2={at} />
              <g className="chart-end" transform={`translate(${right + 20} ${at})`}>
                <Sign seat={row.seat} fuel={row.fuel} />
                <text x="11" y="4" className="curve-name">
                  {row.label} {last[n]}
                </text>
              </g>
            </g>
          );
        })}
      </svg>
    </div>
  );
}
