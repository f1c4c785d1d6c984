/** A real table without a server: a session that keeps what is written, on a position of a golden game. */
import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { vi } from 'vitest';
import RealTable from '../../src/real/RealTable';
import type { AnyLine, LineChange, Refused, SheetLine, SheetView } from '../../src/protocol/schema';
import { fixture, NotedSession, type Fixture } from './kit';

export const refusal = (code: string, more: Partial<Refused> = {}): Refused => ({
  type: 'refused',
  code,
  text: 'Ann has 50 Elektro.',
  rule: 'R18-AUC-06',
  args: {},
  key: null,
  ...more,
});

/** A session that keeps what is written, and answers with what it was told to. */
export class RealSession extends NotedSession {
  readonly written: LineChange[][] = [];
  readonly asked: unknown[] = [];
  answers_: (Refused | null)[] = [];
  proposals: AnyLine[] = [];

  override write(changes: LineChange[]): Promise<Refused | null> {
    this.written.push(changes);
    return Promise.resolve(this.answers_.shift() ?? null);
  }

  override propose(asked: unknown): Promise<AnyLine[]> {
    this.asked.push(asked);
    return Promise.resolve(this.proposals);
  }
}

export const sheet = (lines: SheetLine[] = []): SheetView => ({
  type: 'sheet',
  seq: 1,
  first: 0,
  lines,
  slips: [],
  draws: [],
  by: '',
});

export function table(name: string, prepare: (session: RealSession, shown: Fixture) => void = () => undefined) {
  const shown = fixture(name);
  shown.table.real = true;
  const session = new RealSession(shown.quotes, shown.view.game);
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(JSON.stringify(shown.rules))));
  session.live.update({ sheet: sheet(), board: shown.board, table: shown.table, view: shown.view });
  prepare(session, shown);
  const { board, view, entries } = shown;
  render(<RealTable {...{ session, board, view, entries }} table={shown.table} busy={false} />);
  return { session, shown, user: userEvent.setup() };
}
