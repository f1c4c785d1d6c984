/** A puzzle's position answers as a table does: prices come from the server, and a move is the answer. */
import { api } from '../net/api';
import type { Plan } from '../net/live';
import { Session } from '../net/session';
import type { AnyAction, ProxyOrder, Quoted } from '../protocol/schema';

const ASK = { fuel: {}, plant: null, price: 0, market: null, give_up: {}, fills: false, why: false };

export class PuzzleSession extends Session {
  constructor(
    private readonly number: number,
    private readonly onAnswer: (actions: readonly AnyAction[]) => void,
  ) {
    super('');
  }

  override act(...actions: AnyAction[]): Promise<boolean> {
    this.onAnswer(actions);
    return Promise.resolve(false);
  }

  override quote(seat: number, plan: Plan): Promise<Quoted | null> {
    const { cities = [], ...rest } = plan;
    return api
      .puzzleQuote(this.number, { type: 'quote', id: '1', seat, ...ASK, ...rest, cities: [...cities] })
      .catch(() => null);
  }

  /** A limit is an answer too: to bid up to it. */
  override proxy(seat: number, order: ProxyOrder | null): void {
    if (order === null) return;
    const { limit, plant } = order;
    this.onAnswer([
      plant === null || plant === undefined
        ? { type: 'bid', seat, amount: limit }
        : { type: 'open', seat, plant, bid: limit },
    ]);
  }
}
