/** A puzzle's position as a table: what the board, the panels and the console of the game screen need. */
import type { Session } from '../net/session';
import type { ClockView, PuzzleView, TableView } from '../protocol/schema';
import { type Draft, type Play } from '../state/play';
import { STILL } from '../state/still';
import type { Layout } from '../boards';

const PLAN = { kind: 'none', bank: 0, increment: 0, days: 0 } as const;
const CLOCK: ClockView = { kind: 'none', left: [], running: null, at: '', increment: 0, resting: false, ends: null };

/** What is prepared, and what a move does. */
interface Held {
  session: Session;
  draft: Draft;
  change: Play['change'];
  rings: Play['rings'];
}

export function playOf(puzzle: PuzzleView, layout: Layout | null, names: string[], held: Held): Play {
  const { game, board, seat, mine } = puzzle;
  const table = {
    code: '',
    name: '',
    ruleset: board.ruleset,
    title: puzzle.title,
    options: board.options,
    state: 'playing',
    seats: names.map((name, number) => ({
      seat: number,
      name,
      kind: number === seat ? 'person' : 'bot',
      level: number === seat ? null : 'normal',
      connected: true,
    })),
    lesson: null,
    visibility: 'private',
    hints: false,
    clock: PLAN,
    seq: 0,
    round: game.round,
    phase: game.phase,
    actor: seat,
    result: null,
    end: null,
    yours: [seat],
    owner: false,
    watchers: 0,
    muted: [],
    watching: [],
    removed: [],
    rematch: null,
    again: [],
    fork_of: null,
    deal: null,
  } as unknown as TableView;
  const view = { seq: 0, game, mine, clock: CLOCK, goal: null };
  return {
    session: held.session,
    table,
    board,
    layout,
    view,
    game,
    entries: [],
    me: seat,
    menu: mine.menu,
    names,
    draft: held.draft,
    change: held.change,
    ...STILL,
    plants: new Map(board.plants.map((plant) => [plant.id, plant])),
    busy: false,
    answers: true,
    rings: held.rings,
  };
}
