/** A table without a server: the real screen on a position of a golden game, and a session that notes what is sent. */
import { render, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { vi } from 'vitest';
import type { Plan } from '../../src/net/live';
import { Session } from '../../src/net/session';
import type {
  AnyAction,
  AutoOrders,
  BoardView,
  EntryView,
  GameView,
  Quoted,
  RulesPanel,
  TableView,
  View,
} from '../../src/protocol/schema';
import { Game } from '../../src/screens/Game';

export interface Fixture {
  table: TableView;
  board: BoardView;
  view: View;
  entries: EntryView[];
  quotes: { plan: Plan; quoted: Quoted }[];
  rules: RulesPanel;
}

const FIXTURES = import.meta.glob<Fixture>('../fixtures/*.json', { import: 'default', eager: true });

export function fixture(name: string): Fixture {
  const found = FIXTURES[`../fixtures/${name}.json`];
  if (!found) throw new Error(`there is no fixture ${name}: run python -m tools.page_fixtures`);
  return structuredClone(found);
}

/** A session that answers from the fixture and keeps what would be sent. */
export class NotedSession extends Session {
  readonly acts: AnyAction[] = [];
  readonly autos: AutoOrders[] = [];
  /** The moments that were asked for. */
  readonly looked: number[] = [];
  skips = 0;

  constructor(
    private readonly answers: Fixture['quotes'],
    private readonly game: GameView | null = null,
  ) {
    super('FIXTURES');
    this.live.update({ line: 'live' });
  }

  override act(...actions: AnyAction[]): Promise<boolean> {
    this.acts.push(...actions);
    return Promise.resolve(true);
  }

  override quote(_: number, plan: Plan): Promise<Quoted | null> {
    const wanted = JSON.stringify(plan);
    return Promise.resolve(this.answers.find((row) => JSON.stringify(row.plan) === wanted)?.quoted ?? null);
  }

  override skip(): void {
    this.skips += 1;
  }

  override history(upto: number): Promise<GameView | null> {
    this.looked.push(upto);
    return Promise.resolve(this.game);
  }

  override auto(_: number, orders: AutoOrders): void {
    this.autos.push(orders);
  }
}

/** Show a position, of these fixtures or of others; `change` may alter it first. */
export function show(what: string | Fixture, change: (shown: Fixture) => void = () => undefined, review = false) {
  const shown = typeof what === 'string' ? fixture(what) : structuredClone(what);
  change(shown);
  const session = new NotedSession(shown.quotes, shown.view.game);
  vi.stubGlobal('fetch', (path: string) =>
    Promise.resolve(new Response(JSON.stringify(path.endsWith('/rules') ? shown.rules : { points: [] }))),
  );
  const { table, board } = shown;
  const user = userEvent.setup();
  const game = ({ view, entries }: Pick<Fixture, 'view' | 'entries'>) => (
    <Game {...{ session, table, board, view, entries, review }} busy={false} at={null} />
  );
  const { rerender } = render(game(shown));
  /** Show what comes next: the same table after `change`. */
  const next = (change: (shown: Fixture) => void): void => {
    const later = structuredClone(shown);
    change(later);
    rerender(game(later));
  };
  return { shown, session, user, next };
}

/** The console, and what is in it. */
export const consoleBox = (): HTMLElement => document.getElementById('console') ?? document.body;
export const inConsole = () => within(consoleBox());
export const primary = (): HTMLElement | null => consoleBox().querySelector('[data-primary]');
