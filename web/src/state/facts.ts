/** What each city says on the board right now: its cost for me, whether it may be tapped, and why not. */
import type { CityFact } from '../board/Board';
import { spread } from '../board/geometry';
import type { BoardView, MenuView, MineView, SeatGame } from '../protocol/schema';
import { say } from '../text';
import type { Reason } from '../parts/Why';
import { rows, whyNot } from './play';

interface Asked {
  board: BoardView;
  mine: MineView;
  areas: readonly string[];
  own: SeatGame | undefined;
  phase: string;
  menu: MenuView | null;
  me: number | null;
  plan: readonly string[];
  /** Off-turn planning: show costs although nothing is asked. */
  planning: boolean;
}

const NOTHING: Record<string, CityFact> = {};

export function cityFacts({
  board,
  mine,
  areas,
  own,
  phase,
  menu,
  me,
  plan,
  planning,
}: Asked): Record<string, CityFact> {
  const found: Record<string, CityFact> = {};
  for (const type of ['place_trust', 'mark_start'] as const) {
    for (const row of rows(menu, type)) found[row.city] = { light: 'pick', total: null, reason: null };
  }
  if (Object.keys(found).length > 0) return found;
  const building = menu?.choices.build !== undefined || (menu !== null && phase === 'build');
  if (me === null || (!building && !planning)) return NOTHING;

  const zone = new Set(areas);
  const inside = new Set(board.cities.filter((city) => zone.has(city.area)).map((city) => city.id));
  const links = board.connections.filter(([a, b]) => inside.has(a) && inside.has(b));
  const named = (id: string, name: string, reason: Reason | null): Reason | null =>
    reason && { ...reason, text: reason.text.replaceAll(id, name) };
  const beyond = spread(links, plan);
  const reach = mine.reach[String(me)] ?? {};
  const money = own?.money ?? 0;
  const settled = (own?.cities.length ?? 0) > 0;
  for (const city of board.cities) {
    const cost = reach[city.id];
    if (!inside.has(city.id) || own?.cities.includes(city.id)) continue;
    if (plan.includes(city.id)) {
      found[city.id] = { light: 'planned', total: cost ? cost[0] + cost[1] : null, reason: null };
    } else if (cost) {
      const planned = beyond.get(city.id) ?? Infinity;
      const total = cost[0] + (settled || plan.length === 0 ? Math.min(cost[1], planned) : planned);
      const title = say('city.costs', { city: city.name, cost: total });
      const reason = named(city.id, city.name, whyNot({ mine }, title, { type: 'build', city: city.id }));
      const dear =
        reason === null ||
        mine.why_not.some(
          (row) => row.action.type === 'build' && row.action.city === city.id && row.code === 'city_too_dear',
        );
      if (total > money) {
        const short = say('city.short', { city: city.name, cost: total, left: money, short: total - money });
        found[city.id] = { light: 'closed', total, reason: { title, text: short, rule: reason?.rule ?? '' } };
      } else
        found[city.id] = dear || planning ? { light: 'open', total, reason: null } : { light: 'closed', total, reason };
    } else {
      const reason = named(city.id, city.name, whyNot({ mine }, city.name, { type: 'build', city: city.id }));
      if (reason) found[city.id] = { light: 'closed', total: null, reason };
    }
  }
  return found;
}
