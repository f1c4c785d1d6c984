/** The form for a new table: what is chosen in it, how each choice changes it, and the request that it becomes. */
import { able } from '../base/able';
import type { GameRow } from '../home/myBoards';
import type { CreateTable, SeatPlan, TableView, UsualRow } from '../protocol/schema';
import { clockName, clockPlan, nameOfPlan } from '../state/clocks';

export type ZoneKind = 'random' | 'draft' | 'pick';

export interface Form {
  /** The games and bots that the server offers. */
  sets: readonly GameRow[];
  levels: readonly string[];
  ruleset: string;
  seats: readonly SeatPlan[];
  zone: ZoneKind;
  /** The areas picked on the map. */
  areas: readonly string[];
  clock: string;
  open: boolean;
  hints: boolean;
  rated: boolean;
  title: string;
  options: Readonly<Record<string, unknown>>;
  problem: string | null;
  /** The request is on its way. */
  busy: boolean;
}

export const FIRST: Form = {
  sets: [],
  levels: ['normal'],
  ruleset: 'recharged/germany',
  // alone nobody else can sit down
  seats: [
    { kind: 'person' },
    able.people ? { kind: 'open' } : { kind: 'bot', level: 'normal' },
    { kind: 'bot', level: 'normal' },
    { kind: 'bot', level: 'normal' },
  ],
  zone: 'random',
  areas: [],
  clock: 'none',
  open: false,
  hints: true,
  rated: false,
  title: '',
  options: {},
  problem: null,
  busy: false,
};

const SEATS_MOST = 6;

/** The form as the address wants it: the game, the players and the bots chosen before, with no seat open to others. */
export function wished(wish: URLSearchParams): Form {
  const [game, level, seats] = [wish.get('game'), wish.get('level'), Number(wish.get('seats'))];
  if (game === null || level === null || !Number.isInteger(seats) || seats < 2 || seats > SEATS_MOST) return FIRST;
  const bots = Array.from({ length: seats - 1 }, (): SeatPlan => ({ kind: 'bot', level }));
  return { ...FIRST, ruleset: game, seats: [{ kind: 'person' }, ...bots] };
}

/** The form as a table that waits has it: its owner changes what it plays, not its seats. */
export function formOf(table: TableView): Partial<Form> {
  const { zone, ...options } = table.options;
  return {
    ruleset: table.ruleset,
    seats: table.seats.map(({ kind, level }): SeatPlan => ({ kind, level })),
    ...(Array.isArray(zone)
      ? { zone: 'pick', areas: zone.map(String) }
      : { zone: zone === 'draft' ? 'draft' : 'random' }),
    clock: clockName(table.clock) ?? 'none',
    open: table.visibility === 'public',
    hints: table.hints,
    rated: table.rated,
    title: table.name,
    options,
  };
}

export type Choice =
  | { type: 'table'; table: TableView }
  | { type: 'usual'; usual: UsualRow }
  | { type: 'offered'; sets: readonly GameRow[]; levels: readonly string[] }
  | { type: 'game'; ruleset: string }
  | { type: 'count'; count: number }
  | { type: 'seat'; index: number; plan: SeatPlan }
  | { type: 'area'; area: string }
  | { type: 'option'; name: string; value: unknown }
  | { type: 'set'; change: Partial<Pick<Form, 'zone' | 'clock' | 'open' | 'hints' | 'rated' | 'title'>> }
  | { type: 'sent' }
  | { type: 'failed'; problem: string };

export function choose(form: Form, choice: Choice): Form {
  switch (choice.type) {
    case 'offered':
      return { ...form, sets: choice.sets, levels: choice.levels };
    case 'table':
      return { ...form, ...formOf(choice.table) };
    case 'usual':
      return { ...form, ruleset: choice.usual.ruleset, clock: nameOfPlan(choice.usual.clock), areas: [] };
    // another board, or another number of players: the areas are others too
    case 'game':
      return { ...form, ruleset: choice.ruleset, areas: [] };
    case 'count':
      return { ...form, seats: seatsFor(form, choice.count), areas: [] };
    case 'seat':
      return { ...form, seats: form.seats.map((seat, at) => (at === choice.index ? choice.plan : seat)) };
    case 'area': {
      const { areas } = form;
      const { area } = choice;
      return { ...form, areas: areas.includes(area) ? areas.filter((one) => one !== area) : [...areas, area] };
    }
    case 'option':
      return { ...form, options: { ...form.options, [choice.name]: choice.value } };
    case 'set':
      // a rated table has a clock
      return {
        ...form,
        ...(choice.change.rated === true && form.clock === 'none' ? { clock: 'days3' } : {}),
        ...choice.change,
      };
    case 'sent':
      return { ...form, busy: true, problem: null };
    case 'failed':
      return { ...form, busy: false, problem: choice.problem };
  }
}

/** The seats for another number of players: those there are, and bots for the rest. */
function seatsFor({ seats, levels }: Form, count: number): SeatPlan[] {
  const bot: SeatPlan = { kind: 'bot', level: levels.includes('normal') ? 'normal' : levels[0] };
  return Array.from({ length: count }, (_, index) => seats[index] ?? bot);
}

/** No two names at a table may look alike: the players on this device are numbered. */
export const namedSeats = (seats: readonly SeatPlan[], name: string): SeatPlan[] =>
  seats.map((seat, index) => {
    if (seat.kind !== 'person') return seat;
    const others = seats.slice(0, index).filter((one) => one.kind === 'person').length;
    return { ...seat, name: others === 0 ? name : `${name.slice(0, 22)} ${others + 1}` };
  });

/** What a table and the standing table of a group have in common; `chosen`: the game as the server knows it. */
export const planOf = (
  { zone, areas, clock, hints, rated, options }: Form,
  chosen: { ruleset: string; options: Record<string, unknown> },
  hasMap: boolean,
) =>
  ({
    ruleset: chosen.ruleset,
    options: { ...options, ...chosen.options, ...(hasMap ? { zone: zone === 'pick' ? [...areas] : zone } : {}) },
    clock: clockPlan(clock),
    hints: hints && !rated,
    rated,
  }) satisfies Partial<CreateTable>;

/** The areas that neighbours lead to from one: all of a board, or those of an island. */
function island(areas: readonly { id: string; near: readonly string[] }[], from: string): Set<string> {
  const seen = new Set([from]);
  for (const id of seen) areas.find((one) => one.id === id)?.near.forEach((other) => seen.add(other));
  return seen;
}

/** The areas that may be tapped: those picked, and while more are needed their neighbours and those of other islands. */
export function pickable(
  board: { areas: readonly { id: string; near: readonly string[] }[]; area_count: number } | null,
  areas: readonly string[],
): string[] {
  if (board === null) return [];
  const near = new Set(board.areas.filter((one) => areas.includes(one.id)).flatMap((one) => one.near));
  const apart = (id: string): boolean => {
    const linked = island(board.areas, id);
    return !areas.some((one) => linked.has(one));
  };
  const more = (id: string): boolean => areas.length < board.area_count && (near.has(id) || apart(id));
  return board.areas.map((one) => one.id).filter((id) => areas.includes(id) || more(id));
}
