/** Lines while they are entered: what kinds a game has, a blank line of each, and what a line still lacks. */
import type { AnyAction, AnyLine, BoardView, GameView, PlantRow } from '../protocol/schema';

const STEPS = [
  'seat_order',
  'zone',
  'choose_area',
  'mark_start',
  'place_trust',
  'close_city',
  'show_back',
  'reveal',
  'reveal_fuel',
  'open',
  'bid',
  'pass',
  'scrap',
  'discard_fuel',
] as const;
type Step = (typeof STEPS)[number];
export type Kind = Exclude<AnyLine['type'], 'step'> | Step;

/** Before the first round. */
const SETUP: readonly Kind[] = ['seat_order', 'zone', 'choose_area', 'close_city', 'place_trust', 'mark_start'];
/** What the game asks for, where the line for it is called otherwise. */
const ASKED: Record<string, Kind> = {
  buy_fuel: 'fuel',
  buy_card: 'fuel',
  build: 'houses',
  run: 'power',
  open: 'sale',
};
/** These phases begin with the last player. */
const BACKWARDS: readonly Kind[] = ['fuel', 'houses'];

export interface Kinds {
  /** What happens in every round, or now. */
  usual: Kind[];
  more: Kind[];
}

/** The kinds of lines of a game: those of its setup until it begins, cards or a board, backs where they are seen. */
export function kindsOf(game: GameView, board: BoardView): Kinds {
  const cards = board.kind === 'cards';
  const there: Partial<Record<Kind, boolean>> = {
    seat_order: board.options.order === 'random',
    zone: !cards && board.options.zone === 'random',
    choose_area: !cards && board.options.zone === 'draft',
    close_city: board.no_steps,
    place_trust: board.trust && !cards,
    mark_start: board.options.starting_cities === true,
  };
  const setup = game.round > 1 ? [] : SETUP.filter((kind) => there[kind] === true);
  const asked = nextKind(game);
  const begun = !setup.some((kind) => kind === asked);
  const backs = game.plants.top_back !== null;
  const usual: Kind[] = ['sale', 'pass', 'fuel', ...only(!cards, 'houses'), 'power', 'reveal'];
  usual.push(...only(cards, 'reveal_fuel'), ...only(backs, 'show_back'));
  const rare: Kind[] = ['open', 'bid', 'scrap', 'discard_fuel', ...only(!backs && board.backs.length > 0, 'show_back')];
  rare.push('count');
  const all = begun ? { usual, more: [...rare, ...setup] } : { usual: [...setup], more: [...usual, ...rare] };
  return all.usual.includes(asked)
    ? all
    : { usual: [asked, ...all.usual], more: all.more.filter((kind) => kind !== asked) };
}

const only = (there: boolean, kind: Kind): Kind[] => (there ? [kind] : []);

/** What comes next, by what the page saw last. */
export function nextKind({ asked }: GameView): Kind {
  return ASKED[asked] ?? STEPS.find((kind) => kind === asked) ?? 'sale';
}

export const kindOf = (line: AnyLine): Kind => (line.type === 'step' ? (line.action.type as Step) : line.type);

const step = (action: AnyAction): AnyLine => ({ type: 'step', action });

/** A line of this kind in which nothing is entered yet. */
export function blank(kind: Kind, seat: number): AnyLine {
  switch (kind) {
    case 'sale':
      return { type: 'sale', seat, plant: '', price: 0 };
    case 'fuel':
      return { type: 'fuel', seat, tokens: [], cards: [] };
    case 'houses':
      return { type: 'houses', seat, cities: [] };
    case 'power':
      return { type: 'power', seat, plants: [] };
    case 'count':
      return { type: 'count', seat, money: 0 };
    case 'seat_order':
      return step({ type: kind, order: [] });
    case 'zone':
      return step({ type: kind, areas: [] });
    case 'choose_area':
      return step({ type: kind, seat, area: '' });
    case 'mark_start':
    case 'place_trust':
      return step({ type: kind, seat, city: '' });
    case 'close_city':
      return step({ type: kind, city: '' });
    case 'show_back':
      return step({ type: kind, back: '' });
    case 'reveal':
      return step({ type: kind, plant: '' });
    case 'reveal_fuel':
      return step({ type: kind, card: '' });
    case 'open':
      return step({ type: kind, seat, plant: '', bid: 0 });
    case 'bid':
      return step({ type: kind, seat, amount: 0 });
    case 'pass':
      return step({ type: kind, seat });
    case 'scrap':
      return step({ type: kind, seat, plant: '', give_up: {} });
    case 'discard_fuel':
      return step({ type: kind, seat, fuel: '' });
  }
}

/** The line of another player: what only the first one has goes. */
export function withSeat(line: AnyLine, seat: number): AnyLine {
  if (line.type === 'power') return blank('power', seat);
  if (line.type !== 'step') return { ...line, seat };
  return 'seat' in line.action ? { type: 'step', action: { ...line.action, seat } } : line;
}

/** Whose line comes after this one, in the order in which people act in that phase. */
export function seatAfter(kind: Kind, seat: number, order: GameView['order']): number {
  const people = order.filter((one): one is number => typeof one === 'number');
  if (BACKWARDS.includes(kind)) people.reverse();
  else if (kind !== 'power') return seat;
  return people[people.indexOf(seat) + 1] ?? people[0] ?? seat;
}

const burned = (burn: Record<string, number>): number => Object.values(burn).reduce((sum, n) => sum + n, 0);

/** Whether everything a line needs was entered. The rules look at it later. */
export function whole(line: AnyLine, board: BoardView, plants: readonly PlantRow[] = board.plants): boolean {
  if (line.type === 'sale') return line.plant !== '' && line.price > 0;
  if (line.type === 'power')
    return (line.plants ?? []).every(
      ({ plant, burn }) => burned(burn) === (plants.find((one) => one.id === plant)?.need ?? 0),
    );
  if (line.type !== 'step') return true;
  const { action } = line;
  switch (action.type) {
    case 'seat_order':
      return action.order.length === board.seats;
    case 'zone':
      return action.areas.length === board.area_count;
    case 'choose_area':
      return action.area !== '';
    case 'mark_start':
    case 'place_trust':
    case 'close_city':
      return action.city !== '';
    case 'show_back':
      return action.back !== '';
    case 'reveal':
    case 'scrap':
      return action.plant !== '';
    case 'reveal_fuel':
      return action.card !== '';
    case 'open':
      return action.plant !== '' && action.bid > 0;
    case 'bid':
      return action.amount > 0;
    case 'discard_fuel':
      return action.fuel !== '';
    default:
      return true;
  }
}
