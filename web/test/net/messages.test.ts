import { describe, expect, it } from 'vitest';
import type { ServerMessage } from '../../src/protocol/schema';
import { fakeServer, move, opened, pass, range, sent, Server, socket, update, view, welcome } from './kit';

fakeServer();

describe('the price of a plan', () => {
  const priced = (id: string) => ({ type: 'quoted', id, total: 7 }) as unknown as ServerMessage;

  it('is asked for with everything that a plan can name', async () => {
    const { session, line } = await opened();
    const price = session.quote(2, { cities: ['bonn'], fuel: { coal: 2 } });
    const [asked] = sent('quote');
    expect(asked).toEqual({
      type: 'quote',
      id: asked?.id,
      seat: 2,
      cities: ['bonn'],
      fuel: { coal: 2 },
      plant: null,
      price: 0,
      market: null,
      give_up: {},
      fills: false,
      why: false,
    });
    line.push(priced(asked?.id ?? ''));
    expect(await price).toMatchObject({ total: 7 });
    void session.quote(2, { plant: '10' });
    expect(sent('quote')[1]).toMatchObject({ cities: [], plant: '10' });
  });
  it('is asked for once per seat, plan and state', async () => {
    const { session, line } = await opened();
    const first = session.quote(0, { cities: ['bonn'] });
    expect(session.quote(0, { cities: ['bonn'] })).toBe(first);
    void session.quote(1, { cities: ['bonn'] });
    void session.quote(0, { cities: ['essen'] });
    expect(sent('quote')).toHaveLength(3);
    line.push(update(1));
    void session.quote(0, { cities: ['bonn'] });
    expect(sent('quote')).toHaveLength(4);
  });
  it('is remembered for the twelve newest plans', async () => {
    const { session } = await opened();
    for (const price of range(1, 12)) void session.quote(0, { price });
    void session.quote(0, { price: 1 });
    expect(sent('quote')).toHaveLength(12);
    void session.quote(0, { price: 13 });
    for (const price of range(2, 13)) void session.quote(0, { price });
    expect(sent('quote')).toHaveLength(13);
    void session.quote(0, { price: 1 });
    expect(sent('quote')).toHaveLength(14);
  });
  it('that is refused is not remembered', async () => {
    const { session, line } = await opened();
    const price = session.quote(0, { price: 1 });
    line.push({ type: 'refused', code: 'no', text: '', rule: null, args: {}, key: sent('quote')[0]?.id ?? '' });
    expect(await price).toBeNull();
    expect(session.live.get().refused).toBeNull();
    void session.quote(0, { price: 1 });
    expect(sent('quote')).toHaveLength(2);
  });
  it('is asked for again when the line is back', async () => {
    const { session, line } = await opened();
    const price = session.quote(0, { price: 1 });
    line.drop();
    await pass(400);
    socket().accept();
    socket().push(welcome());
    socket().push(priced(sent('quote')[0]?.id ?? ''));
    expect(await price).toMatchObject({ total: 7 });
  });
  it('is asked for also where the table has no view', async () => {
    const { session, line } = await opened({ view: null });
    const price = session.quote(0, { price: 1 });
    line.push(priced(sent('quote')[0]?.id ?? ''));
    expect(await price).toMatchObject({ total: 7 });
  });
  it('is nothing where the answer is another message', async () => {
    const { session, line } = await opened();
    const price = session.quote(0, { price: 1 });
    line.push({ type: 'hint', id: sent('quote')[0]?.id ?? '' } as unknown as ServerMessage);
    expect(await price).toBeNull();
  });
});

describe('other questions', () => {
  it('of advice give the server’s answer, or why there is none', async () => {
    const { session, line } = await opened();
    const hint = session.hint(3);
    expect(sent('hint')[0]).toMatchObject({ seat: 3 });
    line.push({ type: 'hint', id: sent('hint')[0]?.id ?? '', moves: [] } as unknown as ServerMessage);
    expect(await hint).toMatchObject({ type: 'hint' });
    const refused = session.hint(3);
    line.push({ type: 'refused', code: 'hints_off', text: '', rule: null, args: {}, key: sent('hint')[1]?.id ?? '' });
    expect(await refused).toMatchObject({ code: 'hints_off' });
    const odd = session.hint(3);
    line.push({ type: 'done', key: sent('hint')[2]?.id ?? '', seq: 0, repeated: false });
    expect(await odd).toMatchObject({ code: 'connection_lost' });
  });
  it('of a moment give the game as it was', async () => {
    const { session, line } = await opened();
    const past = session.history(7);
    expect(sent('history')[0]).toMatchObject({ upto: 7 });
    line.push({ type: 'history', id: sent('history')[0]?.id ?? '', game: { round: 3 } } as unknown as ServerMessage);
    expect(await past).toEqual({ round: 3 });
    const odd = session.history(7);
    line.push({ type: 'done', key: sent('history')[1]?.id ?? '', seq: 0, repeated: false });
    expect(await odd).toBeNull();
  });
  it('are refused at once while nothing is connected', async () => {
    const { session, line } = await opened();
    line.drop();
    expect(await session.hint(0)).toEqual({
      type: 'refused',
      code: 'connection_lost',
      text: '',
      rule: null,
      args: {},
      key: null,
    });
    expect(await session.history(1)).toBeNull();
  });
});

describe('what is sent without a question', () => {
  it('is chat, hiding, orders and coming back', async () => {
    const { session, line } = await opened();
    expect(session.chat('hi')).toBe(true);
    expect(session.hide('Bob', true)).toBe(true);
    session.proxy(1, null);
    session.auto(1, { pass: true } as never);
    session.back(2);
    expect(line.sent.slice(1)).toEqual([
      { type: 'chat', text: 'hi' },
      { type: 'hide', who: 'Bob', hide: true },
      { type: 'proxy', order: null, seat: 1 },
      { type: 'auto', orders: { pass: true }, seat: 1 },
      { type: 'back', seat: 2 },
    ]);
  });
  it('is not sent, and not kept, while nothing is connected', async () => {
    const { session, line } = await opened();
    line.drop();
    expect(session.chat('hi')).toBe(false);
    await pass(400);
    expect(session.chat('hi')).toBe(false);
    socket().accept();
    socket().push(welcome());
    expect(sent('chat')).toEqual([]);
  });
});

describe('what the server sends by itself', () => {
  const line = (who: string, text: string) => ({ type: 'chat', who, text }) as unknown as ServerMessage;

  it('is chat, added at the end, and without what is hidden from now on', async () => {
    const { session, line: socket } = await opened();
    for (const who of ['Ann', 'Bob', 'Cem']) socket.push(line(who, 'hi'));
    expect(session.live.get().chat.map((one) => one.who)).toEqual(['Ann', 'Bob', 'Cem']);
    socket.push({ type: 'hidden', who: ['Bob'] } as ServerMessage);
    expect(session.live.get().chat.map((one) => one.who)).toEqual(['Ann', 'Cem']);
    expect(session.live.get().hidden).toEqual(['Bob']);
  });
  it('is a refusal that answers nothing, which the player may put away', async () => {
    const { session, line: socket } = await opened();
    const refused = { type: 'refused', code: 'slow_down', text: '', rule: null, args: {} } as const;
    socket.push({ ...refused, key: null });
    expect(session.live.get().refused?.code).toBe('slow_down');
    session.dismiss();
    expect(session.live.get().refused).toBeNull();
    socket.push({ ...refused, key: 'unknown' });
    expect(session.live.get().refused?.code).toBe('slow_down');
  });
  it('is what a seat has ordered', async () => {
    const first = view(1);
    Object.assign(first.mine, { proxy: { '0': { most: 9 }, '1': { most: 3 } }, auto: { '1': { pass: false } } });
    const { session, line: socket } = await opened({ view: first });
    const mine = () => session.live.get().view?.mine;
    socket.push({ type: 'ordered', seat: 0, proxy: null, auto: { pass: true } } as unknown as ServerMessage);
    expect(mine()).toMatchObject({ auto: { '0': { pass: true }, '1': { pass: false } } });
    expect(mine()?.proxy).toEqual({ '1': { most: 3 } });
    socket.push({ type: 'ordered', seat: 0, proxy: { most: 5 }, auto: {} } as unknown as ServerMessage);
    expect(mine()?.proxy).toEqual({ '0': { most: 5 }, '1': { most: 3 } });
  });
  it('is nothing where a table that has not begun is told of orders', async () => {
    const { session, line: socket } = await opened({ view: null });
    socket.push({ type: 'ordered', seat: 0, proxy: null, auto: {} } as unknown as ServerMessage);
    expect(session.live.get().view).toBeNull();
  });
  it('is an update after the move of a table that had no view', async () => {
    const server = new Server();
    const { session, line: socket } = await opened({ view: null });
    const done = session.act(move('bonn'));
    expect(sent('act')[0]?.expect).toBe(0);
    await server.serve(socket);
    expect(await done).toBe(true);
  });
});

describe('a page that is hidden or shown', () => {
  const hide = (hidden: boolean): void => {
    Object.defineProperty(document, 'hidden', { configurable: true, value: hidden });
    document.dispatchEvent(new Event('visibilitychange'));
  };

  it('reports it, until the session is closed', async () => {
    const { session } = await opened();
    hide(true);
    hide(false);
    expect(sent('look').map((message) => message.visible)).toEqual([false, true]);
    session.close();
    hide(true);
    expect(sent('look')).toHaveLength(2);
    hide(false);
  });
});
