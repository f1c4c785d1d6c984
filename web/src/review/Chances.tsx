/** The chances of all players over the game: a click or the keys go to that turn; a table says the same to readers. */
import { low } from '../base/screen';
import { useState, type MouseEvent } from 'react';
import { Token } from '../glyphs/glyphs';
import type { ReviewView, SwingView } from '../protocol/schema';
import { useText } from '../text';
import { intervalOf, percent } from './figures';
import { lineThrough, pointsOf, smoothed } from './smooth';

const W = 700;
const HIGH = 250;
/** Where the window is low. */
const LOW = 170;
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
  /** The row of the decision that is open. */
  picked: number | null;
  /** The verdicts are not all there yet. */
  thin: boolean;
  swings: readonly SwingView[];
  onRow: (row: number) => void;
}

export function ChanceCurves({ review, names, me, you, at, picked, thin, swings, onRow }: Props) {
  const t = useText();
  const { rows } = review;
  const [hover, setHover] = useState<number | null>(null);
  const shown = hover ?? at;
  const called = (seat: number): string => (seat === you ? t('You') : (names[seat] ?? ''));
  const H = low() ? LOW : HIGH;
  const last = Math.max(1, rows.length - 1);
  const points = pointsOf(rows, review.start);
  /** Where a row lies: phases are equally wide, and a phase's turns share its width. */
  const x = (row: number): number => {
    const next = points.findIndex((point) => point.row >= row);
    const [from, to] = [points[next - 1]?.row ?? -1, points[next]?.row ?? row];
    const part = next <= 0 ? 0 : next - 1 + (to === from ? 1 : (row - from) / (to - from));
    return LEFT + ((W - LEFT - RIGHT) * part) / Math.max(1, points.length - 1);
  };
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
  const curves = seats.map((seat) => smoothed(points.map((point) => point.chances[seat] ?? 0)));
  const at2 = (place: number, chance: number): [number, number] => [x(points[place]?.row ?? 0), y(chance)];
  /** Between which chances eight of ten such positions lie. */
  const bandOf = (seat: number): string => {
    const ends = (curves[seat] ?? []).map((chance) => intervalOf(chance, review.spread));
    const upper = ends.map(([, high], place) => at2(place, high));
    const lower = ends.map(([low], place) => at2(place, low)).reverse();
    return `${lineThrough(upper)}${lineThrough(lower).replace(/^M/, 'L')}Z`;
  };
  const heightAt = (row: number, seat: number): number => {
    const next = points.findIndex((point) => point.row >= row);
    return y(curves[seat]?.[next < 0 ? points.length - 1 : next] ?? 0);
  };
  const rounds = rows.flatMap((row, place) =>
    row.round > 0 && rows[place - 1]?.round !== row.round ? [{ round: row.round, place }] : [],
  );
  const rowOf = (event: MouseEvent<SVGSVGElement>): number => {
    const box = event.currentTarget.getBoundingClientRect();
    const wanted = ((event.clientX - box.left) / box.width) * W;
    const after = rows.findIndex((_, row) => x(row) >= wanted);
    return after < 0 ? last : after;
  };
  return (
    <>
      <p className="chances-now" aria-hidden="true">
        <b>{t('review.in', { n: Math.max(1, rows[shown]?.round ?? 1) })}</b>
        {seats.map((seat) => (
          <span key={seat}>
            <Token seat={seat} size={12} /> {called(seat)} <b>{percent(rows[shown]?.chances[seat] ?? 0)}</b>
          </span>
        ))}
      </p>
      <svg
        className={thin ? 'chances thin' : 'chances'}
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
        {me !== null && <path d={bandOf(me)} className={`band seat-fill seat-${me}`} />}
        {order.map((seat) => {
          const path = lineThrough(curves[seat]?.map((chance, place) => at2(place, chance)) ?? []);
          return (
            <g key={seat} className={`seat-line-${seat} ${seat === me ? 'own' : ''}`}>
              <path d={path} fill="none" className="halo" />
              <path d={path} fill="none" />
            </g>
          );
        })}
        {me !== null &&
          swings.map((swing, index) => (
            <g
              key={swing.row}
              className={swing.row === picked ? 'swing-dot now' : 'swing-dot'}
              transform={`translate(${x(swing.row)} ${heightAt(swing.row, me)})`}
            >
              <circle r={9} />
              <text y={4} textAnchor="middle">
                {index + 1}
              </text>
            </g>
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
    </>
  );
}
