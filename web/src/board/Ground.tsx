/** The part of the board that does not change in play: sea, land, areas with their names, connections with costs. */
import { memo, useMemo } from 'react';
import type { Layout } from '../boards';
import type { Link } from './geometry';
import { linkId } from './geometry';
import { useText } from '../text';
import { badgeOf, type LinkAt } from './linkAt';

/** How far inside its edge the land fades into the sea, in units of the board. */
const FADE = 150;

/** The box around the backdrop, which was cut out of a larger map, straight; its paths go on from point to point. */
export function landBox(land: string): { x: number; y: number; w: number; h: number } | null {
  const [xs, ys]: [number[], number[]] = [[], []];
  for (const ring of land.split('M').slice(1)) {
    let [x, y] = [0, 0];
    const numbers = (ring.match(/-?\d+(\.\d+)?/g) ?? []).map(Number);
    for (let at = 0; at + 1 < numbers.length; at += 2) {
      [x, y] = [x + (numbers[at] ?? 0), y + (numbers[at + 1] ?? 0)];
      xs.push(x);
      ys.push(y);
    }
  }
  if (xs.length === 0 || /[LHVCSQTAhvcsqta]/.test(land)) return null;
  const [left, top] = [xs, ys].map((list) => list.reduce((a, b) => Math.min(a, b)));
  const [right, low] = [xs, ys].map((list) => list.reduce((a, b) => Math.max(a, b)));
  return { x: left ?? 0, y: top ?? 0, w: (right ?? 0) - (left ?? 0), h: (low ?? 0) - (top ?? 0) };
}

/** The sea over the land's straight edges, thicker towards them. */
const Edges = memo(function Edges({ land }: { land: string }) {
  const box = useMemo(() => landBox(land), [land]);
  if (box === null) return null;
  const { x, y, w, h } = box;
  const sides = [
    { id: 'west', at: { x: x - 2, y: y - 2, width: FADE, height: h + 4 }, from: [0, 0], to: [1, 0] },
    { id: 'east', at: { x: x + w + 2 - FADE, y: y - 2, width: FADE, height: h + 4 }, from: [1, 0], to: [0, 0] },
    { id: 'north', at: { x: x - 2, y: y - 2, width: w + 4, height: FADE }, from: [0, 0], to: [0, 1] },
    { id: 'south', at: { x: x - 2, y: y + h + 2 - FADE, width: w + 4, height: FADE }, from: [0, 1], to: [0, 0] },
  ] as const;
  return (
    <g className="land-edges" aria-hidden="true">
      {sides.map(({ id, at, from, to }) => (
        <g key={id}>
          <linearGradient id={`edge-${id}`} x1={from[0]} y1={from[1]} x2={to[0]} y2={to[1]}>
            <stop offset="0.1" />
            <stop offset="1" stopOpacity="0" />
          </linearGradient>
          <rect {...at} fill={`url(#edge-${id})`} />
        </g>
      ))}
    </g>
  );
});

interface GroundProps {
  layout: Layout;
  zone: ReadonlySet<string> | null;
  language: 'en' | 'de';
  /** Areas that may be picked now; null when none is asked for. */
  pick: ReadonlySet<string> | null;
  /** A plan of streets: land without areas, and a park. */
  plan?: boolean;
}

export const Ground = memo(function Ground({ layout, zone, language, pick, plan = false }: GroundProps) {
  const t = useText();
  const k = layout.scale;
  const [x, y, w, h] = layout.frame;
  const areas = Object.entries(layout.areas);
  const inside = (id: string): boolean => zone === null || zone.has(id);
  // what may be picked lies on top, so that its whole edge is seen
  const layer = (id: string): number => Number(inside(id)) + (pick?.has(id) ? 2 : 0);
  return (
    <>
      <defs>
        <pattern id="hatch" width={7 * k} height={7 * k} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect width={7 * k} height={7 * k} className="hatch-ground" />
          <line x1="0" y1="0" x2="0" y2={7 * k} className="hatch-line" strokeWidth={2.2 * k} />
        </pattern>
      </defs>
      <rect x={x - 2000} y={y - 2000} width={w + 4000} height={h + 4000} className="sea" />
      <path d={layout.land} className="land" fillRule="evenodd" />
      <Edges land={layout.land} />
      {[...areas]
        .sort(([a], [b]) => layer(a) - layer(b))
        .map(([id, area]) => (
          <path
            key={id}
            d={area.path}
            strokeWidth={2.2 * k}
            data-area={pick?.has(id) ? id : undefined}
            className={[
              'area',
              plan ? 'area-plan' : inside(id) ? `area-${area.tint}` : 'area-outside',
              pick?.has(id) ? 'area-pick' : '',
            ].join(' ')}
          />
        ))}
      {layout.park && <Park at={layout.park} k={k} name={t('board.park')} />}
      {(plan ? [] : areas).map(([id, area]) => (
        <text
          key={id}
          x={area.at[0]}
          y={area.at[1] + 3 * k}
          textAnchor="middle"
          fontSize={9.2 * k}
          letterSpacing={1.5 * k}
          className="area-name"
        >
          {area.name[language].toUpperCase()}
        </text>
      ))}
    </>
  );
});

/** A park: nobody builds there. */
function Park({
  at: [x, y, width, height],
  k,
  name,
}: {
  at: [number, number, number, number];
  k: number;
  name: string;
}) {
  return (
    <g aria-hidden="true">
      <rect x={x} y={y} width={width} height={height} rx={6 * k} className="park" />
      <text
        x={x + width / 2}
        y={y + height / 2 + 4 * k}
        textAnchor="middle"
        fontSize={10 * k}
        letterSpacing={1.5 * k}
        className="area-name"
      >
        {name}
      </text>
    </g>
  );
}

interface LineProps extends LinkAt {
  inside: boolean;
  dotted: boolean;
  street: boolean;
}

/** Drawn again only when it is lit or put out. */
const LinkLine = memo(function LinkLine({ cost, k, inside, lit, dotted, street, ...line }: LineProps) {
  if (street && !lit) return <line {...line} className="link street" strokeWidth={5 * k} />;
  if (!inside) return <line {...line} className="link-off" strokeWidth={1.1 * k} strokeDasharray={`${2.6 * k}`} />;
  if (dotted && !lit)
    return (
      <line
        {...line}
        className="link"
        strokeWidth={2.1 * k}
        strokeDasharray={`${0.1 * k} ${5 * k}`}
        strokeLinecap="round"
      />
    );
  return (
    <g>
      {lit && <line {...line} className="link-case" strokeWidth={8 * k} />}
      <line {...line} className={lit ? 'link-lit' : 'link'} strokeWidth={(lit ? 5.2 : cost === 0 ? 6 : 2.1) * k} />
      {cost === 0 && !lit && <line {...line} className="link-gap" strokeWidth={2.4 * k} />}
    </g>
  );
});

const Badge = memo(function Badge(link: LinkAt) {
  const { cost, k } = link;
  return (
    <g {...badgeOf(link)}>
      <circle r={8 * k} strokeWidth={0.9 * k} />
      <text y={3.5 * k} textAnchor="middle" fontSize={9.8 * k}>
        {cost}
      </text>
    </g>
  );
});

interface LinksProps {
  layout: Layout;
  links: readonly Link[];
  open: ReadonlySet<string>;
  lit: ReadonlySet<string>;
  /** Links cost nothing on this board: dots without a cost. */
  dotted?: boolean;
  /** Links are streets: bands without a cost. */
  streets?: boolean;
}

export const Links = memo(function Links({ layout, links, open, lit, dotted = false, streets = false }: LinksProps) {
  const drawn = useMemo(
    () =>
      links.flatMap(([a, b, cost]) => {
        const [from, to] = [layout.cities[a], layout.cities[b]];
        if (!from || !to) return [];
        const line = { x1: from[0], y1: from[1], x2: to[0], y2: to[1], cost, k: layout.scale };
        return [{ id: linkId(a, b), line, inside: open.has(a) && open.has(b) }];
      }),
    [layout, links, open],
  );
  return (
    <g aria-hidden="true" className="links">
      {drawn.map(({ id, line, inside }) => (
        <LinkLine key={id} {...line} inside={inside} lit={lit.has(id)} dotted={dotted} street={streets} />
      ))}
      {drawn.map(
        ({ id, line, inside }) => inside && !dotted && !streets && <Badge key={id} {...line} lit={lit.has(id)} />,
      )}
    </g>
  );
});
