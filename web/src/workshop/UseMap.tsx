/** The board as a report sees it: how much each city and link is used, or how often each area wins as a start. */
import { useMemo } from 'react';
import { labelFactor } from '../board/font';
import { labelPlace, type Anchor } from '../boards/layout';
import type { TrialView } from '../protocol/schema';
import { AreaNames, Areas } from './Marks';
import { citiesOf, placeOf, scaleOf, type BoardData } from './model';
import { percent, RARE, share } from './report';
import { areaShapes } from './shape';
import type { View } from './useSheet';
import { useWords } from './words';

export type Layer = 'costs' | 'use' | 'starts';

interface UseMapProps {
  board: BoardData;
  trial: TrialView;
  layer: Layer;
  view: View;
}

const THIN = 1.6;
const THICK = 8;

/** A part of a disc, from the top clockwise. */
function pie(x: number, y: number, r: number, part: number): string {
  if (part >= 0.999) return `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;
  const turn = 2 * Math.PI * part;
  return `M${x} ${y}V${y - r}A${r} ${r} 0 ${part > 0.5 ? 1 : 0} 1 ${x + r * Math.sin(turn)} ${y - r * Math.cos(turn)}z`;
}

function Links({ board, trial, k }: { board: BoardData; trial: TrialView; k: number }) {
  const rows = trial.link_use
    .filter((row) => row.games > 0)
    .map((row) => {
      const [[x1, y1], [x2, y2]] = [placeOf(board, row.a), placeOf(board, row.b)];
      const part = row.paid / row.games;
      return { key: `${row.a} ${row.b}`, x1, y1, x2, y2, part, rare: part < RARE };
    });
  return (
    <>
      {rows.map(({ key, x1, y1, x2, y2, part, rare }) => (
        <line
          key={key}
          {...{ x1, y1, x2, y2 }}
          className={rare ? 'ws-use rare' : 'ws-use'}
          strokeWidth={(THIN + (rare ? 0 : THICK * part)) * k}
        />
      ))}
      {rows.map(({ key, x1, y1, x2, y2, part, rare }) => (
        <g
          key={key}
          className={rare ? 'ws-use-figure rare' : 'ws-use-figure'}
          transform={`translate(${(x1 + x2) / 2} ${(y1 + y2) / 2})`}
        >
          <rect x={-13 * k} y={-7 * k} width={26 * k} height={14 * k} rx={3 * k} strokeWidth={0.9 * k} />
          <text y={3.4 * k} textAnchor="middle" fontSize={9.2 * k}>{`${percent(part)}%`}</text>
        </g>
      ))}
    </>
  );
}

function Cities({ board, trial, use, k }: { board: BoardData; trial: TrialView; use: boolean; k: number }) {
  const parts = new Map(trial.city_use.map((row) => [row.name, row]));
  return (
    <>
      {citiesOf(board).map((city) => {
        const [x, y] = placeOf(board, city.id);
        const row = parts.get(city.id);
        const side = board.layout.cities[city.id]?.[2] ?? 'e';
        const label = board.layout.names?.[city.id] ?? city.name;
        const place = side === '' || label === '' ? null : labelPlace(x, y, side as Anchor, k);
        return (
          <g key={city.id}>
            <circle cx={x} cy={y} r={13 * k} className="marker" strokeWidth={1.5 * k} />
            {use && row && row.games > 0 && (
              <>
                <path d={pie(x, y, 11.5 * k, share(row))} className="ws-pie" />
                <text x={x} y={y + 3.8 * k} textAnchor="middle" fontSize={10.4 * k} className="ws-built">
                  {percent(share(row))}
                </text>
              </>
            )}
            {place && (
              <text
                x={place.x}
                y={place.y}
                textAnchor={place.anchor}
                fontSize={12 * k * labelFactor()}
                className="ws-label"
              >
                {label}
              </text>
            )}
          </g>
        );
      })}
    </>
  );
}

export function UseMap({ board, trial, layer, view }: UseMapProps) {
  const t = useWords();
  const k = scaleOf(board);
  const shapes = useMemo(() => areaShapes(board).areas, [board]);
  const wins = new Map(trial.area_wins.map((row) => [row.name, row]));
  const names = board.area.map((area) => {
    const row = wins.get(area.id);
    return layer === 'starts' && row && row.games > 0 ? `${area.name} ${percent(share(row))} %` : area.name;
  });
  return (
    <svg
      className="ws-layer ws-report-map"
      viewBox={`${view.x} ${view.y} ${view.w} ${view.h}`}
      role="img"
      aria-label={t(`layer.${layer}.what` as 'layer.use.what')}
    >
      <Areas shapes={shapes} k={k} />
      <AreaNames shapes={shapes} names={names} k={layer === 'starts' ? 1.5 * k : k} />
      {layer === 'use' && <Links board={board} trial={trial} k={k} />}
      <Cities board={board} trial={trial} use={layer === 'use'} k={k} />
    </svg>
  );
}
