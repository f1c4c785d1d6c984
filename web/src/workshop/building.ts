/** What building costs on a board besides links and usual houses, and where nobody begins. Each change gives a new board. */
import { citiesOf, withoutKey, type BoardData } from './model';

const SET = 'set in the workshop';
export const HOUSES = [10, 15, 20] as const;
/** Keys of a board file that are whole numbers, 0 where they are missing. */
export type Toll = 'flat_connection' | 'passing';

const dropped = (board: BoardData, ...keys: string[]): BoardData =>
  keys.reduce((last, key) => withoutKey<unknown>(last, key) as BoardData, board);

export const tollOf = (board: BoardData, key: Toll): number => Number(board[key] ?? 0);

/** Set what a connection costs at most, or each city on its way; nothing is 0. Without the first, areas must touch. */
export function withToll(board: BoardData, key: Toll, cost: number | null): BoardData {
  if (cost) return { ...board, [key]: cost };
  return key === 'passing' ? dropped(board, key) : dropped(board, key, 'areas_apart');
}

export const apart = (board: BoardData): boolean => board['areas_apart'] === true;
export const withApart = (board: BoardData, on: boolean): BoardData =>
  on ? { ...board, areas_apart: true } : dropped(board, 'areas_apart');

/** What the first, second and third house in a city cost. */
export function houseCosts(board: BoardData): readonly number[] {
  const own = board['house_costs'] as { values: number[] } | undefined;
  return own?.values ?? HOUSES;
}

export function withHouseCost(board: BoardData, place: number, cost: number | null): BoardData {
  const values = houseCosts(board).map((old, at) => (at === place ? (cost ?? HOUSES[place] ?? 0) : old));
  const usual = values.every((value, at) => value === HOUSES[at]);
  return usual ? dropped(board, 'house_costs') : { ...board, house_costs: { source: SET, values } };
}

const entriesOf = (board: BoardData): Record<string, number> => (board['entries'] ?? {}) as Record<string, number>;
export const entryOf = (board: BoardData, city: string): number => entriesOf(board)[city] ?? 0;

/** Set what it costs to enter a city. Where one city costs something, the file names the cost of each. */
export function withEntry(board: BoardData, city: string, cost: number | null): BoardData {
  return fitted({ ...board, entries: { ...entriesOf(board), [city]: cost ?? 0 } });
}

const closedStarts = (board: BoardData): string[] => (board['no_start'] ?? []) as string[];
export const noStart = (board: BoardData, city: string): boolean => closedStarts(board).includes(city);

/** Set whether nobody's first house may stand in a city. */
export function withNoStart(board: BoardData, city: string, on: boolean): BoardData {
  const rest = closedStarts(board).filter((one) => one !== city);
  return fitted({ ...board, no_start: on ? [...rest, city] : rest });
}

/** The same board whose costs and closed starts name the cities that there are, and no others. */
export function fitted(board: BoardData): BoardData {
  if (!('entries' in board) && !('no_start' in board)) return board;
  const ids = citiesOf(board).map((city) => city.id);
  const entries = Object.fromEntries(ids.map((id) => [id, entryOf(board, id)]));
  const starts = closedStarts(board).filter((one) => ids.includes(one));
  const some: BoardData = { ...board, entries, no_start: starts };
  const keys = [
    ...(Object.values(entries).some((cost) => cost > 0) ? [] : ['entries']),
    ...(starts.length > 0 ? [] : ['no_start']),
  ];
  return keys.length > 0 ? dropped(some, ...keys) : some;
}
