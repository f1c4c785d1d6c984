/** The end: standing, why the order is so, and the curves of the game. */
import { lazy, Suspense, useEffect, useState } from 'react';
import { Money, Token } from '../glyphs/glyphs';
import { api } from '../net/api';
import { Dialog } from '../parts/Dialog';
import { PlayAgain } from '../parts/PlayAgain';
import type { CurvePoint } from '../protocol/schema';
import { usePlay } from '../state/play';
import { sayCode, useText, type Key } from '../text';

const RatingNote = lazy(() => import('../people/RatingNote'));

const KINDS = ['cities', 'money', 'income', 'powers', 'prices'] as const;
type Kind = (typeof KINDS)[number];

interface Series {
  id: string;
  seat: number | null;
  values: (number | null)[];
}

export function series(points: readonly CurvePoint[], kind: Kind): Series[] {
  if (kind !== 'prices') {
    const seats = points[0]?.[kind].length ?? 0;
    return Array.from({ length: seats }, (_, seat) => ({
      id: String(seat),
      seat,
      values: points.map((point) => point[kind][seat] ?? null),
    }));
  }
  const markets = Object.entries(points[0]?.prices ?? {});
  return markets.flatMap(([market, fuels]) =>
    Object.keys(fuels).map((fuel) => ({
      id: markets.length > 1 ? `${market}/${fuel}` : fuel,
      seat: null,
      values: points.map((point) => point.prices[market]?.[fuel] ?? null),
    })),
  );
}

function Curve({ points, kind, names }: { points: CurvePoint[]; kind: Kind; names: string[] }) {
  const t = useText();
  const list = series(points, kind);
  const most = Math.max(1, ...list.flatMap((row) => row.values.map((value) => value ?? 0)));
  const [w, h, pad] = [460, 190, 26];
  const x = (index: number): number => pad + (index * (w - pad - 90)) / Math.max(1, points.length - 1);
  const y = (value: number): number => h - pad - (value * (h - pad - 12)) / most;
  const path = (values: (number | null)[]): string =>
    values
      .map((value, index) =>
        value === null
          ? ''
          : `${index === 0 || values[index - 1] === null ? 'M' : 'L'}${x(index).toFixed(1)} ${y(value).toFixed(1)}`,
      )
      .join('');
  const fuel = (id: string): string => id.split('/').at(-1) ?? id;
  const label = (row: Series): string =>
    row.seat === null
      ? row.id
          .split('/')
          .map((part) => sayCode(part === fuel(row.id) ? 'fuel' : 'market', part))
          .join(' ')
      : (names[row.seat] ?? '');
  const ends = list
    .map((row) => ({ row, at: y(row.values.findLast((value) => value !== null) ?? 0) }))
    .sort((a, b) => a.at - b.at);
  ends.forEach((end, index) => {
    end.at = Math.max(end.at, (ends[index - 1]?.at ?? -20) + 13);
  });
  return (
    <svg
      className="curve"
      viewBox={`0 0 ${w} ${h}`}
      role="img"
      aria-label={`${t(`curve.${kind}` as Key)}: ${list.map((row) => `${label(row)} ${row.values.at(-1) ?? '–'}`).join(', ')}`}
    >
      {[0, 0.5, 1].map((part) => (
        <g key={part}>
          <line x1={pad} x2={w - 90} y1={y(most * part)} y2={y(most * part)} className="grid" />
          <text x={pad - 5} y={y(most * part) + 4} textAnchor="end">
            {Math.round(most * part)}
          </text>
        </g>
      ))}
      {points.map((point, index) =>
        index % Math.ceil(points.length / 8) === 0 ? (
          <text key={point.round} x={x(index)} y={h - 8} textAnchor="middle">
            {point.round}
          </text>
        ) : null,
      )}
      {ends.map(({ row, at }) => (
        <g key={row.id} className={row.seat === null ? `fuel-curve of-${fuel(row.id)}` : `seat-line-${row.seat}`}>
          <path d={path(row.values)} fill="none" />
          <text x={w - 84} y={at + 4} className="curve-name">
            {label(row)}
          </text>
        </g>
      ))}
    </svg>
  );
}

export function EndPanel({ onClose, onReplay }: { onClose: () => void; onReplay: (review: boolean) => void }) {
  const t = useText();
  const { view, table, names, board } = usePlay();
  const [points, setPoints] = useState<CurvePoint[]>([]);
  const [picked, setKind] = useState<Kind>('cities');
  useEffect(() => {
    void api.curves(table.code).then(
      (answer) => {
        setPoints(answer.points);
      },
      () => undefined,
    );
  }, [table.code]);
  const { result } = view.game;
  const cardGame = board.kind === 'cards';
  const kind = cardGame && picked === 'cities' ? 'money' : picked;
  const ranking = result?.ranking ?? [];
  const first = ranking[0] ?? [];
  const won = first.some((seat) => table.yours.includes(seat));
  const title =
    ranking.length === 0
      ? t('end.early')
      : won
        ? t('end.won')
        : t('end.wins', { name: first.map((seat) => names[seat]).join(', ') });
  let place = 1;
  return (
    <Dialog title={title} wide onClose={onClose} className="end">
      {table.end !== null && <p className="note">{sayCode('end', table.end)}</p>}
      {result && <p className="note sentence">{sayCode('ended', result.reason)}</p>}
      {table.rated && table.yours.length > 0 && (
        <Suspense>
          <RatingNote code={table.code} />
        </Suspense>
      )}
      <ol className="standing">
        {ranking.map((group) => {
          const here = place;
          place += group.length;
          return group.map((seat) => {
            const row = view.game.seats[seat];
            return (
              <li key={seat} className={here === 1 ? 'winner' : ''}>
                <b className="rank">{here}</b>
                <Token seat={seat} size={22} />
                <span className="who">
                  {names[seat]}
                  {table.yours.includes(seat) && <span className="tag tag-you">{t('you')}</span>}
                </span>
                {!cardGame && <span>{t('end.powered', { n: row?.powers ?? 0 })}</span>}
                {!cardGame && <span>{t('end.cities', { n: row?.cities.length ?? 0 })}</span>}
                {cardGame && <span>{t('end.points', { n: result?.scores[seat]?.points ?? 0 })}</span>}
                <Money amount={row?.money ?? null} />
              </li>
            );
          });
        })}
      </ol>
      {board.tie_breaks.length > 0 && ranking.length > 0 && (
        <p className="note">{t('end.ties', { list: board.tie_breaks.map((one) => sayCode('tie', one)).join(', ') })}</p>
      )}
      {cardGame && ranking.length > 0 && <p className="note">{t('end.points.how')}</p>}
      {points.length > 1 && (
        <section aria-label={t('curves')}>
          <div className="choice curve-tabs">
            {KINDS.filter((one) => !cardGame || one === 'money' || one === 'income').map((one) => (
              <button
                type="button"
                key={one}
                aria-pressed={kind === one}
                onClick={() => {
                  setKind(one);
                }}
              >
                {t(`curve.${one}`)}
              </button>
            ))}
          </div>
          <Curve points={points} kind={kind} names={names} />
        </section>
      )}
      <div className="answers">
        {ranking.length > 0 && (
          <button
            type="button"
            onClick={() => {
              onReplay(true);
            }}
          >
            {t('end.review')}
          </button>
        )}
        <button
          type="button"
          onClick={() => {
            onReplay(false);
          }}
        >
          {t('end.replay')}
        </button>
        <a className="button" href={api.recordPath(table.code)} download={`${table.code}.jsonl`}>
          {t('menu.export')}
        </a>
        <PlayAgain table={table} />
      </div>
    </Dialog>
  );
}
