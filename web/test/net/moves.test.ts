import { describe, expect, it } from 'vitest';
import type { AnyAction } from '../../src/protocol/schema';
import { fakeServer, move, opened, pass, PASS, sent, Server, settle, socket, update, view, welcome } from './kit';

fakeServer();

/** An open table whose server answers by itself. */
async function playing() {
  const server = new Server();
  const { session, line } = await opened();
  return { server, session, line };
}

describe('a move', () => {
  it('is sent with a key of its own and the state it was made on, and counts once the new state is shown', async () => {
    const { server, session, line } = await playing();
    const done = session.act(move('bonn'));
    expect(session.live.get().busy).toBe(true);
    const [act] = sent('act');
    expect(act).toMatchObject({ type: 'act', expect: 0, action: move('bonn') });
    expect(act?.key).toMatch(/^\d+-\d+-\d+$/);
    await server.serve(line);
    expect(await done).toBe(true);
    expect(session.live.get()).toMatchObject({ busy: false, refused: null, view: { seq: 1 } });
    void session.act(move('essen'));
    expect(sent('act')[1]?.key).not.toBe(act?.key);
  });
  it('has a key that no other session of this browser uses', async () => {
    const first = await opened();
    const second = await opened();
    void first.session.act(move('bonn'));
    void second.session.act(move('bonn'));
    expect(sent('act', first.line)[0]?.key).not.toBe(sent('act', second.line)[0]?.key);
  });
  it('is sent once where the button is pressed twice', async () => {
    const { server, session, line } = await playing();
    const first = session.act(move('bonn'));
    expect(await session.act(move('bonn'))).toBe(false);
    await server.serve(line);
    expect(await first).toBe(true);
    expect(server.moves).toEqual(['bonn']);
    expect(sent('act')).toHaveLength(1);
  });
  it('is not sent where a lesson does not let it through', async () => {
    const { session } = await playing();
    const offered: (readonly AnyAction[])[] = [];
    session.guard = (actions) => {
      offered.push(actions);
      return false;
    };
    expect(await session.act(move('bonn'))).toBe(false);
    expect(offered).toEqual([[move('bonn')]]);
    expect(sent('act')).toEqual([]);
    expect(session.live.get().busy).toBe(false);
  });
  it('that is refused says why and leaves the buttons free; the next one clears the reason', async () => {
    const { server, session, line } = await playing();
    server.seq = 5;
    const done = session.act(move('bonn'), move('essen'));
    await server.serve(line);
    expect(await done).toBe(false);
    expect(session.live.get()).toMatchObject({ busy: false, refused: { code: 'stale' } });
    expect(sent('act')).toHaveLength(1);
    void session.act(move('bonn'));
    expect(session.live.get().refused).toBeNull();
    await settle();
  });
  it('of several follows the one before it, each on the state that the last one made', async () => {
    const { server, session, line } = await playing();
    const done = session.act(move('bonn'), move('essen'), PASS);
    await server.serve(line);
    expect(await done).toBe(true);
    expect(server.moves).toEqual(['bonn', 'essen', 'pass']);
    expect(sent('act').map((act) => act.expect)).toEqual([0, 1, 2]);
  });
  it('of several waits for the state of the last one, also where the answer comes first', async () => {
    const { session, line } = await playing();
    const done = session.act(move('bonn'), move('essen'));
    line.push({ type: 'done', key: sent('act')[0]?.key ?? '', seq: 2, repeated: false });
    await settle();
    expect(sent('act')).toHaveLength(1);
    line.push(update(1));
    await settle();
    expect(sent('act')).toHaveLength(1);
    line.push(update(2));
    await settle();
    expect(sent('act')[1]?.expect).toBe(2);
    expect(session.live.get().busy).toBe(true);
    line.push({ type: 'done', key: sent('act')[1]?.key ?? '', seq: 3, repeated: false });
    await settle();
    expect(session.live.get().busy).toBe(true);
    line.push(update(3));
    expect(session.live.get()).toMatchObject({ busy: false, view: { seq: 3 } });
    await settle();
    expect(await done).toBe(true);
  });
  it('is one drawing with the end of the waiting for it', async () => {
    const { session, line } = await playing();
    void session.act(move('bonn'));
    line.push({ type: 'done', key: sent('act')[0]?.key ?? '', seq: 1, repeated: false });
    await settle();
    let drawings = 0;
    session.live.watch(() => (drawings += 1));
    line.push(update(1));
    await settle();
    expect([drawings, session.live.get().busy]).toEqual([1, false]);
  });
  it('is over where the answer comes before the table has a view; to pass is then left out', async () => {
    const { session, line } = await opened({ view: null });
    const done = session.act(move('bonn'), PASS);
    line.push({ type: 'done', key: sent('act')[0]?.key ?? '', seq: 1, repeated: false });
    await settle();
    expect(await done).toBe(true);
    expect(sent('act')).toHaveLength(1);
  });
  it('to pass is left out where an order of the player has ended the turn already', async () => {
    const { session, line } = await playing();
    const done = session.act(move('bonn'), PASS);
    line.push(update(1, { menu: false }));
    line.push({ type: 'done', key: sent('act')[0]?.key ?? '', seq: 1, repeated: false });
    await settle();
    expect(await done).toBe(true);
    expect(sent('act')).toHaveLength(1);
  });
  it('to pass is sent where it is the only one, whatever the menu says', async () => {
    const { session } = await opened({ view: view(0, { menu: false }) });
    void session.act(PASS);
    expect(sent('act')).toHaveLength(1);
  });
  it('other than to pass is sent also where no menu is left: the server gives the reason', async () => {
    const { session, line } = await playing();
    void session.act(move('bonn'), move('essen'));
    line.push(update(1, { menu: false }));
    line.push({ type: 'done', key: sent('act')[0]?.key ?? '', seq: 1, repeated: false });
    await settle();
    expect(sent('act')).toHaveLength(2);
  });
});

describe('a move whose line is lost', () => {
  it('before the server had it is sent again with the same key, and played once', async () => {
    const { server, session, line } = await playing();
    const done = session.act(move('bonn'));
    line.drop();
    await settle();
    expect(session.live.get()).toMatchObject({ line: 'lost', busy: true });
    await pass(400);
    expect(socket()).not.toBe(line);
    await server.serve(socket());
    expect(await done).toBe(true);
    expect(server.moves).toEqual(['bonn']);
    expect(sent('act')).toEqual(sent('act', line));
  });
  it('after the store took it is played once: the answer to the same key is what became of it', async () => {
    const { server, session, line } = await playing();
    const done = session.act(move('bonn'), move('essen'));
    const [first] = sent('act', line);
    if (first) server.take(first);
    line.drop();
    await pass(400);
    await server.serve(socket());
    expect(await done).toBe(true);
    expect(server.moves).toEqual(['bonn', 'essen']);
    expect(session.live.get()).toMatchObject({ busy: false, refused: null, view: { seq: 2 } });
    expect(session.live.get().entries.map((one) => one.seq)).toEqual([1, 2]);
  });
  it('between the new state and its answer is not played again', async () => {
    const { server, session, line } = await playing();
    const done = session.act(move('bonn'));
    const [first] = sent('act', line);
    const [news] = first ? server.take(first) : [];
    if (news) line.push(news);
    line.drop();
    await pass(400);
    await server.serve(socket());
    expect(await done).toBe(true);
    expect(server.moves).toEqual(['bonn']);
    expect(session.live.get().entries.map((one) => one.seq)).toEqual([1]);
  });
  it('is sent at the next welcome where it was made while nothing was connected', async () => {
    const { server, session, line } = await playing();
    line.drop();
    const done = session.act(move('bonn'));
    await pass(400);
    socket().accept();
    expect(sent('act')).toEqual([]);
    await server.serve(socket());
    expect(await done).toBe(true);
    expect(server.moves).toEqual(['bonn']);
  });
  it('survives a restart of the server that lasts', async () => {
    const { server, session, line } = await playing();
    const done = session.act(move('bonn'));
    const [first] = sent('act', line);
    if (first) server.take(first);
    line.drop();
    for (const wait of [400, 1000, 2000]) {
      await pass(wait);
      socket().drop();
    }
    await pass(4000);
    await server.serve(socket());
    expect(await done).toBe(true);
    expect(server.moves).toEqual(['bonn']);
    expect(session.live.get()).toMatchObject({ line: 'live', busy: false });
  });
  it('is settled only once, and an answer to a key that nobody waits for changes nothing', async () => {
    const { server, session, line } = await playing();
    const done = session.act(move('bonn'));
    await server.serve(line);
    expect(await done).toBe(true);
    line.drop();
    await pass(400);
    await server.serve(socket());
    expect(sent('act')).toEqual([]);
    const before = session.live.get();
    socket().push({ type: 'done', key: 'unknown', seq: 9, repeated: true });
    expect(session.live.get()).toEqual(before);
  });
});

describe('undo', () => {
  it('takes back as many moves as the last press played, one after another', async () => {
    const { server, session, line } = await playing();
    void session.act(move('bonn'));
    await server.serve(line);
    void session.act(move('essen'), move('trier'));
    await server.serve(line);
    const before = sent('undo').length;
    void session.undo(0);
    expect(session.live.get().busy).toBe(true);
    await server.serve(line);
    expect(server.moves).toEqual(['bonn']);
    expect(sent('undo').slice(before)).toMatchObject([
      { seat: 0, expect: 3 },
      { seat: 0, expect: 4 },
    ]);
    expect(session.live.get().busy).toBe(false);
    void session.undo(0);
    await server.serve(line);
    expect(server.moves).toEqual([]);
  });
  it('remembers every press of the turn', async () => {
    const { server, session, line } = await playing();
    void session.act(move('bonn'), move('essen'));
    await server.serve(line);
    void session.act(move('trier'));
    await server.serve(line);
    void session.undo(0);
    await server.serve(line);
    expect(server.moves).toEqual(['bonn', 'essen']);
    void session.undo(0);
    await server.serve(line);
    expect(server.moves).toEqual([]);
  });
  it('is one drawing with the end of the waiting for the last of several', async () => {
    const { server, session, line } = await playing();
    void session.act(move('bonn'), move('essen'));
    await server.serve(line);
    void session.undo(0);
    line.push({ type: 'done', key: sent('undo')[0]?.key ?? '', seq: 3, repeated: false });
    await settle();
    line.push(update(3, { undo: 1 }));
    expect(session.live.get().busy).toBe(true);
    await settle();
    line.push({ type: 'done', key: sent('undo')[1]?.key ?? '', seq: 4, repeated: false });
    await settle();
    let drawings = 0;
    session.live.watch(() => (drawings += 1));
    line.push(update(4));
    await settle();
    expect([drawings, session.live.get().busy]).toEqual([1, false]);
  });
  it('asks for nothing where the table has no view, and rests on the first state where it has lost it', async () => {
    const { session } = await opened({ view: null });
    await session.undo(0);
    expect(sent('undo')).toEqual([]);
    expect(session.live.get().busy).toBe(false);
    const other = await playing();
    void other.session.act(move('bonn'), move('essen'));
    await other.server.serve(other.line);
    void other.session.undo(0);
    other.session.refresh();
    socket().accept();
    socket().push({ type: 'done', key: sent('undo', other.line)[0]?.key ?? '', seq: 3, repeated: false });
    await settle();
    expect(sent('undo')).toMatchObject([{ expect: 0 }]);
  });
  it('forgets the presses of the last turn', async () => {
    const { server, session, line } = await playing();
    void session.act(move('bonn'), move('essen'));
    await server.serve(line);
    server.moves.length = 0;
    line.push(update(2, { undo: 0 }));
    void session.act(move('trier'));
    await server.serve(line);
    line.push(update(3, { undo: 3 }));
    void session.undo(0);
    await server.serve(line);
    expect(sent('undo')).toHaveLength(1);
    line.push(update(4, { undo: 3 }));
    void session.undo(0);
    await server.serve(line);
    expect(sent('undo')).toHaveLength(2);
  });
  it('counts only the moves that were played', async () => {
    const { server, session, line } = await playing();
    void session.act(move('bonn'));
    await server.serve(line);
    void session.act(move('essen'), move('trier'));
    const second = sent('act')[1];
    for (const answer of second ? server.take(second) : []) line.push(answer);
    await settle();
    const third = sent('act')[2];
    line.push({ type: 'refused', code: 'no', text: '', rule: null, args: {}, key: third?.key ?? '' });
    await settle();
    expect(session.live.get().refused?.code).toBe('no');
    line.answered = line.sent.length;
    void session.undo(0);
    expect(session.live.get().refused).toBeNull();
    await server.serve(line);
    expect(server.moves).toEqual(['bonn']);
  });
  it('does nothing while a move is on its way, or where nothing can be taken back', async () => {
    const { session } = await playing();
    void session.undo(0);
    await settle();
    expect(sent('undo')).toEqual([]);
    expect(session.live.get().busy).toBe(false);
    void session.act(move('bonn'));
    void session.undo(0);
    await settle();
    expect(sent('undo')).toEqual([]);
  });
  it('is sent once where it is pressed twice', async () => {
    const { session } = await opened({ view: view(4, { undo: 1 }) });
    void session.undo(0);
    void session.undo(0);
    await settle();
    expect(sent('undo')).toHaveLength(1);
  });
  it('stops at the first that is refused', async () => {
    const { server, session, line } = await playing();
    void session.act(move('bonn'), move('essen'));
    await server.serve(line);
    void session.undo(0);
    line.push({ type: 'refused', code: 'late', text: '', rule: null, args: {}, key: sent('undo')[0]?.key ?? '' });
    await settle();
    expect(sent('undo')).toHaveLength(1);
    expect(session.live.get()).toMatchObject({ busy: false, refused: { code: 'late' } });
  });
  it('waits for the state that the last one made', async () => {
    const { session, line } = await opened({ view: view(4, { undo: 1 }) });
    void session.undo(0);
    line.push({ type: 'done', key: sent('undo')[0]?.key ?? '', seq: 5, repeated: false });
    await settle();
    expect(session.live.get().busy).toBe(true);
    line.push(update(5));
    expect(session.live.get().busy).toBe(false);
  });
  it('whose line is lost is sent again with the same key', async () => {
    const { session, line } = await opened({ view: view(4, { undo: 1 }) });
    void session.undo(0);
    line.drop();
    await pass(400);
    socket().accept();
    socket().push(welcome({ view: view(4) }));
    expect(sent('undo')).toEqual(sent('undo', line));
  });
});
