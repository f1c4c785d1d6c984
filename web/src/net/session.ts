/** One table over its socket: keeps the newest view, sends moves once each, and comes back by itself. No rules here. */
import type {
  AnyAction,
  AutoOrders,
  ClientMessage,
  GameView,
  Hint,
  ProxyOrder,
  Quoted,
  Refused,
  ServerMessage,
  Update,
} from '../protocol/schema';
import { settings } from '../state/settings';
import { Store } from '../state/store';
import { api, ApiError } from './api';
import { NOTHING_YET, type Live, type Plan } from './live';
import { Pacer, type Pace } from './pace';
import { Presses } from './presses';
import { share } from './share';

type Answer = { ok: true; message: ServerMessage } | { ok: false; refused: Refused };
type Waiting = { message: ClientMessage; tell: (answer: Answer) => void; resend: boolean };

const ASK = { fuel: {}, plant: null, price: 0, market: null, give_up: {}, fills: false, why: false };
const QUOTES = 12;
const RETRIES = [400, 1000, 2000, 4000, 8000];
const lost: Refused = { type: 'refused', code: 'connection_lost', text: '', rule: null, args: {}, key: null };

export class Session {
  readonly live = new Store<Live>(NOTHING_YET);
  /** Whether moves may be sent; a lesson lets through its own only. */
  guard: (actions: readonly AnyAction[]) => boolean = () => true;
  private socket: WebSocket | null = null;
  private tries = 0;
  private timer = 0;
  private closed = false;
  private count = 0;
  private readonly id = crypto.getRandomValues(new Uint32Array(2)).join('-');
  private readonly waiting = new Map<string, Waiting>();
  private turned: (() => void)[] = [];
  private updates: Update[] = [];
  private resting = true;
  private readonly presses = new Presses();
  private readonly pacer = new Pacer(
    (list) => {
      this.updates.push(...list);
      if (this.resting) this.draw();
    },
    () => this.paced(),
  );
  /** The state that ends the waiting for one's own moves, once it is known. */
  private lastMove = Infinity;
  private readonly quotes = new Map<string, Promise<Quoted | null>>();

  constructor(readonly code: string) {}

  open(): void {
    this.closed = false;
    void this.begin();
  }

  close(): void {
    this.closed = true;
    window.clearTimeout(this.timer);
    this.socket?.close();
  }

  retryNow(): void {
    window.clearTimeout(this.timer);
    if (this.live.get().line === 'lost') this.connect();
  }

  /** Ask for everything again, as after taking a seat: the view depends on who asks. */
  refresh(): void {
    this.tries = 0;
    this.live.update({ entries: [], view: null });
    this.socket?.close();
  }

  /** Come in again in another language: reasons and advice are the server's sentences. */
  speak(): void {
    const old = this.socket;
    if (old?.readyState !== WebSocket.OPEN) return;
    this.quotes.clear();
    this.connect();
    old.close();
  }

  private async begin(): Promise<void> {
    try {
      const board = await api.tableBoard(this.code);
      this.live.update({ board });
      this.connect();
    } catch (error) {
      if (error instanceof ApiError && error.status >= 400 && error.status < 500)
        this.live.update({ gone: error.problem.code });
      else this.later(() => void this.begin());
    }
  }

  private later(again: () => void): void {
    if (this.closed) return;
    const wait = RETRIES[Math.min(this.tries, RETRIES.length - 1)] ?? 8000;
    this.tries += 1;
    this.live.update({ line: 'lost', retryAt: Date.now() + wait });
    this.timer = window.setTimeout(again, wait);
  }

  private connect(): void {
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const socket = new WebSocket(`${scheme}://${location.host}/api/tables/${encodeURIComponent(this.code)}/socket`);
    this.socket = socket;
    socket.onopen = () => {
      this.pacer.flush();
      this.draw();
      const { entries } = this.live.get();
      socket.send(JSON.stringify({ type: 'hello', have: entries.at(-1)?.seq ?? 0, lang: settings.get().language }));
    };
    socket.onmessage = (event) => {
      this.hear(JSON.parse(String(event.data)) as ServerMessage);
    };
    socket.onclose = () => {
      if (this.socket !== socket) return;
      this.socket = null;
      for (const [key, row] of this.waiting) {
        if (row.resend) continue;
        this.waiting.delete(key);
        row.tell({ ok: false, refused: lost });
      }
      this.later(() => {
        this.connect();
      });
    };
  }

  /** Show the newest state. What comes before the browser has had a moment to rest is shown together, the next time. */
  private draw(): void {
    const list = this.updates;
    const last = list.at(-1);
    if (last === undefined) return;
    this.updates = [];
    this.resting = false;
    const now = this.live.get();
    const entries = [...now.entries, ...list.flatMap((update) => update.entries)];
    // the move that is waited for ends the waiting with it: one drawing, not two
    const busy = now.busy && last.view.seq < this.lastMove;
    this.live.set({ ...now, view: share(now.view, last.view), entries, busy });
    this.awake();
    window.setTimeout(() => {
      this.resting = true;
      this.draw();
    });
  }

  /** Show what has come, and what comes before one's own turn without waiting. */
  skip(): void {
    this.pacer.skip();
  }

  /** People's clocks run while moves are shown: there, slow is not for them. */
  private paced(): { pace: Pace; bots: ReadonlySet<number> } {
    const { table } = this.live.get();
    const { pace } = settings.get();
    const clocked = table !== null && table.clock.kind !== 'none' && table.yours.length > 0;
    const bots = (table?.seats ?? []).filter((seat) => seat.kind === 'bot').map((seat) => seat.seat);
    return { pace: clocked && pace !== 'instant' ? 'fast' : pace, bots: new Set(bots) };
  }

  private hear(message: ServerMessage): void {
    if (message.type === 'welcome') this.pacer.flush();
    if (message.type !== 'update') this.draw();
    const now = this.live.get();
    switch (message.type) {
      case 'welcome':
        this.tries = 0;
        this.live.set({
          ...now,
          line: 'live',
          table: share(now.table, message.table),
          view: share(now.view, message.view),
          chat: message.chat,
          hidden: message.hidden,
          entries: [...now.entries, ...message.entries],
          earlier: message.earlier,
        });
        for (const row of this.waiting.values()) this.socket?.send(JSON.stringify(row.message));
        this.awake();
        void this.fill().then(() => {
          this.live.update({ earlier: false });
        });
        break;
      case 'update':
        this.pacer.push(message, now.busy || document.hidden);
        break;
      case 'table':
        this.live.update({ table: share(now.table, message.table) });
        break;
      case 'chat':
        this.live.update({ chat: [...now.chat, message] });
        break;
      case 'hidden':
        this.live.update({ hidden: message.who, chat: now.chat.filter((line) => !message.who.includes(line.who)) });
        break;
      case 'ordered':
        this.ordered(message.seat, message.proxy, message.auto);
        break;
      case 'done':
        this.answer(message.key, { ok: true, message });
        break;
      case 'refused':
        if (message.key !== null && this.waiting.has(message.key))
          this.answer(message.key, { ok: false, refused: message });
        else this.live.update({ refused: message });
        break;
      case 'quoted':
      case 'hint':
      case 'history':
      case 'entries':
        this.answer(message.id, { ok: true, message });
        break;
    }
  }

  /** Fetch the entries that the welcome left out, newest page first; an interrupted fill goes on at the next welcome. */
  private async fill(): Promise<void> {
    for (;;) {
      const { entries } = this.live.get();
      const at = entries.findLastIndex((entry, index) => entry.seq !== (entries[index - 1]?.seq ?? 0) + 1);
      const before = entries[at]?.seq;
      if (before === undefined) return;
      const id = this.key();
      const answer = await this.send(id, { type: 'entries', id, before });
      if (!answer.ok || answer.message.type !== 'entries' || answer.message.entries.length === 0) return;
      const now = this.live.get().entries;
      const have = now.findLast((entry) => entry.seq < before)?.seq ?? 0;
      const page = answer.message.entries.filter((entry) => entry.seq > have);
      const older = now.filter((entry) => entry.seq < before);
      this.live.update({ entries: [...older, ...page, ...now.filter((entry) => entry.seq >= before)] });
    }
  }

  private ordered(seat: number, proxy: ProxyOrder | null, auto: AutoOrders): void {
    const { view } = this.live.get();
    if (view === null) return;
    const orders = Object.fromEntries(Object.entries(view.mine.proxy).filter(([key]) => key !== String(seat)));
    if (proxy !== null) orders[String(seat)] = proxy;
    const mine = { ...view.mine, proxy: orders, auto: { ...view.mine.auto, [String(seat)]: auto } };
    this.live.update({ view: { ...view, mine } });
  }

  private awake(): void {
    const turned = this.turned;
    this.turned = [];
    for (const tell of turned) tell();
  }

  private answer(key: string, answer: Answer): void {
    const row = this.waiting.get(key);
    this.waiting.delete(key);
    row?.tell(answer);
  }

  private key(): string {
    this.count += 1;
    return `${this.id}-${this.count}`;
  }

  private send(key: string, message: ClientMessage, resend = false): Promise<Answer> {
    return new Promise((tell) => {
      this.waiting.set(key, { message, tell, resend });
      if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
      else if (!resend) this.answer(key, { ok: false, refused: lost });
    });
  }

  private async seen(seq: number): Promise<void> {
    while ((this.live.get().view?.seq ?? seq) < seq) {
      await new Promise<void>((tell) => {
        this.turned.push(tell);
      });
    }
  }

  /** Play one move after another; stops at the first that is refused. */
  async act(...actions: AnyAction[]): Promise<boolean> {
    if (this.live.get().busy || !this.guard(actions)) return false;
    this.live.update({ busy: true, refused: null });
    this.lastMove = Infinity;
    let fine = true;
    let played = 0;
    const fresh = this.live.get().view?.mine.can_undo === 0;
    for (const [index, action] of actions.entries()) {
      // with the last thing that could be done a standing order may have ended the turn already
      if (index > 0 && action.type === 'pass' && (this.live.get().view?.mine.menu ?? null) === null) break;
      const key = this.key();
      const answer = await this.send(key, { type: 'act', key, expect: this.live.get().view?.seq ?? 0, action }, true);
      if (answer.ok && answer.message.type === 'done') {
        if (index === actions.length - 1) this.lastMove = answer.message.seq;
        await this.seen(answer.message.seq);
      }
      if (!answer.ok) {
        this.live.update({ refused: answer.refused });
        fine = false;
        break;
      }
      played += 1;
    }
    this.presses.played(played, fresh);
    if (this.live.get().busy) this.live.update({ busy: false });
    return fine;
  }

  /** Take back what the last press of a button played. */
  async undo(seat: number): Promise<void> {
    if (this.live.get().busy) return;
    this.pacer.flush();
    this.live.update({ busy: true, refused: null });
    this.lastMove = Infinity;
    let count = this.presses.take(this.live.get().view?.mine.can_undo ?? 0);
    for (; count > 0; count -= 1) {
      const key = this.key();
      const expect = this.live.get().view?.seq ?? 0;
      const answer = await this.send(key, { type: 'undo', key, expect, seat }, true);
      if (answer.ok && answer.message.type === 'done') {
        if (count === 1) this.lastMove = answer.message.seq;
        await this.seen(answer.message.seq);
      } else if (!answer.ok) {
        this.live.update({ refused: answer.refused });
        break;
      }
    }
    if (this.live.get().busy) this.live.update({ busy: false });
  }

  /** The server's word on a plan. Whoever asks the same of the same moment gets the same answer. */
  quote(seat: number, plan: Plan): Promise<Quoted | null> {
    const asked = `${seat} ${this.live.get().view?.seq ?? 0} ${JSON.stringify(plan)}`;
    const known = this.quotes.get(asked);
    if (known) return known;
    const id = this.key();
    const { cities = [], ...rest } = plan;
    const row: ClientMessage = { type: 'quote', id, seat, ...ASK, ...rest, cities: [...cities] };
    // asked again when the line is back: whoever waits for a price would otherwise wait for good
    const found = this.send(id, row, true).then((answer) => {
      if (answer.ok && answer.message.type === 'quoted') return answer.message;
      this.quotes.delete(asked);
      return null;
    });
    this.quotes.set(asked, found);
    for (const old of [...this.quotes.keys()].slice(0, -QUOTES)) this.quotes.delete(old);
    return found;
  }

  async hint(seat: number): Promise<Hint | Refused> {
    const id = this.key();
    const answer = await this.send(id, { type: 'hint', id, seat });
    if (!answer.ok) return answer.refused;
    return answer.message.type === 'hint' ? answer.message : lost;
  }

  async history(upto: number): Promise<GameView | null> {
    const id = this.key();
    const answer = await this.send(id, { type: 'history', id, upto });
    return answer.ok && answer.message.type === 'history' ? answer.message.game : null;
  }

  proxy(seat: number, order: ProxyOrder | null): void {
    this.tell({ type: 'proxy', order, seat });
  }

  auto(seat: number, orders: AutoOrders): void {
    this.tell({ type: 'auto', orders, seat });
  }

  /** Say something to the table; gives whether it was sent. */
  say(text: string): boolean {
    return this.tell({ type: 'chat', text });
  }

  /** Hide a person's chat from this device, or show it again; gives whether it was sent. */
  hide(who: string, hide: boolean): boolean {
    return this.tell({ type: 'hide', who, hide });
  }

  back(seat: number): void {
    this.tell({ type: 'back', seat });
  }

  forgive(): void {
    this.live.update({ refused: null });
  }

  private tell(message: ClientMessage): boolean {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }
}
