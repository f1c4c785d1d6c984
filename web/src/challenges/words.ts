/** The sentences of a challenge, made from its row or from how it stands. */
import type { ChallengeRow, GoalView } from '../protocol/schema';
import { say, sayCode } from '../text';

/** What is counted, with a number: "51 Elektro", "6 cities". */
export const counted = (measure: string, n: number): string => sayCode('challenge.count', measure, { n });

/** "at least 6 cities powered": what else a task asks for. */
const needs = (list: readonly [string, number][]): string =>
  list.map(([measure, least]) => sayCode('challenge.need', measure, { n: least })).join(' ');

export const needsOf = (row: ChallengeRow): string => needs(Object.entries(row.needs));
export const needsIn = (goal: GoalView): string =>
  needs(goal.needs.map(({ measure, least }): [string, number] => [measure, least]));

/** When a task ends. */
export const until = (row: ChallengeRow): string => sayCode('challenge.until', row.until, { n: row.last });

/** What earns one, two and three stars. */
export const steps = (measure: string, least: readonly number[]): string =>
  say('challenge.steps', { one: least[0] ?? 0, two: least[1] ?? 0, three: counted(measure, least[2] ?? 0) });
