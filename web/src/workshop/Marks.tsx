/** What lies on the canvas: areas, links with their costs, cities with their names. Each is drawn again only if it changed. */
import { memo } from 'react';
import { labelFactor } from '../board/font';
import { labelPlace, type Anchor } from '../boards/layout';
import type { AreaShape } from './shape';

export const Areas = memo(function Areas({ shapes, k }: { shapes: readonly AreaShape[]; k: number }) {
  return (
    <g aria-hidden="true">
      {shapes.map((area) => (
        <path key={area.id} d={area.path} strokeWidth={2.6 * k} className={`area area-${area.tint}`} />
      ))}
    </g>
  );
});

export const AreaNames = memo(function AreaNames({
  shapes,
  names,
  k,
}: {
  shapes: readonly AreaShape[];
  names: readonly string[];
  k: number;
}) {
  return (
    <g aria-hidden="true">
      {shapes.map((area, index) => (
        <text
          key={area.id}
          x={area.at[0]}
          y={area.at[1]}
          textAnchor="middle"
          fontSize={9.2 * k}
          letterSpacing={1.5 * k}
          className="area-name"
        >
          {`${index + 1} ${(names[index] ?? '').toUpperCase()}`}
        </text>
      ))}
    </g>
  );
});

interface LinkProps {
  a: string;
  b: string;
  x1: number;
  y1: number;
  x2: number;
  y2: number;
  cost: number;
  k: number;
  lit: boolean;
  /** Whether Tab stops here. */
  tab: boolean;
  spoken: string;
}

export const LinkMark = memo(function LinkMark({ a, b, x1, y1, x2, y2, cost, k, lit, tab, spoken }: LinkProps) {
  return (
    <g data-link={`${a} ${b}`} className="ws-link">
      {lit && <line x1={x1} y1={y1} x2={x2} y2={y2} className="link-case" strokeWidth={8 * k} />}
      <line x1={x1} y1={y1} x2={x2} y2={y2} className={lit ? 'link-lit' : 'link'} strokeWidth={(lit ? 5 : 2.1) * k} />
      <line x1={x1} y1={y1} x2={x2} y2={y2} className="ws-hit" strokeWidth={14 * k} />
      <g
        transform={`translate(${(x1 + x2) / 2} ${(y1 + y2) / 2})`}
        className={lit ? 'badge badge-lit' : 'badge'}
        role="button"
        tabIndex={tab ? 0 : -1}
        aria-label={spoken}
        aria-pressed={lit}
      >
        <circle r={9 * k} strokeWidth={0.9 * k} />
        <text y={3.5 * k} textAnchor="middle" fontSize={9.8 * k} aria-hidden="true">
          {cost}
        </text>
      </g>
    </g>
  );
});

interface CityProps {
  id: string;
  x: number;
  y: number;
  k: number;
  label: string;
  side: string;
  lit: boolean;
  fault: boolean;
  spoken: string;
}

const SLOTS = [
  [-5.95, -3.3],
  [5.95, -3.3],
  [0, 6.8],
] as const;

export const CityMark = memo(function CityMark({ id, x, y, k, label, side, lit, fault, spoken }: CityProps) {
  const place = side === '' || label === '' ? null : labelPlace(x, y, side as Anchor, k);
  return (
    <g data-city={id} className="ws-city">
      {fault && <circle cx={x} cy={y} r={19 * k} className="ws-fault" strokeWidth={2.4 * k} />}
      {lit && <circle cx={x} cy={y} r={16 * k} className="plan-ring" strokeWidth={2.6 * k} />}
      <circle cx={x} cy={y} r={13 * k} className="marker" strokeWidth={1.5 * k} />
      {SLOTS.map(([dx, dy]) => (
        <circle key={dx} cx={x + dx * k} cy={y + dy * k} r={4.2 * k} className="slot" />
      ))}
      <circle
        cx={x}
        cy={y}
        r={18 * k}
        className="hit"
        role="button"
        tabIndex={0}
        aria-label={spoken}
        aria-pressed={lit}
      />
      {place && (
        <text
          data-label={id}
          aria-hidden="true"
          x={place.x}
          y={place.y}
          textAnchor={place.anchor}
          fontSize={12 * k * labelFactor()}
          className={lit ? 'ws-label bold' : 'ws-label'}
        >
          {label}
        </text>
      )}
    </g>
  );
});
