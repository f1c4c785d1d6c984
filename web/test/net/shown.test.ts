import { describe, expect, it, vi } from 'vitest';
import { CHAIN, STEP } from '../../src/net/pace';
import { Session } from '../../src/net/session';
import type { ServerMessage } from '../../src/protocol/schema';
import { choose } from '../../src/base/settings';
import {
  entry,
  fakeServer,
  move,
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

type Opened = Awaited<ReturnType<typeof opened>>;
const seqs = ({ session }: Opened): number[] => session.live.get().entries.map((one) => one.seq);
const page = (id: string, from: number, to: number): ServerMessage => ({
  type: 'entries',
  id,
  entries: range(from, to).map(entry),
  earlier: from > 1,
});

describe('entries that the welcome left out', () => {
  it('are fetched page by page, the newest first, until the record is whole', async () => {
    const it = await opened({ entries: range(21, 25).map(entry), view: view(25), earlier: true });
    const { session, line } = it;
    expect(session.live.get().earlier).toBe(true);
    const asked = sent('entries');
    expect(asked.map((one) => one.before)).toEqual([21]);
    line.push(page(asked[0]?.id ?? '', 11, 20));
    await settle();
    expect(session.live.get().earlier).toBe(true);
    expect(sent('entries')[1]?.before).toBe(11);
    line.push(page(sent('entries')[1]?.id ?? '', 1, 10));
    await settle();
    expect(seqs(it)).toEqual(range(1, 25));
    expect(session.live.get().earlier).toBe(false);
    expect(sent('entries')).toHaveLength(2);
  });
  it('come before those that were at hand, also where moves arrive meanwhile', async () => {
    const it = await opened({ entries: range(3, 4).map(entry), view: view(4), earlier: true });
    it.line.push(update(5));
    it.line.push(page(sent('entries')[0]?.id ?? '', 1, 2));
    await settle();
    expect(seqs(it)).toEqual([1, 2, 3, 4, 5]);
  });
  it('after a pause fill the gap between what was known and what is new', async () => {
    const it = await opened({ entries: range(1, 5).map(entry), view: view(5) });
    it.line.drop();
    await pass(400);
    socket().accept();
    socket().push(welcome({ entries: range(16, 20).map(entry), view: view(20), earlier: true }));
    expect(sent('entries')[0]?.before).toBe(16);
    // a page is as long as the server likes: what is known already is not added again
    socket().push(page(sent('entries')[0]?.id ?? '', 2, 15));
    await settle();
    expect(seqs(it)).toEqual(range(1, 20));
    expect(sent('entries')).toHaveLength(1);
  });
  it('are not fetched where the record is whole', async () => {
    const it = await opened({ entries: range(1, 3).map(entry), view: view(3) });
    expect(sent('entries')).toEqual([]);
    expect(it.session.live.get().earlier).toBe(false);
  });
  it('are asked for again at the next welcome where the line was lost in between', async () => {
    const it = await opened({ entries: range(11, 12).map(entry), view: view(12), earlier: true });
    it.line.drop();
    await settle();
    expect(it.session.live.get().earlier).toBe(false);
    await pass(400);
    socket().accept();
    expect(sent('hello')[0]?.have).toBe(12);
    socket().push(welcome({ view: view(12), earlier: true }));
    expect(sent('entries')[0]?.before).toBe(11);
    socket().push(page(sent('entries')[0]?.id ?? '', 1, 10));
    await settle();
    expect(seqs(it)).toEqual(range(1, 12));
  });
  it('that come twice or out of order, as after a change of language, are each added once', async () => {
    const it = await opened({ entries: range(21, 22).map(entry), view: view(22), earlier: true });
    const [first] = sent('entries');
    it.session.changeLanguage();
    socket().accept();
    socket().push(welcome({ view: view(22), earlier: true }));
    const asked = sent('entries');
    expect(asked.map((one) => one.before)).toEqual([21, 21]);
    expect(asked[0]?.id).toBe(first?.id);
    socket().push(page(asked[1]?.id ?? '', 11, 20));
    await settle();
    const third = sent('entries')[2];
    expect(third?.before).toBe(11);
    socket().push(page(third?.id ?? '', 1, 10));
    await settle();
    expect(seqs(it)).toEqual(range(1, 22));
    // the oldest question is answered last
    socket().push(page(asked[0]?.id ?? '', 11, 20));
    await settle();
    expect(seqs(it)).toEqual(range(1, 22));
    expect(sent('entries')).toHaveLength(3);
  });
  it('are not asked for without end where the server has none, or refuses', async () => {
    const it = await opened({ entries: [entry(9)], view: view(9), earlier: true });
    it.line.push({ type: 'entries', id: sent('entries')[0]?.id ?? '', entries: [], earlier: false });
    await settle();
    expect(sent('entries')).toHaveLength(1);
    expect(it.session.live.get().earlier).toBe(false);
    const other = await opened({ entries: [entry(9)], view: view(9), earlier: true });
    const key = sent('entries')[0]?.id ?? '';
    other.line.push({ type: 'refused', code: 'no', text: '', rule: null, args: {}, key });
    await settle();
    expect(sent('entries')).toHaveLength(1);
    expect(other.session.live.get()).toMatchObject({ earlier: false, refused: null });
  });
});

describe('moves of others', () => {
  const other = (seq: number, menu = false) => update(seq, { menu }, [{ type: 'city_connected', seat: 1 }]);

  it('are shown one after another at the chosen pace', async () => {
    choose({ pace: 'normal' });
    const { session, line } = await opened({ view: view(0, { menu: false }) });
    for (const seq of [1, 2, 3]) line.push(other(seq));
    await settle();
    expect(session.live.get().view?.seq).toBe(1);
    await pass(STEP.normal);
    expect(session.live.get().view?.seq).toBe(2);
    await pass(CHAIN.normal);
    expect(session.live.get().view?.seq).toBe(3);
  });
  it('are shown at once while a move is on its way, and where nobody looks at the page', async () => {
    choose({ pace: 'slow' });
    const { session, line } = await opened();
    void session.act(move('bonn'));
    for (const seq of [1, 2, 3]) line.push(other(seq));
    await settle();
    expect(session.live.get().view?.seq).toBe(3);
    const quiet = await opened({ view: view(0, { menu: false }) });
    vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    for (const seq of [1, 2, 3]) quiet.line.push(other(seq));
    await settle();
    vi.restoreAllMocks();
    expect(quiet.session.live.get().view?.seq).toBe(3);
  });
  it('are shown together where they come before the browser has rested', async () => {
    const { session, line } = await opened({ view: view(0, { menu: false }) });
    let drawings = 0;
    session.live.watch(() => (drawings += 1));
    for (const seq of range(1, 6)) line.push(other(seq));
    expect([drawings, session.live.get().view?.seq]).toEqual([1, 1]);
    await settle();
    expect([drawings, session.live.get().view?.seq]).toEqual([2, 6]);
    expect(session.live.get().entries.map((one) => one.seq)).toEqual(range(1, 6));
    await pass(1);
    line.push(other(7));
    expect(session.live.get().view?.seq).toBe(7);
  });
  it('are on the screen before anything else that comes after them', async () => {
    const { session, line } = await opened({ view: view(0, { menu: false }) });
    line.push(other(1));
    line.push(other(2));
    expect(session.live.get().view?.seq).toBe(1);
    line.push({ type: 'table', table: table({ code: 'NEXT' }) } as ServerMessage);
    expect(session.live.get()).toMatchObject({ table: { code: 'NEXT' }, view: { seq: 2 } });
  });
  it('are shown faster where a clock runs for the player, and not where it does not', async () => {
    choose({ pace: 'slow' });
    const clock = { kind: 'bank', left: [], running: 0, at: '', increment: 0 };
    const first = { view: view(0, { menu: false }) };
    const own = await opened({ ...first, table: table({ clock }) });
    const watched = await opened({ ...first, table: table({ clock, yours: [] }) });
    const calm = await opened(first);
    for (const { line } of [own, watched, calm]) for (const seq of [1, 2]) line.push(other(seq));
    await pass(STEP.fast - 1);
    const shown = () => [own, watched, calm].map(({ session }) => session.live.get().view?.seq);
    expect(shown()).toEqual([1, 1, 1]);
    await pass(1);
    expect(shown()).toEqual([2, 1, 1]);
    await pass(STEP.slow);
    expect(shown()).toEqual([2, 2, 2]);
  });
  it('are shown at once where that is chosen, also where a clock runs', async () => {
    const clock = { kind: 'bank', left: [], running: 0, at: '', increment: 0 };
    const { session, line } = await opened({ view: view(0, { menu: false }), table: table({ clock }) });
    line.push(other(1));
    line.push(other(2));
    await settle();
    expect(session.live.get().view?.seq).toBe(2);
  });
  it('are one drawing where bots bid against each other, and several where one of them is a person', async () => {
    choose({ pace: 'slow' });
    const raise = (seq: number, seat: number) => update(seq, { menu: false }, [{ type: 'bid_raised', seat }]);
    const seats = [
      { seat: 1, kind: 'bot' },
      { seat: 2, kind: 'bot' },
      { seat: 3, kind: 'person' },
    ];
    const { session, line } = await opened({ view: view(0, { menu: false }), table: table({ seats }) });
    line.push(raise(1, 1));
    line.push(raise(2, 2));
    line.push(raise(3, 3));
    await settle();
    expect(session.live.get().view?.seq).toBe(2);
  });
  it('are all shown before a welcome, which is newer than they are', async () => {
    choose({ pace: 'slow' });
    const { session, line } = await opened({ view: view(0, { menu: false }) });
    for (const seq of [1, 2]) line.push(other(seq));
    line.push(welcome({ view: view(3), entries: [entry(3)] }));
    await pass(CHAIN.slow);
    expect(session.live.get().view?.seq).toBe(3);
    expect(session.live.get().entries.map((one) => one.seq)).toEqual([1, 2, 3]);
  });
  it('are shown although no welcome has come yet', async () => {
    choose({ pace: 'slow' });
    const session = new Session('ABCD');
    session.open();
    await settle();
    socket().accept();
    socket().push(other(1));
    await settle();
    expect(session.live.get().view?.seq).toBe(1);
  });
  it('are skipped to the player’s own turn', async () => {
    choose({ pace: 'slow' });
    const { session, line } = await opened({ view: view(0, { menu: false }) });
    for (const seq of [1, 2, 3]) line.push(other(seq));
    session.skip();
    await settle();
    expect(session.live.get().view?.seq).toBe(3);
    line.push(other(4));
    await settle();
    expect(session.live.get().view?.seq).toBe(4);
  });
  it('are all shown before a move is taken back', async () => {
    choose({ pace: 'slow' });
    const { session, line } = await opened({ view: view(0, { undo: 1 }) });
    for (const seq of [1, 2]) line.push(update(seq, { undo: 1 }));
    await settle();
    expect(session.live.get().view?.seq).toBe(1);
    void session.undo(0);
    await pass(1);
    expect(session.live.get().view?.seq).toBe(2);
  });
  it('keep the parts of the view that did not change, so that they are not drawn again', async () => {
    const { session, line } = await opened({ view: view(0) });
    const { view: before, table: seats } = session.live.get();
    line.push(update(1));
    line.push({ type: 'table', table: table() } as ServerMessage);
    expect(session.live.get().view?.game).toBe(before?.game);
    expect(session.live.get().table).toBe(seats);
    line.push(welcome({ view: view(1) }));
    expect(session.live.get().view?.game).toBe(before?.game);
    expect(session.live.get().table).toBe(seats);
  });
});
