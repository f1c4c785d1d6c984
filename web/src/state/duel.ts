/** Bots raising each other, merged into one line: how far each went and who is out. Bids of people are never merged. */
import type { AnyEvent } from '../protocol/schema';

export interface Duel {
  plant: string;
  bids: number;
  rows: { seat: number; bid: number; out: boolean }[];
}

/** From this many bids of bots in a row on they are one line. */
const FEW = 3;

/** Follows an auction event by event. */
export class Duels {
  private plant = '';
  private rows = new Map<number, { bid: number; out: boolean }>();
  private bids = 0;
  /** How many lines of the log belong to the bids so far. */
  lines = 0;

  constructor(private readonly bots: ReadonlySet<number>) {}

  /** Take an event; gives the duel it belongs to, once there are enough bids, and null otherwise. */
  take(event: AnyEvent): Duel | null {
    if (event.type === 'lot_opened') {
      this.plant = event.plant;
      this.rows = new Map([[event.seat, { bid: event.bid, out: false }]]);
      this.rest();
      return null;
    }
    const bid = event.type === 'bid_raised';
    if (!bid && event.type !== 'bid_passed') {
      this.rest();
      return null;
    }
    const before = this.rows.get(event.seat);
    if (bid) this.rows.set(event.seat, { bid: event.amount, out: false });
    else this.rows.set(event.seat, { bid: before?.bid ?? 0, out: true });
    if (!this.bots.has(event.seat)) {
      this.rest();
      return null;
    }
    if (bid) this.bids += 1;
    this.lines += 1;
    if (this.bids < FEW) return null;
    const rows = [...this.rows].filter(([, row]) => row.bid > 0).map(([seat, row]) => ({ seat, ...row }));
    rows.sort((a, b) => a.bid - b.bid);
    return { plant: this.plant, bids: this.bids, rows };
  }

  private rest(): void {
    this.bids = 0;
    this.lines = 0;
  }
}
