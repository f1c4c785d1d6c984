/** How many moves each press of a button played in this turn, so that one undo takes back as much. */
export class Presses {
  private counts: number[] = [];

  /** A press has played this many moves; `fresh`: nothing before it can be taken back. */
  played(count: number, fresh: boolean): void {
    if (fresh) this.counts = [];
    if (count > 0) this.counts.push(count);
  }

  /** How many moves to take back now, of those that can be. */
  take(can: number): number {
    return Math.min(can, this.counts.pop() ?? 1);
  }
}
