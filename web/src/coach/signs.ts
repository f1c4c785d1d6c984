/** Which way a reason speaks: for a choice, against it, or neither; and the money and cities a plan comes to. */
import type { ChoiceView, ClaimView } from '../protocol/schema';

export type Way = 'pro' | 'con' | 'same';
export interface Reason {
  way: Way;
  text: string;
}

const PRO = /^(more_|beats_|less_|experts|gap_|best_left|ends$|rivals_power$|rivals_below$|lone$|worth$)/;
const CON = /^(extra_|no_worse$)/;
/** Repeats the choice itself, which stands in its title. */
const TITLE = /^(buys|buys_no_fuel|builds|builds_none|runs|runs_none|then_builds)$/;

export const wayOf = ({ code }: ClaimView): Way => (PRO.test(code) ? 'pro' : CON.test(code) ? 'con' : 'same');

/** At most so many reasons: what speaks for the better choice first, then one against it, then what is the same. */
export function reasonsOf(claims: readonly ClaimView[], against: readonly ClaimView[], most: number): Reason[] {
  const own = claims.filter(({ code }) => !TITLE.test(code)).map((claim) => ({ way: wayOf(claim), text: claim.text }));
  const other = against
    .filter(({ code }) => code.startsWith('extra_'))
    .map((claim) => ({ way: 'con' as const, text: claim.text }));
  const of = (way: Way): Reason[] => own.filter((one) => one.way === way);
  return [...of('pro').slice(0, most - Math.min(1, other.length)), ...other.slice(0, 1), ...of('same')].slice(0, most);
}

export interface Figures {
  cost: number | null;
  left: number | null;
  cities: number | null;
  supplied: number | null;
  income: number | null;
  ends: boolean;
}

const ENDS = new Set(['plan_all', 'plan_some', 'plan_income', 'plan_end', 'plan_points']);
const number = (value: unknown): number | null => (typeof value === 'number' ? value : null);

/** What a plan costs, leaves, powers and earns, as far as it says so. */
export function figuresOf({ plan }: ChoiceView): Figures {
  const sum = plan?.sums.find(({ code }) => ENDS.has(code));
  const args = sum?.args ?? {};
  const supplied = number(args.supplied);
  return {
    cost: plan?.cost ?? null,
    left: plan?.left ?? null,
    cities: sum?.code === 'plan_all' ? supplied : number(args.cities),
    supplied,
    income: number(args.income),
    ends: sum?.code === 'plan_end' || sum?.code === 'plan_points',
  };
}
