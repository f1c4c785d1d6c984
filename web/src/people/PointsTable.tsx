/** A table of points by rounds, as of a league or a tournament: a row per player, a column per round, then sums. */
import type { ReactNode } from 'react';
import { Token } from '../glyphs/glyphs';
import { meanName } from '../home/played';
import { useText } from '../text';

/** Points without a needless decimal. */
export const pointsName = (points: number): string => (Number.isInteger(points) ? String(points) : meanName(points));

export interface PointsCell {
  text: string;
  look?: 'won' | 'current' | undefined;
}

export interface PointsRow {
  rank: number;
  name: string;
  /** The shape before the name; null: there is none. */
  shape?: number | null;
  note?: string;
  you: boolean;
  rounds: readonly PointsCell[];
  sums: readonly ReactNode[];
}

interface Props {
  label: string;
  rounds: number;
  /** The round that is played now. */
  current?: number | null;
  /** The headings of the sums. */
  sums: readonly string[];
  rows: readonly PointsRow[];
}

export function PointsTable({ label, rounds, current = null, sums, rows }: Props) {
  const t = useText();
  return (
    <div className="league-scroll" tabIndex={0} role="group" aria-label={label}>
      <table className="stats league">
        <thead>
          <tr>
            <th scope="col">{t('ratings.player')}</th>
            {Array.from({ length: rounds }, (_, index) => (
              <th key={index} scope="col" className={current === index + 1 ? 'current' : ''}>
                <span className="hidden-text">{t('league.round')} </span>
                {index + 1}
              </th>
            ))}
            {sums.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={index} className={row.you ? 'mine' : ''}>
              <th scope="row">
                <span className="list-rank">{row.rank}</span>{' '}
                {row.shape !== undefined &&
                  (row.shape === null ? <i className="no-token" /> : <Token seat={row.shape} size={16} />)}
                {row.name}
                {row.note !== undefined && <small> {row.note}</small>}
              </th>
              {row.rounds.map(({ text, look }, at) => (
                <td key={at} className={look ?? ''}>
                  {look === 'won' ? <b>{text}</b> : text}
                </td>
              ))}
              {row.sums.map((sum, at) => (
                <td key={at}>{sum}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
