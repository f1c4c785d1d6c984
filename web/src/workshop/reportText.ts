/** A balance report as plain text, to keep or to send. */
import type { TrialView } from '../protocol/schema';
import { nameOf, type BoardData } from './model';
import { margin, percent, share } from './report';
import type { useWords, Word } from './words';

export function reportText(board: BoardData, trial: TrialView, t: ReturnType<typeof useWords>): string {
  const part = (wins: number, games: number): string => (games === 0 ? '–' : `${percent(wins / games)} %`);
  const area = (name: string): string => board.area.find((one) => one.id === name)?.name ?? name;
  return [
    `${board.title}: ${t('report')}`,
    t(trial.forced ? 'report.forced' : 'report.chosen', {
      n: trial.done,
      seats: trial.seats,
      bots: t(`level.${trial.bot}` as Word),
      margin: percent(margin(trial.area_wins)),
    }),
    '',
    t('report.areas'),
    ...trial.area_wins.map((row) => `  ${area(row.name)}: ${row.games === 0 ? '–' : `${percent(share(row))} %`}`),
    t('report.seats'),
    ...trial.seat_wins.map((row) => `  ${t('try.seat', { n: Number(row.name) + 1 })}: ${part(row.wins, row.games)}`),
    `${t('report.length')}: ${t('report.mean', { rounds: trial.mean_rounds.toFixed(1) })}`,
    '',
    t('report.cities'),
    ...trial.city_use.map((row) => `  ${nameOf(board, row.name)}: ${part(row.wins, row.games)}`),
    t('report.links'),
    ...trial.link_use.map((row) => `  ${nameOf(board, row.a)} - ${nameOf(board, row.b)}: ${part(row.paid, row.games)}`),
    '',
  ].join('\n');
}
