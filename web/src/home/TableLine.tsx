/** A table in a list: its name or game, its seats, and where it is. */
import { Token } from '../glyphs/glyphs';
import { Link } from '../parts/Brand';
import type { TableView } from '../protocol/schema';
import { seatNames } from '../state/names';
import { sayCode, useText } from '../text';
import { gameTitle } from '../text/titles';
import { whereIs } from './turns';

export function TableLine({ table }: { table: TableView }) {
  const t = useText();
  const turn = typeof table.actor === 'number' && table.yours.includes(table.actor) && table.state === 'playing';
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
    <li>
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
    </li>
  );
}
