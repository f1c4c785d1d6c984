/** What every part of the table screen shares: the game shown, who I am, what I have prepared. Facts only, no rules. */
import { createContext, useContext, useRef, useSyncExternalStore } from 'react';
import type { Layout } from '../boards';
import type { Session } from '../net/session';
import type {
  AnyAction,
  AnyChoice,
  BoardView,
  EntryView,
  GameView,
  MenuView,
  PlantRow,
  TableView,
  View,
  WhyNot,
} from '../protocol/schema';
import type { Ring } from './rings';
import type { News } from './news';
import type { Store } from '../base/store';

/** Why something cannot be done, or what there is to know about it. */
export interface Reason {
  title: string;
  text: string;
  rule: string;
  /** Something to know about it beside the reason. */
  also?: string;
  /** Nothing is greyed: this only explains. */
  free?: boolean;
}

/** What is prepared but not played yet. Cleared when another decision is asked. */
export interface Draft {
  plant: string | null;
  bid: number | null;
  cities: readonly string[];
  /** Where the free jump leads; '' keeps it, null leaves it to the plan. */
  jump: string | null;
  /** "market/fuel" -> tokens. */
  basket: Record<string, number>;
  /** Card game: "column/card" -> cards. */
  cards: Record<string, number>;
  /** Plants to run, and which of the ways to burn; null: the best. */
  run: number | null;
}

export const EMPTY: Draft = { plant: null, bid: null, cities: [], jump: null, basket: {}, cards: {}, run: null };

/** What the planner tries out. */
export interface Planned {
  cities: readonly string[];
  plant: string | null;
  price: number;
  fuel: Record<string, number>;
  /** Fuel given up with the plant that the planned one replaces. */
  give_up: Record<string, number>;
}
export const NO_PLAN: Planned = { cities: [], plant: null, price: 0, fuel: {}, give_up: {} };

export interface Play {
  session: Session;
  table: TableView;
  board: BoardView;
  /** Where things lie on it, and what its areas are called; null until it is loaded, and where there is no board. */
  layout: Layout | null;
  view: View;
  /** The state shown: now, or a moment of the past. */
  game: GameView;
  entries: EntryView[];
  me: number | null;
  menu: MenuView | null;
  names: string[];
  /** The entry after which the shown moment lies; null: now. */
  past: number | null;
  draft: Draft;
  change: (part: Partial<Draft>) => void;
  /** The planner is open: taps on the board go into its plan. */
  planning: boolean;
  plan: Planned;
  setPlan: (plan: Planned) => void;
  look: (seq: number | null) => void;
  /** Shows a position that was never played, in place of the moment that is looked at; null: the moment again. */
  imagine: (game: GameView | null) => void;
  /** What others did since your own last move. */
  news: News;
  /** Shows once more what came after an entry; without one, what others did since your own last move. */
  again: (since?: number) => void;
  plants: ReadonlyMap<string, PlantRow>;
  busy: boolean;
  /** A puzzle: what is played is an answer. */
  answers?: boolean;
  /** Rings around cities, where an answer is compared with the best. */
  rings?: Record<string, Ring>;
}

export const PlayContext = createContext<Store<Play> | null>(null);

/** Everything; drawn again with every change, so only for what changes with every move anyway. */
export const usePlay = (): Play => usePart(whole);
const whole = (play: Play): Play => play;

const alike = (a: Record<string, unknown>, b: Record<string, unknown>): boolean =>
  Object.keys(b).every((key) => Object.is(a[key], b[key]));

/** Some facts of the game; drawn again only when one of them is another one. */
export function usePart<T extends object>(select: (play: Play) => T): T {
  const store = useContext(PlayContext);
  if (store === null) throw new Error('outside of a table');
  const last = useRef<T | null>(null);
  return useSyncExternalStore(store.watch, () => {
    const next = select(store.get());
    if (last.current === null || !alike(last.current as Record<string, unknown>, next as Record<string, unknown>))
      last.current = next;
    return last.current;
  });
}

/** The rows of the menu for one type of action. */
export function rows<T extends AnyChoice['type']>(menu: MenuView | null, type: T): Extract<AnyChoice, { type: T }>[] {
  return (menu?.choices[type] ?? NONE) as Extract<AnyChoice, { type: T }>[];
}
const NONE: AnyChoice[] = [];

/** Find why something shown may not be done now. `like` names the fields that must agree. */
export function whyNot(
  view: { mine: { why_not: readonly WhyNot[] } },
  title: string,
  like: Partial<AnyAction>,
): Reason | null {
  const wanted = Object.entries(like);
  const row = view.mine.why_not.find((one) => {
    const action = one.action as unknown as Record<string, unknown>;
    return wanted.every(([field, value]) => action[field] === value);
  });
  return row ? { title, text: plain(row.text, row.rule), rule: row.rule } : null;
}

/** A sentence without the rule's id at its end, which is shown as a link. */
export function plain(text: string, rule: string | null): string {
  return rule !== null && text.endsWith(` [${rule}]`) ? text.slice(0, -rule.length - 3) : text;
}

export const split = (key: string): [string, string] => {
  const cut = key.indexOf('/');
  return [key.slice(0, cut), key.slice(cut + 1)];
};
