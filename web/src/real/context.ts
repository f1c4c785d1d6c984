/** What the parts of a real table share: the game, the sheet, and how a line is written. */
import { createContext, useContext } from 'react';
import type { Layout } from '../boards';
import type { Session } from '../net/session';
import type {
  AnyLine,
  BoardView,
  GameView,
  LineChange,
  MenuView,
  SheetView,
  TableView,
  View,
} from '../protocol/schema';
import type { Queue } from './queue';

export interface Real {
  session: Session;
  table: TableView;
  board: BoardView;
  layout: Layout | null;
  view: View;
  game: GameView;
  menu: MenuView | null;
  sheet: SheetView;
  names: readonly string[];
  busy: boolean;
  /** Lines that wait on this device. */
  queue: Queue;
  /** There has been no network for a while: lines wait here, and those that are written stay as they are. */
  away: boolean;
  /** Write a line where the sheet goes on: at its end, before the line that no longer fits, or among those that wait. */
  write: (line: AnyLine) => void;
  /** Change lines that are written. */
  change: (changes: LineChange[]) => void;
}

export const RealContext = createContext<Real | null>(null);

export function useReal(): Real {
  const real = useContext(RealContext);
  if (real === null) throw new Error('not at a real table');
  return real;
}
