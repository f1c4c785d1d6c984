/** A ring around a city: one of another plan, or one that an answer lacks or has too much. */
export type RingLook = 'other' | 'missing' | 'extra';
export interface Ring {
  look: RingLook;
  /** What is written over it. */
  tag: string;
}
