/** The board: draws the game on its layout, one tab stop with roving focus, taps and hovers handed on. Knows no rules. */
import { memo, useCallback, useMemo, useRef, useState, type KeyboardEvent, type MouseEvent } from 'react';
import type { Layout } from '../boards';
import { LABEL } from '../boards/layout';
import { isPlan, type CityFact } from '../state/facts';
import type { Ring } from '../state/rings';
import type { Reason } from '../state/play';
import { useWhy } from '../parts/Why';
import type { BoardView } from '../protocol/schema';
import { useSettings } from '../base/settings';
import { useText } from '../text';
import { City, type House } from './City';
import { labelFactor } from './font';
import { busyPlaces, hitRadii, linksAlong, orderPlaces, neighbours, towards, wayTo, type Link } from './geometry';
import { Ground, Links } from './Ground';
import { Legend } from './Legend';
import { printed, Tile, TILE, TILE_LEAST, tintsOf } from './Tile';
import { ListButton, Tools } from './Tools';
import { useFraming } from './useFraming';
import { useNames } from './useNames';
import { useZoom } from './useZoom';

/** What houses cost where a board does not say. */
const USUAL = [10, 15, 20];

export interface BoardProps {
  board: Pick<BoardView, 'areas' | 'cities' | 'connections'> &
    Partial<Pick<BoardView, 'house_costs' | 'flat' | 'passing' | 'starting_cities'>>;
  layout: Layout;
  /** Areas in play; null: all of them. */
  zone: readonly string[] | null;
  houses: Record<string, (number | string | null)[]>;
  marks: readonly string[];
  /** Cities where nobody builds in this game. */
  shut?: readonly string[];
  /** Cities with a house that is new, and whose it is. */
  fresh?: Record<string, number>;
  step: number;
  me: number | null;
  names: readonly string[];
  facts?: Record<string, CityFact>;
  plan?: readonly string[];
  /** Cities with a ring of their own, and what is written over it. */
  rings?: Record<string, Ring>;
  /** Steps of a plan that come before its cities: their numbers go on from there. */
  before?: number;
  /** The way to each planned city, from the network on. */
  paths?: Record<string, readonly string[]>;
  /** The city of the plan that the free jump leads to. */
  jump?: string | null;
  /** For each city the one before it on the cheapest way from the network. */
  via?: Record<string, string>;
  pickAreas?: readonly string[] | null;
  onCity?: (city: string) => void;
  onArea?: (area: string) => void;
  /** Opens the same as a table, for those who do not point at maps. */
  onList?: () => void;
  /** Start with this seat's network in view, as on phones. */
  near?: boolean;
  /** Show what can be built, large, while one builds; the whole board lies in a corner. */
  frames?: boolean;
  legend?: boolean;
}

const ARROWS: Record<string, readonly [number, number]> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
};
const NOTHING: CityFact = { light: 'none', total: null, reason: null };

const cityOf = (target: EventTarget | null): string | null =>
  target instanceof Element ? (target.closest('[data-city]')?.getAttribute('data-city') ?? null) : null;

export const Board = memo(function Board(p: BoardProps) {
  const t = useText();
  const { language } = useSettings();
  const why = useWhy();
  const svg = useRef<SVGSVGElement>(null);
  const whole = useRef<HTMLDivElement>(null);
  const { layout, board } = p;
  const [x, y, w, h] = layout.frame;
  const streets = useMemo(() => isPlan(board), [board]);
  const tints = useMemo(() => tintsOf(board), [board]);
  const tile = streets ? 2 * TILE.x * layout.scale : 0;
  const zoom = useZoom(svg, { x, y, w, h }, LABEL * layout.scale * labelFactor(), tile, TILE_LEAST);
  const hits = useMemo(() => hitRadii(layout), [layout]);
  const zoneKey = p.zone?.join(' ') ?? '*';
  const zone = useMemo(() => (zoneKey === '*' ? null : new Set(zoneKey.split(' '))), [zoneKey]);
  const open = useMemo(
    () => new Set(board.cities.filter((city) => zone === null || zone.has(city.area)).map((city) => city.id)),
    [board, zone],
  );
  const links = board.connections as Link[];
  const inner = useMemo(() => links.filter(([a, b]) => open.has(a) && open.has(b)), [links, open]);
  const busy = useMemo(() => busyPlaces(layout, open, inner), [layout, open, inner]);
  const orders = useMemo(() => orderPlaces(layout, busy), [layout, busy]);
  const pickKey = p.pickAreas?.join(' ') ?? null;
  const pick = useMemo(() => (pickKey === null ? null : new Set(pickKey.split(' '))), [pickKey]);

  const mine = useMemo(
    () =>
      new Set(
        Object.entries(p.houses)
          .filter(([, row]) => p.me !== null && row.includes(p.me))
          .map(([city]) => city),
      ),
    [p.houses, p.me],
  );
  const [hover, setHover] = useState<string | null>(null);
  const planKey = p.plan?.join(' ') ?? '';
  const { paths, via } = p;
  // where cities cost and links do not, links show no costs
  const dotted = board.cities.some((city) => city.entry !== null);
  const [lit, entered] = useMemo(() => {
    const planned = planKey === '' ? [] : planKey.split(' ');
    const ways = planned.map((city) => paths?.[city] ?? []);
    if (hover !== null && via) ways.push(wayTo(via, hover));
    return [new Set(ways.flatMap((way) => linksAlong(way))), new Set(ways.flatMap((way) => way.slice(1)))];
  }, [planKey, paths, via, hover]);

  const starts = useMemo(() => new Set(board.starting_cities), [board]);
  const first = board.cities.find((city) => open.has(city.id))?.id ?? '';
  const [focus, setFocus] = useState<string | null>(null);
  const [heard, setHeard] = useState('');
  const tabStop = focus !== null && open.has(focus) ? focus : ([...mine][0] ?? first);

  const { near = false } = p;
  const { facts } = p;
  const reach = useMemo(() => {
    const lit = Object.entries(facts ?? {}).filter(([, fact]) => fact.light === 'open' || fact.light === 'planned');
    return p.frames && lit.length > 0 ? [...lit.map(([city]) => city), ...mine].join(' ') : '';
  }, [facts, mine, p.frames]);
  const pane = useCallback(() => {
    const size = svg.current?.getBoundingClientRect();
    return size && size.height > 0 ? size.width / size.height : 1;
  }, []);
  useFraming({ layout, zoom, near, mine, open, zoneKey, reach, plan: planKey, pane });
  useNames(svg, zoom, layout);

  const reasonOf = (city: string): Reason | null => p.facts?.[city]?.reason ?? null;

  const tap = (event: MouseEvent): void => {
    if (zoom.dragged()) return;
    const city = cityOf(event.target);
    if (city !== null) {
      setFocus(city);
      act(city, event.target);
      return;
    }
    const outside = event.target instanceof Element ? event.target.closest<SVGElement>('[data-outside]') : null;
    const name = outside?.dataset.outside;
    if (outside && name !== undefined) {
      why.show(outside, { title: name, text: t('city.outside', { city: name }), rule: '' });
      return;
    }
    const area =
      event.target instanceof Element ? event.target.closest('[data-area]')?.getAttribute('data-area') : null;
    if (area) p.onArea?.(area);
  };

  const act = (city: string, target: EventTarget): void => {
    const fact = p.facts?.[city] ?? NOTHING;
    if (fact.light === 'open' || fact.light === 'planned' || fact.light === 'pick') p.onCity?.(city);
    else if (fact.reason && target instanceof Element) why.show(target.closest('[data-city]') ?? target, fact.reason);
  };

  const point = (event: MouseEvent): void => {
    const city = cityOf(event.target);
    const lightens = city !== null && p.facts?.[city]?.light === 'open' ? city : null;
    if (lightens !== hover) setHover(lightens);
    const reason = city === null ? null : reasonOf(city);
    if (reason && event.target instanceof Element)
      why.soon(event.target.closest('[data-city]') ?? event.target, reason);
    else why.leave();
  };

  const keys = (event: KeyboardEvent): void => {
    const direction = ARROWS[event.key];
    if (direction) {
      const next = towards(layout, inner, tabStop, direction);
      event.preventDefault();
      if (next === null) return;
      setFocus(next);
      setHeard('');
      const element = svg.current?.querySelector<SVGGElement>(`[data-city="${CSS.escape(next)}"] .hit`);
      element?.focus();
      const reason = reasonOf(next);
      if (reason && element) why.show(element, reason);
      else why.leave();
    } else if (event.key === 'Enter' || event.key === ' ') {
      const city = cityOf(event.target);
      if (city !== null) {
        event.preventDefault();
        event.stopPropagation();
        act(city, event.target);
      }
    } else if (event.key.toLowerCase() === 'i') {
      event.preventDefault();
      setHeard(linksOf(tabStop));
    } else if (event.key === '+' || event.key === '=') zoom.by(1.3);
    else if (event.key === '-') zoom.by(1 / 1.3);
    else if (event.key === '0') zoom.reset();
  };

  const linksOf = (city: string): string => {
    const name = new Map(board.cities.map((one) => [one.id, one.name]));
    const list = neighbours(inner, city).map(([other, cost]) => `${name.get(other) ?? other} ${cost}`);
    return t('board.links', { city: name.get(city) ?? city, list: list.join(', ') });
  };

  const planned = planKey === '' ? [] : planKey.split(' ');
  const places = new Map(planned.map((city, place) => [city, place + 1 + (p.before ?? 0)]));
  const number = (city: string): number => places.get(city) ?? 0;
  const areaOf = useMemo(() => new Map(board.areas.map((area) => [area.id, layout.areas[area.id]])), [board, layout]);

  const costOf = (id: string): number => printed(board.cities.find((city) => city.id === id)?.spaces ?? []);
  /** How many spaces the way to a space passes. */
  const passed = (id: string, total: number): string => {
    const n = board.passing ? (total - costOf(id)) / board.passing : 0;
    return n > 0 ? t('board.passed', { n }) : '';
  };

  const spoken = (id: string, name: string, area: string, fact: CityFact): string => {
    const row = p.houses[id] ?? [null, null, null];
    const who = row.filter((seat) => seat !== null);
    const people = who.map((seat) =>
      seat === 'trust' ? t('trust') : seat === p.me ? t('you') : (p.names[Number(seat)] ?? ''),
    );
    return [
      streets
        ? t('board.space', { space: name, cost: costOf(id) })
        : `${name}, ${areaOf.get(area)?.name[language] ?? area}.`,
      p.shut?.includes(id)
        ? t('board.shut')
        : who.length === 0
          ? t('board.empty')
          : `${people.join(', ')}${p.fresh?.[id] === undefined ? '' : `, ${t('board.new')}`}.`,
      who.length === 3 ? t('board.full') : '',
      fact.total !== null ? t('board.total', { cost: fact.total }) : '',
      fact.total !== null && streets ? passed(id, fact.total) : '',
      fact.light === 'planned' ? t('board.planned', { n: number(id) }) : '',
      fact.light === 'closed' && fact.reason ? fact.reason.text : '',
    ]
      .filter((part) => part !== '')
      .join(' ');
  };

  return (
    <div ref={whole} className="board">
      <div className="board-pane">
        <svg
          ref={svg}
          preserveAspectRatio="xMidYMid meet"
          role="group"
          aria-label={t('board.name')}
          onClick={tap}
          onMouseMove={point}
          onMouseLeave={() => {
            setHover(null);
            why.leave();
          }}
          onDoubleClick={(event) => {
            if (cityOf(event.target) === null) zoom.by(1.6);
          }}
          onKeyDown={keys}
        >
          <Ground layout={layout} zone={zone} language={language} pick={pick} plan={streets} />
          <Links layout={layout} links={links} open={open} lit={lit} dotted={dotted} streets={streets} />
          {board.cities.map((city) => {
            const place = layout.cities[city.id];
            if (!place) return null;
            const row = (p.houses[city.id] ?? [null, null, null]) as House[];
            const fact = p.facts?.[city.id] ?? NOTHING;
            const inZone = open.has(city.id);
            if (streets)
              return (
                <Tile
                  key={city.id}
                  id={city.id}
                  x={place[0]}
                  y={place[1]}
                  k={layout.scale}
                  tint={tints.get(printed(city.spaces)) ?? 'green'}
                  inZone={inZone}
                  spaces={city.spaces}
                  who={row.find((seat) => seat !== null) ?? null}
                  shut={p.shut?.includes(city.id) === true}
                  mine={mine.has(city.id) ? p.me : null}
                  fresh={p.fresh?.[city.id] ?? null}
                  light={fact.light}
                  ring={p.rings?.[city.id]?.look ?? null}
                  tag={p.rings?.[city.id]?.tag ?? ''}
                  total={fact.total}
                  order={number(city.id)}
                  orderX={0}
                  orderY={0}
                  tab={city.id === tabStop}
                  spoken={spoken(city.id, city.name, city.area, fact)}
                />
              );
            return (
              <City
                key={city.id}
                id={city.id}
                label={layout.names[city.id] ?? city.name}
                x={place[0]}
                y={place[1]}
                k={layout.scale}
                hit={hits[city.id] ?? 30}
                anchor={place[2]}
                tint={areaOf.get(city.area)?.tint ?? 'green'}
                inZone={inZone}
                spaces={city.spaces}
                entry={city.entry}
                entered={entered.has(city.id)}
                step={p.step}
                a={row[0] ?? null}
                b={row[1] ?? null}
                c={row[2] ?? null}
                mine={mine.has(city.id) ? p.me : null}
                marked={p.marks.includes(city.id) || starts.has(city.id)}
                fresh={p.fresh?.[city.id] ?? null}
                light={fact.light}
                ring={p.rings?.[city.id]?.look ?? null}
                tag={p.rings?.[city.id]?.tag ?? (p.jump === city.id ? t('board.jump', { n: fact.total ?? '' }) : '')}
                total={fact.total}
                order={number(city.id)}
                orderX={orders[city.id]?.[0] ?? 0}
                orderY={orders[city.id]?.[1] ?? 0}
                tab={city.id === tabStop}
                spoken={inZone ? spoken(city.id, city.name, city.area, fact) : ''}
              />
            );
          })}
        </svg>
        <p className={heard === '' ? 'hidden' : 'heard'} role="status">
          {heard}
        </p>
        <Tools
          board={whole}
          layout={layout}
          zoom={zoom}
          zone={zone}
          mine={mine}
          me={p.me}
          busy={busy}
          mapped={p.frames === true}
          onList={near ? (p.onList ?? null) : null}
        />
      </div>
      <div className="board-foot">
        {p.legend !== false && (
          <Legend
            costs={board.house_costs ?? USUAL}
            flat={board.flat ?? 0}
            passing={streets ? (board.passing ?? 0) : 0}
            shut={(p.shut?.length ?? 0) > 0}
            starts={starts.size > 0}
            me={p.me}
            outside={zone !== null && board.areas.some((area) => !zone.has(area.id))}
            planned={planned.length > 0}
            other={Object.values(p.rings ?? {}).some(({ look }) => look === 'other')}
            fresh={Object.keys(p.fresh ?? {}).length > 0}
          />
        )}
        {!near && p.onList && <ListButton onList={p.onList} />}
      </div>
    </div>
  );
});
