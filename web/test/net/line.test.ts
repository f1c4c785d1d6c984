import { describe, expect, it, vi } from 'vitest';
import { Session } from '../../src/net/session';
import { choose } from '../../src/base/settings';
import {
  BOARD,
  board,
  entry,
  failing,
  fakeServer,
  FakeSocket,
  fine,
  opened,
  pass,
  range,
  sent,
  settle,
  socket,
  table,
  update,
  view,
  welcome,
} from './kit';

fakeServer();

const seqs = (session: Session): number[] => session.live.get().entries.map((one) => one.seq);

describe('a table that is opened', () => {
  it('fetches its board, then connects and says what it has', async () => {
    const asked: string[] = [];
    vi.stubGlobal('fetch', (path: string) => {
      asked.push(path);
      return fine();
    });
    const session = new Session('A/B');
    expect(session.live.get().line).toBe('connecting');
    session.open();
    expect(FakeSocket.all).toEqual([]);
    await settle();
    expect(asked).toEqual(['/api/tables/A%2FB/board']);
    expect(session.live.get().board).toEqual(BOARD);
    expect(socket().url).toBe(`ws://${location.host}/api/tables/A%2FB/socket`);
    socket().accept();
    expect(socket().sent).toEqual([{ type: 'hello', have: 0, lang: 'en', visible: true }]);
    expect(session.live.get().line).toBe('connecting');
  });
  it('connects encrypted where the page is', async () => {
    vi.stubGlobal('location', { protocol: 'https:', host: 'kilowatt.example' });
    new Session('ABCD').open();
    await settle();
    expect(socket().url).toBe('wss://kilowatt.example/api/tables/ABCD/socket');
  });
  it('shows what the welcome brings', async () => {
    const chat = [{ type: 'chat', who: 'Ann', text: 'hi' }] as never;
    const { session } = await opened({ view: view(2), entries: [entry(1), entry(2)], chat, hidden: ['Bob'] });
    expect(session.live.get()).toMatchObject({
      line: 'live',
      table: table(),
      view: view(2),
      chat,
      hidden: ['Bob'],
      earlier: false,
    });
    expect(seqs(session)).toEqual([1, 2]);
  });
  it.each([
    [404, 'no_table'],
    [400, 'bad'],
    [499, 'odd'],
  ])('that the server does not have (%i) is gone, and not tried again', async (status, code) => {
    board.answer = failing(status, code);
    const session = new Session('ABCD');
    session.open();
    await pass(60_000);
    expect(session.live.get().gone).toBe(code);
    expect(FakeSocket.all).toEqual([]);
    board.answer = fine;
    await pass(60_000);
    expect(session.live.get().board).toBeNull();
  });
  it.each([
    ['does not answer', () => Promise.reject(new TypeError('offline'))],
    ['fails', failing(500, 'failed')],
  ])('is asked for again where the server %s', async (_, answer) => {
    board.answer = answer;
    const session = new Session('ABCD');
    session.open();
    await settle();
    expect(session.live.get()).toMatchObject({ line: 'lost', retryAt: 1_000_400, gone: null });
    board.answer = fine;
    await pass(399);
    expect(FakeSocket.all).toEqual([]);
    await pass(1);
    expect(session.live.get().board).toEqual(BOARD);
    expect(FakeSocket.all).toHaveLength(1);
  });
  it('opens no socket where it was left before its board came', async () => {
    const session = new Session('ABCD');
    session.open();
    session.close();
    await settle();
    expect(FakeSocket.all).toEqual([]);
  });
});

describe('a line that is lost', () => {
  it('is tried again after 0.4, 1, 2, 4 and 8 seconds, then every 8, and from the start after a welcome', async () => {
    const { session } = await opened();
    for (const wait of [400, 1000, 2000, 4000, 8000, 8000, 8000]) {
      const before = FakeSocket.all.length;
      socket().drop();
      expect(session.live.get()).toMatchObject({ line: 'lost', retryAt: Date.now() + wait });
      await pass(wait - 1);
      expect(FakeSocket.all).toHaveLength(before);
      await pass(1);
      expect(FakeSocket.all).toHaveLength(before + 1);
    }
    socket().accept();
    expect(session.live.get().line).toBe('lost');
    socket().push(welcome());
    expect(session.live.get().line).toBe('live');
    socket().drop();
    expect(session.live.get().retryAt).toBe(Date.now() + 400);
  });
  it('asks for what came since, and adds it', async () => {
    const { session, line } = await opened({ entries: range(1, 3).map(entry), view: view(3) });
    line.drop();
    await pass(400);
    socket().accept();
    expect(socket().sent).toEqual([{ type: 'hello', have: 3, lang: 'en', visible: true }]);
    socket().push(welcome({ entries: [entry(4), entry(5)], view: view(5) }));
    expect(seqs(session)).toEqual([1, 2, 3, 4, 5]);
  });
  it('has shown all moves that had come before it asks for what is missing', async () => {
    choose({ pace: 'slow' });
    const { session, line } = await opened({ view: view(0, { menu: false }) });
    for (const seq of [1, 2, 3]) line.push(update(seq, { menu: false }));
    line.drop();
    await pass(400);
    socket().accept();
    expect(seqs(session)).toEqual([1, 2, 3]);
    expect(sent('hello')[0]?.have).toBe(3);
  });
  it('is tried at once where the player asks for it, and once only', async () => {
    const { session, line } = await opened();
    line.drop();
    session.retryNow();
    session.retryNow();
    expect(FakeSocket.all).toHaveLength(2);
    await pass(60_000);
    expect(FakeSocket.all).toHaveLength(2);
  });
  it('is not tried where it is not lost', async () => {
    const { session } = await opened();
    session.retryNow();
    await pass(60_000);
    expect(FakeSocket.all).toHaveLength(1);
  });
  it('fetches the board first where it is still missing', async () => {
    board.answer = failing(500, 'failed');
    const session = new Session('ABCD');
    session.open();
    await settle();
    board.answer = fine;
    session.retryNow();
    await settle();
    expect(session.live.get().board).toEqual(BOARD);
    expect(FakeSocket.all).toHaveLength(1);
    await pass(60_000);
    expect(FakeSocket.all).toHaveLength(1);
  });
  it('gives up what is only asked, and keeps what is played', async () => {
    const { session, line } = await opened();
    const hint = session.hint(0);
    const history = session.history(3);
    line.drop();
    expect(await hint).toMatchObject({ type: 'refused', code: 'connection_lost' });
    expect(await history).toBeNull();
    await pass(400);
    socket().accept();
    socket().push(welcome());
    expect(sent('hint')).toEqual([]);
  });
});

describe('a table that is left', () => {
  it('closes its socket and is not tried again', async () => {
    const { session, line } = await opened();
    session.close();
    await pass(60_000);
    expect(line.readyState).toBe(3);
    expect(FakeSocket.all).toHaveLength(1);
    expect(session.live.get().line).toBe('live');
  });
  it('while it is lost is not tried again', async () => {
    const { session, line } = await opened();
    line.drop();
    session.close();
    await pass(60_000);
    expect(FakeSocket.all).toHaveLength(1);
  });
  it('can be opened again', async () => {
    const { session } = await opened();
    session.close();
    await settle();
    session.open();
    await settle();
    expect(FakeSocket.all).toHaveLength(2);
    socket().drop();
    expect(session.live.get().line).toBe('lost');
  });
});

describe('a seat that is taken', () => {
  it('asks for everything again on another line, and the first is not called lost: the view depends on the seat', async () => {
    const { session, line } = await opened({ entries: [entry(1)], view: view(1) });
    session.refresh();
    expect(session.live.get()).toMatchObject({ line: 'live', entries: [], view: null });
    await settle();
    expect(line.readyState).toBe(3);
    socket().accept();
    expect(sent('hello')[0]?.have).toBe(0);
    socket().push(welcome({ entries: [entry(1)], view: view(1) }));
    expect(seqs(session)).toEqual([1]);
    await pass(60_000);
    expect(FakeSocket.all).toHaveLength(2);
  });
  it('shows no move that had come for the old one', async () => {
    choose({ pace: 'slow' });
    const { session, line } = await opened({ entries: [entry(1)], view: view(1, { menu: false }) });
    for (const seq of [2, 3, 4]) line.push(update(seq, { menu: false }));
    session.refresh();
    await pass(5000);
    expect(session.live.get()).toMatchObject({ entries: [], view: null });
    socket().accept();
    expect(sent('hello')[0]?.have).toBe(0);
  });
  it('while the line is lost is asked for by the next hello', async () => {
    const { session, line } = await opened({ entries: [entry(1)], view: view(1) });
    line.drop();
    session.refresh();
    expect(FakeSocket.all).toHaveLength(1);
    await pass(400);
    session.refresh();
    expect(FakeSocket.all).toHaveLength(2);
    socket().accept();
    expect(sent('hello')[0]?.have).toBe(0);
  });
});

describe('another language', () => {
  it('opens a second line, and closes the first without calling it lost', async () => {
    const { session, line } = await opened({ entries: [entry(1)], view: view(1) });
    choose({ language: 'de' });
    session.changeLanguage();
    await settle();
    expect(line.readyState).toBe(3);
    expect(session.live.get().line).toBe('live');
    socket().accept();
    expect(socket().sent).toEqual([{ type: 'hello', have: 1, lang: 'de', visible: true }]);
    await pass(60_000);
    expect(FakeSocket.all).toHaveLength(2);
  });
  it('asks again for prices: their reasons are sentences of the server', async () => {
    const { session } = await opened();
    void session.quote(0, { cities: ['bonn'] });
    session.changeLanguage();
    socket().accept();
    socket().push(welcome());
    void session.quote(0, { cities: ['bonn'] });
    // the first is still waited for, and asked again on the new line
    expect(sent('quote')).toHaveLength(2);
  });
  it('changes nothing while the line is lost, or not yet open', async () => {
    const { session, line } = await opened();
    line.drop();
    session.changeLanguage();
    expect(FakeSocket.all).toHaveLength(1);
    await pass(400);
    session.changeLanguage();
    expect(FakeSocket.all).toHaveLength(2);
    expect(socket().readyState).toBe(0);
  });
  it('does not listen to the old line any more', async () => {
    const { session, line } = await opened();
    session.changeLanguage();
    line.push(update(1));
    expect(seqs(session)).toEqual([]);
  });
});
