/** The standing: a row per player with a house per city powered, the count, and the money where it decided. */
import type { CSSProperties } from 'react';
import { Icon, Money, Token } from '../glyphs/glyphs';
import { sayCode, useText } from '../text';
import { moneyNote, type Row } from './standing';

interface Props {
  rows: readonly Row[];
  names: readonly string[];
  yours: readonly number[];
  cards: boolean;
}

export function Rows({ rows, names, yours, cards }: Props) {
  const t = useText();
  const most = Math.max(1, ...rows.map((row) => row.score));
  return (
    <>
      <p className="end-caps" aria-hidden="true">
        <span>{t(cards ? 'end.head.points' : 'end.head.cities')}</span>
        <span>{t(cards ? 'end.head.rest' : 'end.head.money')}</span>
      </p>
      <ol className="standing">
        {rows.map((row) => (
          <li
            key={row.seat}
            className={[row.place === 1 ? 'winner' : '', yours.includes(row.seat) ? 'yours' : ''].join(' ')}
            style={{ '--seat': `var(--seat-${row.seat})`, '--most': most } as CSSProperties}
          >
            <b>{sayCode('rank', String(row.place))}</b>
            <Token seat={row.seat} size={22} />
            <span className="end-name">
              <span title={names[row.seat]}>{names[row.seat]}</span>
              {yours.includes(row.seat) && <span className="tag tag-you">{t('you')}</span>}
            </span>
            <span className="end-houses" aria-hidden="true">
              {Array.from({ length: most }, (_, index) => (
                <i
                  key={index}
                  className={index < row.score ? 'set' : ''}
                  style={{ '--at': (index / most).toFixed(2) } as CSSProperties}
                >
                  {!cards && <Icon name="house" />}
                </i>
              ))}
            </span>
            <b className="count" aria-hidden="true">
              {row.score}
            </b>
            <span className="hidden">{t(cards ? 'end.points' : 'end.powered', { n: row.score })}</span>
            <span className="end-money">
              <Money amount={row.money} />
              <small>{moneyNote(row, rows)}</small>
            </span>
          </li>
        ))}
      </ol>
    </>
  );
}
