/** The names of phases: the card game has its own. */
import type { BoardView } from '../protocol/schema';
import { sayCode } from '../text';

export const phaseName = (kind: BoardView['kind'], phase: string): string =>
  sayCode(kind === 'cards' ? 'cardphase' : 'phase', phase);
