/** Advice in an auction, read off the answer: which plant it is about, why, its facts, and what changed its limit. */
import type { AnyEvent, ChoiceView, ClaimView, EntryView, Hint, WorthView } from '../protocol/schema';

const TAKES = new Set(['open', 'bid']);
/** The choice is to bid, not to pass. */
export const takes = (choice: ChoiceView | undefined): boolean => choice !== undefined && TAKES.has(choice.kind);

export const openedBy = (choice: ChoiceView | undefined): string | null => {
  const first = choice?.actions[0];
  return first?.type === 'open' ? first.plant : null;
};

export interface Subject {
  plant: string | null;
  /** What is advised. */
  best: ChoiceView;
  /** What is compared with it: the other answer in an auction; else the plant that was chosen by hand, or the next best. */
  other: ChoiceView | undefined;
}

/** What the face is about: the plant that is up, else the one chosen by hand, else the advised one. */
export function subjectOf(hint: Hint, lot: string | null, chosen: string | null): Subject | null {
  const [best, ...others] = hint.choices;
  if (best === undefined) return null;
  const other = others.find((one) => chosen !== null && openedBy(one) === chosen) ?? others[0];
  return { plant: lot ?? chosen ?? openedBy(best) ?? openedBy(other), best, other };
}

/** Up to where to bid for the plant; 0 where that is below the next bid. */
export function limitOn({ plant, best }: Subject, lot: string | null, price: WorthView | undefined, least: number) {
  if (lot !== null || openedBy(best) === plant) return takes(best) ? best.limit : 0;
  return price !== undefined && price.stop >= least ? price.stop : 0;
}

/** The claims of whichever choice is about the plant. */
export const claimsOn = ({ plant, best, other }: Subject, lot: string | null): readonly ClaimView[] => {
  const rows = lot !== null ? [best, other] : [openedBy(best) === plant ? best : other];
  return rows.find((one) => one?.claims.some((claim) => FACTS.has(claim.code)))?.claims ?? [];
};

const FACTS = new Set(['mine', 'powers', 'pays', 'fuel_today', 'fuel_short', 'no_fuel', 'replaces']);
export const factsOf = (claims: readonly ClaimView[]): ClaimView[] => claims.filter((claim) => FACTS.has(claim.code));

const RIVALS = new Set(['rival', 'rivals_below', 'no_rival']);
export const rivalClaim = (claims: readonly ClaimView[]): ClaimView | undefined =>
  claims.find((claim) => RIVALS.has(claim.code));

const COMES = new Set(['with_it', 'with_income', 'goes_to', 'best_left', 'none_left']);
const BETTER = /^more_/;
/** What a choice has more than the next best, and what it comes to: what you keep and power with the plant, or who gets it and what is left. */
export const comesTo = (choice: ChoiceView): string =>
  choice.claims
    .filter((claim) => COMES.has(claim.code) || BETTER.test(claim.code))
    .map((claim) => claim.text)
    .join(' ');

/** Why there is a gap between the worth and what to bid; of a choice without one, what it begins with. */
export const reasonOf = (choice: ChoiceView): ClaimView | undefined =>
  choice.claims.find((claim) => claim.code.startsWith('gap_') && takes(choice)) ?? choice.claims[0];

export interface Cause {
  code: 'bought' | 'passed' | 'card';
  seat: number;
  plant: string;
}

const causeOf = (event: AnyEvent, me: number): Cause | null => {
  if (event.type === 'plant_sold' && event.seat !== me) return { code: 'bought', seat: event.seat, plant: event.plant };
  if ((event.type === 'bid_passed' || event.type === 'opted_out') && event.seat !== me)
    return { code: 'passed', seat: event.seat, plant: '' };
  return event.type === 'plant_revealed' ? { code: 'card', seat: -1, plant: event.plant } : null;
};

const WEIGHT: readonly Cause['code'][] = ['bought', 'card', 'passed'];

/** What happened between two answers that may have moved a limit: a purchase before a card before a pass, the newest. */
export function causeBetween(entries: readonly EntryView[], after: number, upto: number, me: number): Cause | null {
  const causes = entries
    .filter((entry) => entry.seq > after && entry.seq <= upto)
    .flatMap((entry) => entry.events ?? [])
    .flatMap((event) => causeOf(event, me) ?? []);
  for (const code of WEIGHT) {
    const cause = causes.findLast((one) => one.code === code);
    if (cause !== undefined) return cause;
  }
  return null;
}
