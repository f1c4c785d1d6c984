/** What lies on the canvas: areas, links with their costs, cities with their names. Each is drawn again only if it changed. */
import { memo } from 'react';
import { labelFactor } from '../board/font';
import { badgeOf, type LinkAt } from '../board/linkAt';
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

interface LinkProps extends LinkAt {
  a: string;
  b: string;
  /** Whether Tab stops here. */
  tab: boolean;
  /** Whether a drag shows it elsewhere. */
  lifted: boolean;
  spoken: string;
}

const classes = (name: string, lifted: boolean): string => (lifted ? `${name} lifted` : name);

function LinkLine({ x1, y1, x2, y2, k, lit }: LinkAt) {
  return (
    <>
      {lit && <line x1={x1} y1={y1} x2={x2} y2={y2} className="link-case" strokeWidth={8 * k} />}
      <line x1={x1} y1={y1} x2={x2} y2={y2} className={lit ? 'link-lit' : 'link'} strokeWidth={(lit ? 5 : 2.1) * k} />
    </>
  );
}

function Cost({ cost, k }: LinkAt) {
  return (
    <>
      <circle r={9 * k} strokeWidth={0.9 * k} />
      <text y={3.5 * k} textAnchor="middle" fontSize={9.8 * k} aria-hidden="true">
        {cost}
      </text>
    </>
  );
}

/** A link that follows a drag: only to look at. */
export function LinkShape(props: LinkAt) {
  return (
    <g>
      <LinkLine {...props} />
      <g {...badgeOf(props)}>
        <Cost {...props} />
      </g>
    </g>
  );
}

export const LinkMark = memo(function LinkMark(props: LinkProps) {
  const { a, b, x1, y1, x2, y2, k, lit, tab, lifted, spoken } = props;
  return (
    <g data-link={`${a} ${b}`} className={classes('ws-link', lifted)}>
      <LinkLine {...props} />
      <line x1={x1} y1={y1} x2={x2} y2={y2} className="ws-hit" strokeWidth={14 * k} />
      <g {...badgeOf(props)} role="button" tabIndex={tab ? 0 : -1} aria-label={spoken} aria-pressed={lit}>
        <Cost {...props} />
      </g>
    </g>
  );
});

interface CityShapeProps {
  id: string;
  x: number;
  y: number;
  k: number;
  label: string;
  side: string;
  lit: boolean;
  fault: boolean;
}

interface CityProps extends CityShapeProps {
  lifted: boolean;
  spoken: string;
}

const SLOTS = [
  [-5.95, -3.3],
  [5.95, -3.3],
  [0, 6.8],
] as const;

/** The three slots of a marker as one path: three circles are three things to paint. */
const slotsAt = (x: number, y: number, k: number): string => {
  const r = 4.2 * k;
  const half = (dx: number): string => `a${r} ${r} 0 1 0 ${dx} 0`;
  return SLOTS.map(([dx, dy]) => `M${x + dx * k - r} ${y + dy * k}${half(2 * r)}${half(-2 * r)}`).join('');
};

/** A city as it is drawn. */
export function CityShape({ id, x, y, k, label, side, lit, fault }: CityShapeProps) {
  const place = side === '' || label === '' ? null : labelPlace(x, y, side as Anchor, k);
  return (
    <>
      {fault && <circle cx={x} cy={y} r={19 * k} className="ws-fault" strokeWidth={2.4 * k} />}
      {lit && <circle cx={x} cy={y} r={16 * k} className="plan-ring" strokeWidth={2.6 * k} />}
      <circle cx={x} cy={y} r={13 * k} className="marker" strokeWidth={1.5 * k} />
      <path d={slotsAt(x, y, k)} className="slot" />
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
    </>
  );
}

export const CityMark = memo(function CityMark(props: CityProps) {
  const { id, x, y, k, lit, lifted, spoken } = props;
  return (
    <g data-city={id} className={classes('ws-city', lifted)}>
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
      <CityShape {...props} />
    </g>
  );
});
