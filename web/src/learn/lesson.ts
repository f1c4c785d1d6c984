/** Where a player is in a lesson: worked out from what the record, the draft and the bubbles read so far say. No screen. */
import type { AnyAction } from '../protocol/schema';
import type { Draft } from '../state/play';

/** An action without its seat: the coach speaks to whoever sits here. */
export type Deed = { type: AnyAction['type'] } & Record<string, unknown>;

export interface Step {
  /** The number in "Lesson 3 of 12"; several steps may share it. */
  lesson: number;
  /** Its texts: KEY.title, KEY.text, KEY.do and, while others play before it, KEY.wait. */
  key: string;
  /** What the bubble points at: a name that a component registers, see base/anchors.ts. */
  anchor: string;
  /** What else is lit. */
  lit?: readonly string[];
  /** The plant whose card is explained in the bubble. */
  picture?: string;
  /** A larger picture in the bubble. */
  scene?: 'order' | 'token';
  /** Done by a press on what the bubble points at, which does nothing else. */
  press?: boolean;
  /** Figures of the text; a test compares them with the game. */
  args?: Record<string, string | number>;
  /** Done by the bubble's own button, or by the press. */
  read?: boolean;
  /** Done when this is prepared. */
  prepare?: Partial<Draft>;
  /** Done when the player has done these, in any order. */
  act?: readonly Deed[];
}

export interface Lesson {
  count: number;
  steps: readonly Step[];
}

const alike = (wanted: Deed, done: Deed): boolean =>
  Object.entries(wanted).every(([field, value]) => JSON.stringify(done[field]) === JSON.stringify(value));

/** How many deeds come before each step. */
const before = (steps: readonly Step[]): number[] => {
  let sum = 0;
  return steps.map((step) => {
    const here = sum;
    sum += step.act?.length ?? 0;
    return here;
  });
};

/** Whether these deeds are the lesson's, from its beginning on. */
export function follows(steps: readonly Step[], done: readonly Deed[]): boolean {
  let at = 0;
  for (const { act } of steps) {
    const left = [...(act ?? [])];
    for (; left.length > 0 && at < done.length; at += 1) {
      const deed = done[at];
      const place = deed === undefined ? -1 : left.findIndex((wanted) => alike(wanted, deed));
      if (place < 0) return false;
      left.splice(place, 1);
    }
    if (left.length > 0) return true;
  }
  // after its last deed the game is the player's own
  return true;
}

/** Whether a draft has what a step asks for. */
export function prepared(wanted: Partial<Draft>, draft: Draft): boolean {
  return Object.entries(wanted).every(([field, value]) => {
    const has = draft[field as keyof Draft];
    if (Array.isArray(value)) return Array.isArray(has) && value.every((one) => has.includes(one as never));
    if (typeof value === 'object' && value !== null)
      return Object.entries(value).every(([key, count]) => (has as Record<string, number>)[key] === count);
    return has === value;
  });
}

/** The step to show: the first that is not done; its number is that of all steps when the lesson is over. */
export function stepAt(steps: readonly Step[], done: readonly Deed[], draft: Draft, read: number): number {
  const counts = before(steps);
  const now = steps.findIndex((step, index) => {
    const from = counts[index] ?? 0;
    if (step.act) return done.length < from + step.act.length;
    if (done.length > from) return false;
    return step.read === true ? index > read : !prepared(step.prepare ?? {}, draft);
  });
  return now < 0 ? steps.length : now;
}

/** Whether these actions may be sent at a step. */
export function allowed(steps: readonly Step[], index: number, done: readonly Deed[], next: readonly Deed[]): boolean {
  const step = steps[index];
  if (step === undefined) return true;
  return step.act !== undefined && follows(steps, [...done, ...next]);
}

export interface Slip {
  /** What was touched: plant, city, fuel, card, bid or run. */
  kind: 'plant' | 'city' | 'fuel' | 'card' | 'bid' | 'run';
  id: string;
  /** The draft without it. */
  change: Partial<Draft>;
}

/** What may be prepared at a step: its own wish, or the last one before it, which may still lie there. */
const wish = (steps: readonly Step[], index: number): Partial<Draft> =>
  steps[index]?.read ? {} : (steps.slice(0, index + 1).findLast((step) => step.prepare)?.prepare ?? {});

const tooMuch = (has: Record<string, number>, wanted: Record<string, number>): string | undefined =>
  Object.keys(has).find((key) => (has[key] ?? 0) > (wanted[key] ?? 0));

/** The first thing in a draft that the step does not ask for, and the draft without it. */
export function slip(steps: readonly Step[], index: number, draft: Draft): Slip | null {
  const wanted = wish(steps, index);
  if (draft.plant !== null && draft.plant !== wanted.plant)
    return {
      kind: 'plant',
      id: draft.plant,
      // the step that asks for the plant is not done for the player; later it stays chosen
      change: { plant: steps[index]?.prepare ? null : (wanted.plant ?? null), bid: null },
    };
  const deed = steps[index]?.act?.[0] ?? steps.slice(index).find((step) => step.act)?.act?.[0];
  const price = deed?.bid ?? deed?.amount;
  if (draft.bid !== null && typeof price === 'number' && draft.bid !== price)
    return { kind: 'bid', id: String(price), change: { bid: price } };
  const city = draft.cities.find((one) => !(wanted.cities ?? []).includes(one));
  if (city !== undefined)
    return { kind: 'city', id: city, change: { cities: draft.cities.filter((one) => one !== city) } };
  const fuel = tooMuch(draft.basket, wanted.basket ?? {});
  if (fuel !== undefined) return { kind: 'fuel', id: fuel, change: { basket: capped(draft.basket, wanted.basket) } };
  const card = tooMuch(draft.cards, wanted.cards ?? {});
  if (card !== undefined) return { kind: 'card', id: card, change: { cards: capped(draft.cards, wanted.cards) } };
  return draft.run === null ? null : { kind: 'run', id: '', change: { run: null } };
}

/** A basket with no more in it than is wanted. */
const capped = (has: Record<string, number>, wanted: Record<string, number> = {}): Record<string, number> =>
  Object.fromEntries(
    Object.entries(has)
      .map(([key, count]): [string, number] => [key, Math.min(count, wanted[key] ?? 0)])
      .filter(([, count]) => count > 0),
  );
