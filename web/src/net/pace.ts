/** Shows others' moves one after another at the chosen pace, and a bidding duel of bots in one go. Knows no rules. */
import type { Pace } from '../base/settings';
import type { Update } from '../protocol/schema';

/** Milliseconds per move, and the most that a chain of moves may last. */
export const STEP: Record<Pace, number> = { slow: 1200, normal: 400, fast: 100, instant: 0 };
export const CHAIN: Record<Pace, number> = { slow: 8000, normal: 3000, fast: 1000, instant: 0 };
/** Even at the highest speed a moment must be seen. */
const SHORTEST = 60;

/** Milliseconds between two moments; a chain of `count` that was missed lasts no longer than it would have. */
export function beat(pace: Pace, count: number | null): number {
  const step = STEP[pace];
  return Math.max(SHORTEST, count === null ? step : Math.min(step, Math.max(CHAIN[pace], 1200) / Math.max(1, count)));
}

/** How long the end of a duel is waited for after its latest bid. */
const DUEL = 250;
const BIDS = new Set(['bid_raised', 'bid_passed']);

/** Bots raising each other, and nothing else happening. */
const isDuel = (update: Update, bots: ReadonlySet<number>): boolean => {
  const events = update.entries.flatMap((entry) => entry.events ?? []);
  return events.length > 0 && events.every((one) => BIDS.has(one.type) && 'seat' in one && bots.has(Number(one.seat)));
};

interface Facts {
  pace: Pace;
  bots: ReadonlySet<number>;
}

export class Pacer {
  private queue: Update[] = [];
  private timer: number | undefined;
  private shownAt = 0;
  private heardAt = 0;
  private chainEnds = 0;
  private skipping = false;
  private heldUntil = 0;

  constructor(
    private readonly show: (updates: Update[]) => void,
    private readonly facts: () => Facts,
  ) {}

  /** A move has come. `atOnce`: it is the player's own, or the page is hidden. */
  push(update: Update, atOnce: boolean): void {
    this.queue.push(update);
    this.heardAt = Date.now();
    if (atOnce || this.skipping || this.facts().pace === 'instant') this.flush();
    else this.plan();
    if (update.view.mine.menu !== null) this.skipping = false;
  }

  /** Show all that has come. */
  flush(): void {
    window.clearTimeout(this.timer);
    this.timer = undefined;
    const list = this.queue;
    this.queue = [];
    this.heldUntil = 0;
    if (list.length === 0) return;
    this.shownAt = Date.now();
    this.show(list);
  }

  /** Show all that has come, and what comes before the player's own turn as soon as it does. */
  skip(): void {
    this.skipping = (this.queue.at(-1)?.view.mine.menu ?? null) === null;
    this.flush();
  }

  /** Let the next move wait until something has been seen. A chain that would have ended meanwhile ends with it. */
  hold(time: number): void {
    this.heldUntil = Date.now() + time;
    if (this.timer !== undefined) this.plan();
  }

  /** How many of the waiting moves are shown together next: one, or a whole duel. */
  private group(): number {
    const { bots } = this.facts();
    const others = this.queue.findIndex((update) => !isDuel(update, bots));
    return others === -1 ? this.queue.length : Math.max(1, others);
  }

  private plan(): void {
    if (this.timer !== undefined) window.clearTimeout(this.timer);
    const first = this.queue[0];
    if (first === undefined) return;
    const now = Date.now();
    const { pace, bots } = this.facts();
    const step = STEP[pace];
    // after a rest a new chain begins
    if (now > this.chainEnds && now - this.shownAt > step) this.chainEnds = now + CHAIN[pace];
    const count = this.group();
    const steps = this.queue.length - count + 1;
    const left = Math.max(0, this.chainEnds - now);
    let due = this.shownAt + Math.min(step, left / steps);
    due = Math.max(due, this.heldUntil);
    // a duel may go on: its end belongs to it
    const open = count === this.queue.length && isDuel(first, bots) && this.queue.at(-1)?.view.mine.menu === null;
    if (open) due = Math.max(due, this.heardAt + DUEL);
    this.timer = window.setTimeout(
      () => {
        this.timer = undefined;
        this.next();
      },
      Math.max(0, due - now),
    );
  }

  private next(): void {
    const late = this.chainEnds <= Date.now();
    const list = this.queue.splice(0, late ? this.queue.length : this.group());
    if (list.length === 0) return;
    this.shownAt = Date.now();
    this.show(list);
    this.plan();
  }
}
