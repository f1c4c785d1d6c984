/** What each city says on the board right now: its cost for me, whether it may be tapped, and why not. The server's word. */
import type { BoardView, MenuView, MineView, Quoted, SeatGame } from '../protocol/schema';
import { say } from '../text';
import { rows, whyNot, type Reason } from './play';

/** How a city is lit: offered, open to build, closed, planned, or none of these. */
export type Light = 'none' | 'open' | 'closed' | 'planned' | 'pick';

export interface CityFact {
  light: Light;
  total: number | null;
  reason: Reason | null;
}

/** A board with these areas in play: on some boards all cities there end the game, where they are fewer than usual. */
export function boardIn(board: BoardView, areas: readonly string[]): BoardView {
  const cities = board.cities.filter((city) => areas.includes(city.area)).length;
  return board.zone_limits_end && cities > 0 && cities < board.end_at ? { ...board, end_at: cities } : board;
}

/** Whether every place of a board is a single space. */
export const isPlan = (board: Pick<BoardView, 'cities'>): boolean =>
  board.cities.length > 0 && board.cities.every((city) => city.spaces.filter((space) => space !== null).length === 1);

/** A board whose places have numbers for names, with these as words. */
export const named = (board: BoardView): BoardView =>
  board.cities.some((city) => /^\d+$/.test(city.name))
    ? { ...board, cities: board.cities.map((city) => ({ ...city, name: say('space.number', { n: city.name }) })) }
    : board;

interface Asked {
  board: BoardView;
  mine: MineView;
  areas: readonly string[];
  own: SeatGame | undefined;
  menu: MenuView | null;
  me: number | null;
  plan: readonly string[];
  /** The plan keeps the free jump, so links alone count. */
  keeps?: boolean;
  /** Costs are wanted: it is your turn to build, or you plan. */
  costs: boolean;
  /** The answer about the plan, as soon as it is there. */
  quoted: Quoted | null;
}

const NOTHING: Record<string, CityFact> = {};

export function cityFacts(asked: Asked): Record<string, CityFact> {
  const { board, mine, areas, own, menu, me, plan, keeps = false, costs, quoted } = asked;
  const facts: Record<string, CityFact> = {};
  for (const type of ['place_trust', 'mark_start'] as const) {
    for (const row of rows(menu, type)) facts[row.city] = { light: 'pick', total: null, reason: null };
  }
  if (Object.keys(facts).length > 0) return facts;
  if (me === null || !costs) return NOTHING;

  const reach = quoted?.reach ?? mine.reach[String(me)] ?? {};
  const why = { mine: { why_not: quoted?.why_not ?? mine.why_not } };
  // until the answer is there with its reasons, what is not on offer is closed: nothing lights up that cannot be built
  const offered = new Set([...rows(menu, 'build'), ...rows(menu, 'jump')].map((row) => row.city));
  const unsaid = quoted === null && menu !== null;
  const planned = new Map(quoted?.quote.houses.map((row) => [row.city, row.house + row.connection]));
  for (const city of board.cities) {
    if (!areas.includes(city.area) || own?.cities.includes(city.id)) continue;
    if (plan.includes(city.id)) {
      facts[city.id] = { light: 'planned', total: planned.get(city.id) ?? null, reason: null };
      continue;
    }
    const cost = reach[city.id];
    const jump = keeps ? undefined : quoted?.jumps[city.id];
    const total = jump ?? (cost ? cost[0] + cost[1] : null);
    const title = total === null ? city.name : say('city.costs', { city: city.name, cost: total });
    const reason = whyNot(why, title, { type: jump === undefined ? 'build' : 'jump', city: city.id });
    const closed = reason !== null || (unsaid && !offered.has(city.id));
    if (reason || total !== null) facts[city.id] = { light: closed ? 'closed' : 'open', total, reason };
  }
  return facts;
}
