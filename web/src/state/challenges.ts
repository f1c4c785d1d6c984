/** What this device has reached in the challenges: the most stars of each, and the table where one was left. */
import { keepText } from '../base/kept';
import { Store, useStore } from '../base/store';

const PLACE = 'kilowatt.challenges';

export interface Reached {
  stars: Record<string, number>;
  tables: Record<string, string>;
}

const NOTHING: Reached = { stars: {}, tables: {} };

function stored(): Reached {
  try {
    return { ...NOTHING, ...(JSON.parse(localStorage.getItem(PLACE) ?? '{}') as Partial<Reached>) };
  } catch {
    return NOTHING; // storage is closed or holds something else
  }
}

export const reached = new Store<Reached>(stored());
export const useReached = (): Reached => useStore(reached);

function keep(next: Reached): void {
  reached.update(next);
  try {
    keepText(PLACE, JSON.stringify(next));
  } catch {
    // without storage it lasts as long as the page
  }
}

/** A challenge is played at this table: it can be left and gone on with. */
export function noteBegun(name: string, code: string): void {
  const old = reached.get();
  keep({ ...old, tables: { ...old.tables, [name]: code } });
}

/** A challenge is over with so many stars; the most count. */
export function noteStars(name: string, stars: number): void {
  const { stars: old, tables } = reached.get();
  const others = Object.entries(tables).filter(([one]) => one !== name);
  keep({ stars: { ...old, [name]: Math.max(stars, old[name] ?? 0) }, tables: Object.fromEntries(others) });
}

/** The next challenge to offer after one: the next without three stars, in the order of the page. */
export function nextAfter(names: readonly string[], name: string, stars: Record<string, number>): string | null {
  const at = names.indexOf(name);
  const others = [...names.slice(at + 1), ...names.slice(0, Math.max(0, at))];
  return others.find((one) => (stars[one] ?? 0) < 3) ?? null;
}
