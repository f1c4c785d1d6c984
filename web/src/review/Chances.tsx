/** The chances of all players over the game: a click or the keys go to that turn; a table says the same to readers. */
import { useState, type MouseEvent } from 'react';
import { Token } from '../glyphs/glyphs';
import type { ReviewView, SwingView } from '../protocol/schema';
import { useText } from '../text';
import { percent } from './figures';

const W = 700;
const H = 250;
const LEFT = 44;
const RIGHT = 110;
const TOP = 12;
const BOTTOM = 26;

interface Props {
  review: ReviewView;
  names: readonly string[];
  /** The player whose curve lies on top, with its swings. */
  me: number | null;
  /** The seat of whoever looks. */
  you: number | null;
  at: number;
  swings: readonly SwingView[];
  onRow: (row: number) => void;
}

export function ChanceCurves({ review, names, me, you, at, swings, onRow }: Props) {
  const t = useText();
  const { rows } = review;
  const [hover, setHover] = useState<number | null>(null);
  const shown = hover ?? at;
  const called = (seat: number): string => (seat === you ? t('You') : (names[seat] ?? ''));
  const last = Math.max(1, rows.length - 1);
  const x = (place: number): number => LEFT + ((W - LEFT - RIGHT) * place) / last;
  const y = (chance: number): number => TOP + (H - TOP - BOTTOM) * (1 - chance);
  const seats = names.map((_, seat) => seat);
  // your own curve and the winner's lie on top
  const final = rows.at(-1)?.chances ?? [];
  const order = [...seats].sort((a, b) => Number(a === me) - Number(b === me) || (final[a] ?? 0) - (final[b] ?? 0));
  const ends = seats
    .map((seat) => ({ seat, at: y(final[seat] ?? 0) }))
    .sort((a, b) => a.at - b.at)
    .map((end, index, all) => {
      end.at = Math.max(end.at, (all[index - 1]?.at ?? -40) + 16);
      return end;
    });
  // names that would lie below the frame move up, and push those above them
  ends.forEach((end, index) => {
    end.at = Math.min(end.at, H - BOTTOM + 6 - 16 * (ends.length - 1 - index));
  });
  const rounds = rows.flatMap((row, place) =>
    row.round > 0 && rows[place - 1]?.round !== row.round ? [{ round: row.round, place }] : [],
  );
  const rowOf = (event: MouseEvent<SVGSVGElement>): number => {
    const box = event.currentTarget.getBoundingClientRect();
    const place = (((event.clientX - box.left) / box.width) * W - LEFT) / (W - LEFT - RIGHT);
    return Math.max(0, Math.min(last, Math.round(place * last)));
  };
  return (
    <div className="review-curves">
      <p className="chances-now" aria-hidden="true">
        <b>{t('review.in', { n: Math.max(1, rows[shown]?.round ?? 1) })}</b>
        {seats.map((seat) => (
          <span key={seat}>
            <Token seat={seat} size={12} /> {called(seat)} <b>{percent(rows[shown]?.chances[seat] ?? 0)}</b>
          </span>
        ))}
      </p>
      <svg
        className="chances"
        viewBox={`0 0 ${W} ${H}`}
        role="img"
        aria-label={t('review.curves', {
          list: seats.map((seat) => `${called(seat)} ${percent(rows[at]?.chances[seat] ?? 0)}`).join(', '),
        })}
        onClick={(event) => {
          onRow(rowOf(event));
        }}
        onMouseMove={(event) => {
          setHover(rowOf(event));
        }}
        onMouseLeave={() => {
          setHover(null);
        }}
      >
        {[0, 0.5, 1].map((part) => (
          <g key={part}>
            <line x1={LEFT} x2={W - RIGHT} y1={y(part)} y2={y(part)} className="grid" />
            <text x={LEFT - 6} y={y(part) + 4} textAnchor="end">
              {percent(part)}
            </text>
          </g>
        ))}
        <line x1={LEFT} x2={W - RIGHT} y1={y(1 / names.length)} y2={y(1 / names.length)} className="grid even" />
        {rounds.map(({ round, place }) => (
          <text key={round} x={x(place)} y={H - 8} textAnchor="middle">
            {round}
          </text>
        ))}
        <line x1={x(at)} x2={x(at)} y1={TOP} y2={H - BOTTOM} className="now" />
        {order.map((seat) => {
          const path = rows
            .map((row, place) => `${place ? 'L' : 'M'}${x(place)} ${y(row.chances[seat] ?? 0)}`)
            .join('');
          return (
            <g key={seat} className={`seat-line-${seat} ${seat === me ? 'own' : ''}`}>
              <path d={path} fill="none" className="halo" />
              <path d={path} fill="none" />
            </g>
          );
        })}
        {me !== null &&
          swings.map((swing) => (
            <circle
              key={swing.row}
              cx={x(swing.row)}
              cy={y(rows[swing.row]?.chances[me] ?? 0)}
              r={5}
              className="swing-dot"
            />
          ))}
        {ends.map((end) => (
          <text key={end.seat} x={W - RIGHT + 22} y={end.at + 4} className={end.seat === me ? 'own-name' : ''}>
            {called(end.seat)}
          </text>
        ))}
        {ends.map((end) => (
          <g key={end.seat} transform={`translate(${W - RIGHT + 4} ${end.at - 7})`}>
            <Token seat={end.seat} size={14} />
          </g>
        ))}
      </svg>
      <details className="chance-table">
        <summary>{t('review.table')}</summary>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('review.round')}</th>
              {seats.map((seat) => (
                <th scope="col" key={seat}>
                  {called(seat)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rounds.map(({ round, place }) => (
              <tr key={round}>
                <th scope="row">{round}</th>
                {seats.map((seat) => (
                  <td key={seat}>{percent(rows[place]?.chances[seat] ?? 0)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </div>
  );
}
