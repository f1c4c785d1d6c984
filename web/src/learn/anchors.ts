/** The tab that shows what a lesson points at, by the names under which components register their anchors. */
import type { Tab } from '../state/places';

const TABS: Record<string, Tab> = {
  plant: 'plants',
  current: 'plants',
  deck: 'plants',
  incomes: 'plants',
  plants: 'plants',
  fuel: 'fuel',
  fuels: 'fuel',
  card: 'fuel',
  city: 'board',
  board: 'board',
  players: 'players',
  me: 'players',
};

/** The tab in which an anchor (`deck`, `plant:10`) is seen on small screens; null where it is always in view. */
export const tabOf = (anchor: string): Tab | null => TABS[anchor.split(':')[0] ?? ''] ?? null;
