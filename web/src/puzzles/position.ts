/** A puzzle's position as a table that nobody plays: what the board and the panels of the game screen need. */
import { Session } from '../net/session';
import type { ClockView, MineView, PuzzleView, TableView } from '../protocol/schema';
import { NO_NEWS } from '../state/news';
import { EMPTY, NO_PLAN, type Draft, type Play } from '../state/play';
import type { Layout } from '../boards';

const PLAN = { kind: 'none', bank: 0, increment: 0, days: 0 } as const;
const CLOCK: ClockView = { kind: 'none', left: [], running: null, at: '', increment: 0 };
const MINE: MineView = { menu: null, why_not: [], reach: {}, can_undo: 0, proxy: {}, auto: {} };
const nothing = (): void => undefined;

export function playOf(puzzle: PuzzleView, layout: Layout | null, names: string[], shown: Partial<Draft>): Play {
  const { game, board, seat } = puzzle;
  const table = {
    code: '',
    name: '',
    ruleset: board.ruleset,
    title: puzzle.title,
    options: board.options,
    state: 'playing',
    seats: names.map((name, number) => ({ seat: number, name, kind: 'bot', level: 'normal', connected: true })),
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
    fork_of: null,
    deal: null,
  } as unknown as TableView;
  const view = { seq: 0, game, mine: MINE, clock: CLOCK, goal: null };
  return {
    session: new Session(''),
    table,
    board,
    layout,
    view,
    game,
    entries: [],
    me: seat,
    menu: null,
    names,
    past: null,
    draft: { ...EMPTY, ...shown },
    change: nothing,
    planning: false,
    plan: NO_PLAN,
    setPlan: nothing,
    look: nothing,
    imagine: nothing,
    news: NO_NEWS,
    again: nothing,
    plants: new Map(board.plants.map((plant) => [plant.id, plant])),
    busy: false,
  };
}
