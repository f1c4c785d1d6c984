/** One table over its line: keeps the newest view, and sends each move once. No rules here. */
import type {
  AnyAction,
  AskQuote,
  AnyLine,
  AskProposals,
  AutoOrders,
  OrderPlan,
  OrdersView,
  GameView,
  Hint,
  LineChange,
  ProxyOrder,
  Quoted,
  Refused,
  ServerMessage,
  Update,
} from '../protocol/schema';
import { settings, type Pace } from '../base/settings';
import { Store } from '../base/store';
import { api, ApiError } from './api';
import { CONNECTION_LOST, Line } from './line';
import { NOTHING_YET, type Live, type Plan } from './live';
import { Pacer } from './pace';
import { Presses } from './presses';
import { gapBefore, withPage } from './record';
import { share } from './share';

const ASK = { fuel: {}, plant: null, price: 0, market: null, give_up: {}, fills: false, why: false };
const QUOTES = 12;

export class Session {
  readonly live = new Store<Live>(NOTHING_YET);
  /** Whether moves may be sent; a lesson lets through its own only. */
  guard: (actions: readonly AnyAction[]) => boolean = () => true;
  /** A lesson says what to do: nothing else asks whether it is meant. */
  led = false;
  private readonly line: Line;
  /** Called when the next state is shown. */
  private watchers: (() => void)[] = [];
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
  /** The state that ends the waiting for the player's own moves, once it is known. */
  private lastMove = Infinity;
  private readonly quotes = new Map<string, Promise<Quoted | null>>();

  constructor(readonly code: string) {
    this.line = new Line(`/api/tables/${encodeURIComponent(code)}/socket`, {
      prepare: () => this.prepare(),
      hello: () => {
        this.pacer.flush();
        this.draw();
        return {
          type: 'hello',
          have: this.live.get().entries.at(-1)?.seq ?? 0,
          lang: settings.get().language,
          visible: !document.hidden,
        };
      },
      receive: (message) => {
        this.receive(message);
      },
      lost: (retryAt) => {
        this.live.update({ line: 'lost', retryAt });
      },
    });
  }

  open(): void {
    document.addEventListener('visibilitychange', this.sight);
    this.line.open();
  }

  close(): void {
    document.removeEventListener('visibilitychange', this.sight);
    this.line.close();
  }

  /** Tell the server whether the page can be seen: it notifies players who do not look. */
  private readonly sight = (): void => {
    this.line.notify({ type: 'look', visible: !document.hidden });
  };

  retryNow(): void {
    this.line.retryNow();
  }

  /** Ask for everything again, as after taking a seat: the view depends on the seats of this device. */
  refresh(): void {
    this.pacer.flush();
    this.updates = [];
    this.live.update({ entries: [], view: null });
    this.line.reconnect();
  }

  /** Connect again in another language: reasons and advice are the server's sentences. */
  changeLanguage(): void {
    this.quotes.clear();
    this.line.reconnect();
  }

  private async prepare(): Promise<boolean> {
    try {
      const board = await api.tableBoard(this.code);
      this.live.update({ board });
      return true;
    } catch (error) {
      if (!(error instanceof ApiError) || error.status < 400 || error.status >= 500) throw error;
      this.live.update({ gone: error.problem.code });
      return false;
    }
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
    this.wake();
    window.setTimeout(() => {
      this.resting = true;
      this.draw();
    });
  }

  /** Let others' next move wait until something has been seen. */
  hold(time: number): void {
    this.pacer.hold(time);
  }

  /** Show what has come, and what comes before the player's own turn without waiting. */
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

  private receive(message: ServerMessage): void {
    if (message.type === 'welcome') this.pacer.flush();
    if (message.type !== 'update') this.draw();
    const now = this.live.get();
    switch (message.type) {
      case 'welcome':
        this.live.set({
          ...now,
          line: 'live',
          table: share(now.table, message.table),
          view: share(now.view, message.view),
          chat: message.chat,
          hidden: message.hidden,
          read: message.read,
          entries: [...now.entries, ...message.entries],
          earlier: message.earlier,
        });
        this.line.welcomed();
        this.wake();
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
        this.ordered(message.seat, message.proxy, message.auto, message.orders);
        break;
      case 'done':
        this.line.answer(message.key, { ok: true, message });
        break;
      case 'refused':
        if (message.key === null || !this.line.answer(message.key, { ok: false, refused: message }))
          this.live.update({ refused: message });
        break;
      case 'sheet':
        this.live.update({
          sheet: { ...message, lines: [...(now.sheet?.lines.slice(0, message.first) ?? []), ...message.lines] },
        });
        this.wake();
        break;
      case 'quoted':
      case 'proposals':
      case 'hint':
      case 'history':
      case 'entries':
        this.line.answer(message.id, { ok: true, message });
        break;
    }
  }

  /** Fetch the entries that the welcome left out, newest page first; an interrupted fill goes on at the next welcome. */
  private async fill(): Promise<void> {
    for (;;) {
      const before = gapBefore(this.live.get().entries);
      if (before === undefined) return;
      const answer = await this.line.request((id) => ({ type: 'entries', id, before }));
      if (!answer.ok || answer.message.type !== 'entries' || answer.message.entries.length === 0) return;
      this.live.update({ entries: withPage(this.live.get().entries, before, answer.message.entries) });
    }
  }

  private ordered(seat: number, proxy: ProxyOrder | null, auto: AutoOrders, plan: OrdersView): void {
    const { view } = this.live.get();
    if (view === null) return;
    const orders = Object.fromEntries(Object.entries(view.mine.proxy).filter(([key]) => key !== String(seat)));
    if (proxy !== null) orders[String(seat)] = proxy;
    const mine = { ...view.mine, proxy: orders, auto: { ...view.mine.auto, [String(seat)]: auto } };
    mine.orders = { ...view.mine.orders, [String(seat)]: plan };
    this.live.update({ view: { ...view, mine } });
  }

  private wake(): void {
    const watchers = this.watchers;
    this.watchers = [];
    for (const watcher of watchers) watcher();
  }

  /** Wait until a state, or a later one, is shown. */
  private async shown(seq: number): Promise<void> {
    while ((this.live.get().view?.seq ?? seq) < seq) {
      await new Promise<void>((resolve) => {
        this.watchers.push(resolve);
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
      const expect = this.live.get().view?.seq ?? 0;
      const answer = await this.line.request((key) => ({ type: 'act', key, expect, action }), true);
      if (answer.ok && answer.message.type === 'done') {
        if (index === actions.length - 1) this.lastMove = answer.message.seq;
        await this.shown(answer.message.seq);
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

  /** Write lines of a real table's sheet; what is refused comes back, with corrections. */
  async write(changes: LineChange[], final = false): Promise<Refused | null> {
    const { busy, view, sheet } = this.live.get();
    if (busy || view === null || sheet === null) return CONNECTION_LOST;
    this.live.update({ busy: true, refused: null });
    this.lastMove = Infinity;
    const lines = sheet.lines.length;
    const answer = await this.line.request(
      (key) => ({ type: 'write', key, expect: view.seq, lines, changes, final }),
      true,
    );
    if (answer.ok && answer.message.type === 'done') {
      await this.shown(answer.message.seq);
      // the lines with their marks come right after it
      while (this.live.get().sheet === sheet) {
        await new Promise<void>((resolve) => {
          this.watchers.push(resolve);
        });
      }
    }
    this.live.update({ busy: false });
    return answer.ok ? null : answer.refused;
  }

  /** Ask what a sum may have been spent on at a real table. */
  async propose(asked: Omit<AskProposals, 'type' | 'id'>): Promise<AnyLine[]> {
    const answer = await this.line.request((id) => ({ type: 'propose', id, ...asked }));
    return answer.ok && answer.message.type === 'proposals' ? answer.message.lines : [];
  }

  /** Take back what the last press of a button played. */
  async undo(seat: number): Promise<void> {
    if (this.live.get().busy) return;
    this.pacer.flush();
    this.live.update({ busy: true, refused: null });
    this.lastMove = Infinity;
    let count = this.presses.take(this.live.get().view?.mine.can_undo ?? 0);
    for (; count > 0; count -= 1) {
      const expect = this.live.get().view?.seq ?? 0;
      const answer = await this.line.request((key) => ({ type: 'undo', key, expect, seat }), true);
      if (answer.ok && answer.message.type === 'done') {
        if (count === 1) this.lastMove = answer.message.seq;
        await this.shown(answer.message.seq);
      } else if (!answer.ok) {
        this.live.update({ refused: answer.refused });
        break;
      }
    }
    if (this.live.get().busy) this.live.update({ busy: false });
  }

  /** The server's answer to a plan; the same question on the same state is sent once. */
  quote(seat: number, plan: Plan): Promise<Quoted | null> {
    const asked = `${seat} ${this.live.get().view?.seq ?? 0} ${JSON.stringify(plan)}`;
    const known = this.quotes.get(asked);
    if (known) return known;
    const { cities = [], ...rest } = plan;
    const ask = (id: string): AskQuote => ({ type: 'quote', id, seat, ...ASK, ...rest, cities: [...cities] });
    // sent again when the line is back: a component that waits for a price would otherwise wait forever
    const price = this.line.request(ask, true).then((answer) => {
      if (answer.ok && answer.message.type === 'quoted') return answer.message;
      this.quotes.delete(asked);
      return null;
    });
    this.quotes.set(asked, price);
    for (const old of [...this.quotes.keys()].slice(0, -QUOTES)) this.quotes.delete(old);
    return price;
  }

  async hint(seat: number): Promise<Hint | Refused> {
    const answer = await this.line.request((id) => ({ type: 'hint', id, seat }));
    if (!answer.ok) return answer.refused;
    return answer.message.type === 'hint' ? answer.message : CONNECTION_LOST;
  }

  async history(upto: number): Promise<GameView | null> {
    const answer = await this.line.request((id) => ({ type: 'history', id, upto }));
    return answer.ok && answer.message.type === 'history' ? answer.message.game : null;
  }

  proxy(seat: number, order: ProxyOrder | null): void {
    this.line.notify({ type: 'proxy', order, seat });
  }

  orders(seat: number, plan: OrderPlan | null): void {
    this.line.notify({ type: 'orders', plan, seat });
  }

  auto(seat: number, orders: AutoOrders): void {
    this.line.notify({ type: 'auto', orders, seat });
  }

  /** Note that the chat was read up to a line. */
  read(upto: number): void {
    if (this.line.notify({ type: 'read', upto })) this.live.update({ read: upto });
  }

  chat(text: string): boolean {
    return this.line.notify({ type: 'chat', text });
  }

  /** Hide a person's chat from this device, or show it again; returns whether it was sent. */
  hide(who: string, hide: boolean): boolean {
    return this.line.notify({ type: 'hide', who, hide });
  }

  back(seat: number): void {
    this.line.notify({ type: 'back', seat });
  }

  /** Put the last refusal away. */
  dismiss(): void {
    this.live.update({ refused: null });
  }
}
