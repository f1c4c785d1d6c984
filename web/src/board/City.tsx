/** One city of the board: marker, three house slots, label, cost. Drawn again only when one of its own facts changes. */
import { memo } from 'react';
import { labelPlace, type Anchor } from '../boards/layout';
import { shapePath } from '../glyphs/shapes';
import type { Light } from '../state/facts';
import type { CityRow } from '../protocol/schema';
import type { RingLook } from '../state/rings';
import { anchor } from '../base/anchors';
import { boldFactor, labelFactor } from './font';
import { SLOTS } from './geometry';

export type House = number | 'trust' | null;

export interface CityProps {
  id: string;
  label: string;
  x: number;
  y: number;
  k: number;
  hit: number;
  anchor: Anchor | null;
  tint: string;
  inZone: boolean;
  /** Its three spaces where they are not as in most cities: cost and the step that opens it, or no such space. */
  spaces: CityRow['spaces'];
  /** What entering it costs, where cities cost and links do not. */
  entry: number | null;
  /** Whether a planned way or the one pointed at enters it. */
  entered: boolean;
  step: number;
  a: House;
  b: House;
  c: House;
  mine: number | null;
  marked: boolean;
  /** Whose house is new here. */
  fresh: number | null;
  light: Light;
  /** A ring around it: a city of another plan, or one that an answer lacks or has too much. */
  ring: RingLook | null;
  /** What is written over the ring. */
  tag: string;
  total: number | null;
  order: number;
  /** Where its place in a plan is written, from the middle of the marker. */
  orderX: number;
  orderY: number;
  tab: boolean;
  spoken: string;
}

function Slot({ who, x, y, k, open }: { who: House; x: number; y: number; k: number; open: boolean }) {
  const at = `translate(${x} ${y})`;
  if (who === 'trust') {
    return (
      <g transform={at}>
        <circle r={4.9 * k} className="trust-ring" />
        <text className="trust-letter" fontSize={7.6 * k} y={2.7 * k} textAnchor="middle">
          T
        </text>
      </g>
    );
  }
  if (who !== null) return <path transform={at} d={shapePath(who, 5.4 * k)} className={`seat-fill seat-${who}`} />;
  return open ? (
    <circle transform={at} r={4.4 * k} className="slot" />
  ) : (
    <circle transform={at} r={1.5 * k} className="slot-later" />
  );
}

/** The cost of entering a city: an arrow under its marker, or above it where its name stands below. */
function Entry({
  cost,
  entered,
  x,
  y,
  k,
  above,
}: {
  cost: number;
  entered: boolean;
  x: number;
  y: number;
  k: number;
  above: boolean;
}) {
  return (
    <g
      className={entered ? 'entry entry-lit' : 'entry'}
      aria-hidden="true"
      transform={`translate(${x} ${y + (above ? -21 : 21) * k})`}
    >
      <path d={`M${-12 * k} ${-6.5 * k}H${7 * k}L${13 * k} 0L${7 * k} ${6.5 * k}H${-12 * k}Z`} strokeWidth={0.9 * k} />
      <text x={-1.5 * k} y={3.4 * k} textAnchor="middle" fontSize={9.6 * k}>
        {cost}
      </text>
    </g>
  );
}

export const City = memo(function City(p: CityProps) {
  const { x, y, k } = p;
  const place = p.anchor === null || p.label === '' ? null : labelPlace(x, y, p.anchor, k, p.inZone ? 1 : 0.72);
  const houses = [p.a, p.b, p.c];
  const housed = houses.some((who) => who !== null) ? 'housed' : '';
  const classes = ['city', p.inZone ? `light-${p.light}` : 'outside', p.mine === null ? '' : 'mine', housed].join(' ');
  if (!p.inZone) {
    return (
      <g className={classes} data-outside={p.label}>
        <circle cx={x} cy={y} r={p.hit} className="hit" />
        <circle cx={x} cy={y} r={5 * k} className="marker" />
        {place && (
          <text x={place.x} y={place.y} textAnchor={place.anchor} fontSize={11 * k * labelFactor()} className="label">
            {p.label}
          </text>
        )}
      </g>
    );
  }
  return (
    <g ref={anchor(`city:${p.id}`)} className={classes} data-city={p.id}>
      <circle
        cx={x}
        cy={y}
        r={p.hit}
        className="hit"
        role="button"
        tabIndex={p.tab ? 0 : -1}
        aria-label={p.spoken}
        aria-pressed={p.light === 'planned' ? true : undefined}
        aria-disabled={p.light === 'closed' || p.light === 'none' ? true : undefined}
      />
      <circle cx={x} cy={y} r={19 * k} className="halo" />
      {p.mine !== null && (
        <circle cx={x} cy={y} r={15 * k} className={`mine-ring seat-line-${p.mine}`} strokeWidth={2.6 * k} />
      )}
      {p.fresh !== null && (
        <circle
          cx={x}
          cy={y}
          r={16 * k}
          className={`new-ring seat-line-${p.fresh}`}
          strokeWidth={3 * k}
          strokeDasharray={`${10.8 * k} ${5.95 * k}`}
        />
      )}
      {p.marked && <circle cx={x} cy={y} r={16.4 * k} className="mark-ring" strokeWidth={1.6 * k} />}
      <circle cx={x} cy={y} r={13 * k} className="marker" strokeWidth={1.5 * k} />
      {p.entry !== null && (
        <Entry cost={p.entry} entered={p.entered} x={x} y={y} k={k} above={p.anchor?.startsWith('s') === true} />
      )}
      {p.light === 'planned' && <circle cx={x} cy={y} r={15.7 * k} className="plan-ring" strokeWidth={2.6 * k} />}
      {p.ring !== null && (
        <circle cx={x} cy={y} r={16.6 * k} className={`other-ring ring-${p.ring}`} strokeWidth={2 * k} />
      )}
      {houses.map((who, slot) => {
        const [dx, dy] = SLOTS[slot] ?? [0, 0];
        if (slot === 2 && who === null && p.total !== null) return null;
        const own = p.spaces[slot];
        if (own === null) return null;
        const opens = own === undefined ? slot + 1 : own[1];
        return <Slot key={slot} who={who} x={x + dx * k} y={y + dy * k} k={k} open={p.step >= opens} />;
      })}
      {p.total !== null && p.c === null && (
        <text aria-hidden="true" x={x} y={y + 10.4 * k} textAnchor="middle" fontSize={10.4 * k} className="cost">
          {p.total}
        </text>
      )}
      {p.order > 0 && (
        <g aria-hidden="true" className="plan-order" transform={`translate(${x + p.orderX} ${y + p.orderY})`}>
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
          y={y - 21 * k}
          textAnchor="middle"
          fontSize={11 * k}
          strokeWidth={5 * k}
          className={`ring-tag ring-${p.ring ?? 'other'}`}
        >
          {p.tag}
        </text>
      )}
      {place && (
        <text
          aria-hidden="true"
          x={place.x}
          y={place.y}
          textAnchor={place.anchor}
          fontSize={12 * k * (p.mine === null ? labelFactor() : boldFactor(p.label))}
          strokeWidth={2.6 * k}
          className={`label tint-${p.tint}`}
        >
          {p.label}
        </text>
      )}
    </g>
  );
});
