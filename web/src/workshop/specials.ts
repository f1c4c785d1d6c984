/** Special rules of a board: parts of `[rules]` that are set or dropped together. */
import type { BoardData, Rules } from './model';

/** Parts of `[rules]` that a special rule sets to one value. */
const VALUES = ['current_size', 'extra_need', 'unsold_leave'] as const;

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Whether a board has a special rule: every part that makes it. */
export function has(board: BoardData, rules: Rules): boolean {
  const own = board.rules ?? {};
  return (
    Object.entries(rules.policies ?? {}).every(([key, value]) => same(own.policies?.[key], value)) &&
    Object.entries(rules.switches ?? {}).every(([key, value]) => own.switches?.[key] === value) &&
    Object.entries(rules.tasks ?? {}).every(([key, value]) => same(own.tasks?.[key], value)) &&
    VALUES.every((key) => rules[key] === undefined || same(own[key], rules[key]))
  );
}

/** Whether two special rules change the same part, so that only one of them can be on. */
export const rivals = (one: Rules, other: Rules): boolean =>
  Object.keys(one.policies ?? {}).some((key) => key in (other.policies ?? {})) ||
  Object.keys(one.tasks ?? {}).some((key) => key in (other.tasks ?? {}));

const large = (rules: Rules): boolean => (rules.policies ?? rules.tasks) !== undefined;

/** Whether a switch belongs to a larger special rule, which sets it. */
export const partOf = (one: Rules, whole: Rules): boolean =>
  !large(one) && large(whole) && Object.keys(one.switches ?? {}).some((key) => key in (whole.switches ?? {}));

const merged = <T>(a: Record<string, T> | undefined, b: Record<string, T> | undefined): Record<string, T> => ({
  ...a,
  ...b,
});
const without = <T>(a: Record<string, T> | undefined, b: object | undefined): Record<string, T> =>
  Object.fromEntries(Object.entries(a ?? {}).filter(([key]) => !(b && key in b)));

/** Set or drop a special rule. */
export function withSpecial(board: BoardData, rules: Rules, fuel: string | null, on: boolean): BoardData {
  const own = board.rules ?? {};
  const join = on ? merged : without;
  const values = Object.fromEntries(VALUES.filter((key) => key in rules).map((key) => [key, rules[key]]));
  const next: Rules = {
    ...(join(own as Record<string, unknown>, values) as Rules),
    switches: join(own.switches, rules.switches) as Record<string, boolean>,
    policies: join(own.policies, rules.policies),
    tasks: join(own.tasks, rules.tasks) as Record<string, string[]>,
    cites: join(own.cites, rules.cites) as Record<string, string>,
  };
  delete next.stack;
  const stack = on ? (rules.stack ?? own.stack) : rules.stack ? null : own.stack;
  if (stack) next.stack = stack;
  const changed: BoardData = { ...board, rules: next };
  if (fuel !== null && on) changed.fuel = fuel;
  return changed;
}
