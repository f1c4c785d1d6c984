/** A balance report: what it says of a board in words and figures, and the last ones of each board on this device. */
import { keepText } from '../base/kept';
import type { BoardCheck, CompareRow, ShareRow, TrialView } from '../protocol/schema';
import { areaOf, placeOf, type BoardData, type LinkData } from './model';

const KEY = 'kilowatt.reports';
const KEPT = 5;
/** Bots that try a board. */
export const LEVELS = ['normal', 'hard', 'expert'] as const;
export type Level = (typeof LEVELS)[number];
/** A figure that is off by more than this part is worth a look. */
const OFF = 0.1;
/** A link that a smaller part of the games paid for is hardly used. */
export const RARE = 0.05;

export interface Kept {
  at: number;
  trial: TrialView;
}

type Shelf = Record<string, Kept[]>;

function shelf(): Shelf {
  try {
    return (JSON.parse(localStorage.getItem(KEY) ?? '{}') ?? {}) as Shelf;
  } catch {
    return {};
  }
}

/** The reports of a board, newest first. */
export const reportsOf = (board: string): Kept[] => {
  const rows: unknown = shelf()[board];
  return Array.isArray(rows) ? (rows as Kept[]) : [];
};

/** Keep a report; the same trial replaces what was kept of it before, and a report that is only looked at stays as old. */
export function keepReport(board: string, trial: TrialView): void {
  try {
    const kept = reportsOf(board);
    const rows = kept.some((row) => row.trial.id === trial.id)
      ? kept.map((row) => (row.trial.id === trial.id ? { at: row.at, trial } : row))
      : [{ at: Date.now(), trial }, ...kept].slice(0, KEPT);
    keepText(KEY, JSON.stringify({ ...shelf(), [board]: rows }));
  } catch {
    // storage is switched off or full: the report is only shown
  }
}

/** The report of each level that is on the screen or, failing that, the newest kept one. */
export const byLevel = (board: string, shown: TrialView | null): { level: Level; trial: TrialView | null }[] =>
  LEVELS.map((level) => ({
    level,
    trial: shown?.bot === level ? shown : (reportsOf(board).find((row) => row.trial.bot === level)?.trial ?? null),
  }));

/** Seconds that a trial will take, by the one that is shown or the last kept one of the level; null before the first. */
export function expected(level: Level, seats: number, shown: TrialView | null): number | null {
  const kept = Object.values(shelf())
    .flat()
    .sort((a, b) => b.at - a.at)
    .map((row) => row.trial);
  const seen = [shown, ...kept].find((trial) => trial?.bot === level && trial.done > 0);
  return seen ? ((seen.seconds / seen.done) * seen.of * seats) / seen.seats : null;
}

export const share = (row: ShareRow): number => (row.games === 0 ? 0 : row.wins / row.games);
export const percent = (part: number): number => Math.round(100 * part);

/** Half of the mean interval of the areas: what a share may be off by chance. */
export function margin(rows: readonly ShareRow[]): number {
  const played = rows.filter((row) => row.games > 0);
  return played.reduce((sum, row) => sum + (row.high - row.low) / 2, 0) / Math.max(1, played.length);
}

/** The area that is farthest from fair beyond its margin. */
export function worst(trial: TrialView): { row: ShareRow; weak: boolean } | null {
  const fair = 1 / trial.seats;
  const off = trial.area_wins.filter((row) => row.games > 0 && (fair < row.low || fair > row.high));
  const [row] = off.sort((a, b) => Math.abs(share(b) - fair) - Math.abs(share(a) - fair));
  return row ? { row, weak: share(row) < fair } : null;
}

/** One link of an area whose cost could change: the one that is farthest from what its length costs elsewhere. */
export function proposal(
  board: BoardData,
  area: string,
  weak: boolean,
  check: BoardCheck | null,
): { link: LinkData; cost: number } | null {
  const usual = check?.per_length ?? null;
  if (usual === null) return null;
  const rows = board.connections
    .filter(([a, b]) => areaOf(board, a)?.id === area || areaOf(board, b)?.id === area)
    .map((link) => {
      const [[ax, ay], [bx, by]] = [placeOf(board, link[0]), placeOf(board, link[1])];
      return { link, cost: Math.max(1, Math.round(usual * Math.hypot(bx - ax, by - ay))) };
    })
    .filter(({ link, cost }) => (weak ? cost < link[2] : cost > link[2]));
  const [best] = rows.sort((a, b) => Math.abs(b.cost - b.link[2]) - Math.abs(a.cost - a.link[2]));
  return best ?? null;
}

export interface Compared {
  name: 'rounds' | 'lines' | 'rare' | 'leads';
  own: string;
  other: string;
  alike: boolean;
}

const near = (own: number, other: number): boolean => Math.abs(own - other) <= OFF * Math.max(own, other);

/** The figures of a report beside those of one of our boards. */
export function compared(trial: TrialView, row: CompareRow): Compared[] {
  const played = trial.link_use.filter((link) => link.games > 0).length;
  const rare = trial.rare_links / Math.max(1, played);
  return [
    {
      name: 'rounds',
      own: trial.mean_rounds.toFixed(1),
      other: row.rounds.toFixed(1),
      alike: near(trial.mean_rounds, row.rounds),
    },
    {
      name: 'lines',
      own: `${percent(trial.line_share)} %`,
      other: `${percent(row.lines)} %`,
      alike: near(trial.line_share, row.lines),
    },
    {
      name: 'rare',
      own: `${trial.rare_links} / ${played}`,
      other: `${row.rare} / ${row.links}`,
      alike: Math.abs(rare - row.rare / Math.max(1, row.links)) <= OFF,
    },
    {
      name: 'leads',
      own: trial.lead_changes.toFixed(1),
      other: row.leads.toFixed(1),
      // changes are few: chance alone moves their mean by so much
      alike: Math.abs(trial.lead_changes - row.leads) <= 0.3 || near(trial.lead_changes, row.leads),
    },
  ];
}
