/** A table in a list: its name or game, its seats, and where it is. */
import { Token } from '../glyphs/glyphs';
import { Link } from '../parts/Brand';
import type { TableView } from '../protocol/schema';
import { seatNames } from '../state/names';
import { sayCode, useText } from '../text';
import { gameTitle } from '../text/titles';
import { counts, isMyTurn, whereIs } from './turns';

/** With `onDismiss` a lesson or a position that was tried out can be put away. */
export function TableLine({ table, onDismiss }: { table: TableView; onDismiss?: (code: string) => void }) {
  const t = useText();
  const turn = isMyTurn(table) && counts(table);
  const away = onDismiss !== undefined && table.owner && !counts(table);
  const free = table.seats.filter((seat) => seat.kind === 'open').length;
  const title = gameTitle(table.ruleset, table.title);
  const names = seatNames(table);
  const what =
    table.state === 'waiting'
      ? t('lobby.free', { n: free })
      : table.state === 'playing'
        ? whereIs(table)
        : sayCode('state', table.state);
  return (
    <li className={away ? 'dismissable' : undefined}>
      <Link to={`/t/${table.code}`} className={`table-line ${turn ? 'turn' : ''}`}>
        <span className="table-what">
          <b>{table.name === '' ? title : table.name}</b>
          <small>{table.name === '' ? table.code : `${title} · ${table.code}`}</small>
        </span>
        <span className="table-seats">
          {table.seats.map((seat, at) => (
            <span key={seat.seat} className={seat.kind === 'open' ? 'open-seat' : ''} title={names[at]}>
              <Token seat={seat.seat} size={16} />
              <small>{seat.kind === 'open' ? t('seat.free') : names[at]}</small>
            </span>
          ))}
        </span>
        <span className="table-state">{turn ? <b className="tag tag-you">{t('your.turn')}</b> : what}</span>
      </Link>
      {away && (
        <button
          type="button"
          className="plain"
          onClick={() => {
            onDismiss(table.code);
          }}
        >
          {t('home.dismiss')}
          <span className="hidden-text"> {table.name === '' ? title : table.name}</span>
        </button>
      )}
    </li>
  );
}
