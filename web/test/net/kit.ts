/** A session without a network: sockets that the test opens, answers and drops, and a table that takes each move once. */
import { afterEach, beforeEach, vi } from 'vitest';
import { Session } from '../../src/net/session';
import type {
  AnyAction,
  ClientMessage,
  EntryView,
  ServerMessage,
  TableView,
  Update,
  View,
  Welcome,
} from '../../src/protocol/schema';
import { choose } from '../../src/base/settings';

export class FakeSocket {
  static readonly OPEN = 1;
  static all: FakeSocket[] = [];
  readyState = 0;
  readonly sent: ClientMessage[] = [];
  /** How many of them the server has answered. */
  answered = 0;
  onopen: () => void = () => undefined;
  onmessage: (event: { data: string }) => void = () => undefined;
  onclose: () => void = () => undefined;

  constructor(readonly url: string) {
    FakeSocket.all.push(this);
  }

  send(text: string): void {
    if (this.readyState !== FakeSocket.OPEN) throw new Error('sent to a socket that is not open');
    this.sent.push(JSON.parse(text) as ClientMessage);
  }

  close(): void {
    if (this.readyState >= 2) return;
    this.readyState = 2;
    queueMicrotask(() => {
      this.drop();
    });
  }

  /** The server accepts the connection. */
  accept(): void {
    this.readyState = FakeSocket.OPEN;
    this.onopen();
  }

  /** A message arrives. */
  push(message: ServerMessage): void {
    this.onmessage({ data: JSON.stringify(message) });
  }

  /** The connection breaks. */
  drop(): void {
    this.readyState = 3;
    this.onclose();
  }
}

export const settle = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0);
export const pass = (ms: number): Promise<unknown> => vi.advanceTimersByTimeAsync(ms);

export const entry = (seq: number): EntryView => ({ seq, events: [] }) as unknown as EntryView;
export const range = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, at) => from + at);
export const move = (city: string): AnyAction => ({ type: 'build', seat: 0, city }) as unknown as AnyAction;
export const PASS = { type: 'pass', seat: 0 } as unknown as AnyAction;

interface Own {
  menu?: boolean;
  undo?: number;
}

export const view = (seq: number, { menu = true, undo = 0 }: Own = {}): View =>
  ({
    seq,
    game: { round: 1 },
    mine: { menu: menu ? { seat: 0 } : null, can_undo: undo, proxy: {}, auto: {}, why_not: [] },
  }) as unknown as View;

export const update = (seq: number, own: Own = {}, events: unknown[] = []): Update =>
  ({ type: 'update', seq, entries: [{ seq, events }], view: view(seq, own) }) as unknown as Update;

export const table = (change: object = {}): TableView =>
  ({ code: 'ABCD', clock: { kind: 'none' }, yours: [0], seats: [], ...change }) as unknown as TableView;

export const welcome = (change: Partial<Welcome> = {}): Welcome => ({
  type: 'welcome',
  table: table(),
  entries: [],
  chat: [],
  view: view(0),
  earlier: false,
  read: 0,
  hidden: [],
  ...change,
});

/** A table on a server. It outlives the sockets: what it took it knows by its key, as the store does. */
export class Server {
  seq = 0;
  readonly moves: string[] = [];
  private readonly taken = new Map<string, number>();

  /** Take what a page sent; returns the messages that it is to receive. */
  take(message: ClientMessage): ServerMessage[] {
    if (message.type === 'hello')
      return [
        welcome({
          entries: range((message.have ?? 0) + 1, this.seq).map(entry),
          view: view(this.seq, { undo: this.moves.length }),
        }),
      ];
    if (message.type !== 'act' && message.type !== 'undo') return [];
    const before = this.taken.get(message.key);
    if (before !== undefined) return [{ type: 'done', key: message.key, seq: before, repeated: true }];
    if (message.expect !== this.seq)
      return [{ type: 'refused', code: 'stale', text: '', rule: null, args: {}, key: message.key }];
    this.seq += 1;
    if (message.type === 'undo') this.moves.pop();
    else this.moves.push('city' in message.action ? String(message.action.city) : message.action.type);
    this.taken.set(message.key, this.seq);
    return [
      update(this.seq, { undo: this.moves.length }),
      { type: 'done', key: message.key, seq: this.seq, repeated: false },
    ];
  }

  /** Answer all that a socket has sent, and what it sends upon the answers. */
  async serve(socket: FakeSocket): Promise<void> {
    if (socket.readyState === 0) socket.accept();
    for (let next = socket.sent[socket.answered]; next !== undefined; next = socket.sent[socket.answered]) {
      socket.answered += 1;
      for (const answer of this.take(next)) socket.push(answer);
      await settle();
    }
  }
}

/** The newest socket. */
export function socket(): FakeSocket {
  const last = FakeSocket.all.at(-1);
  if (!last) throw new Error('no socket was opened');
  return last;
}

/** What a socket was sent of one kind. */
export const sent = <T extends ClientMessage['type']>(
  type: T,
  from = socket(),
): Extract<ClientMessage, { type: T }>[] =>
  from.sent.filter((message): message is Extract<ClientMessage, { type: T }> => message.type === type);

export interface Board {
  answer: () => Promise<unknown>;
}

/** How the server answers the request for the board; a test may replace it. */
export const board: Board = { answer: () => Promise.resolve() };
export const BOARD = { ruleset: 'recharged/usa' };
export const fine = (): Promise<unknown> =>
  Promise.resolve({ ok: true, status: 200, json: () => Promise.resolve(BOARD) });
export const failing = (status: number, code: string) => (): Promise<unknown> =>
  Promise.resolve({ ok: false, status, statusText: '', json: () => Promise.resolve({ code, text: '' }) });

/** A session whose table is open, and its socket. */
export async function opened(first: Partial<Welcome> = {}): Promise<{ session: Session; line: FakeSocket }> {
  const session = new Session('ABCD');
  session.open();
  await settle();
  socket().accept();
  socket().push(welcome(first));
  socket().answered = 1;
  await settle();
  return { session, line: socket() };
}

/** Let a file's tests begin with no socket, a server that answers and a clock that they move. */
export function fakeServer(): void {
  beforeEach(() => {
    vi.useFakeTimers();
    vi.setSystemTime(1_000_000);
    FakeSocket.all = [];
    board.answer = fine;
    vi.stubGlobal('WebSocket', FakeSocket);
    vi.stubGlobal('fetch', () => board.answer());
    choose({ pace: 'instant', language: 'en' });
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
}
