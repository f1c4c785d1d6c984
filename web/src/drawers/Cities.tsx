/** The cities as a table: the board for keyboards and readers, sorted by what a city costs, its name or its area. */
import { Fragment, useMemo, useState } from 'react';
import { neighbours } from '../board/geometry';
import { Token } from '../glyphs/glyphs';
import { Dialog } from '../parts/Dialog';
import { useReason } from '../parts/Why';
import type { CityFact } from '../state/facts';
import { usePart, type Play } from '../state/play';
import { useCities } from '../panels/BoardPanel';
import { useSettings } from '../base/settings';
import { useText } from '../text';

type Order = 'cost' | 'name' | 'area' | 'houses';
const ORDERS: Order[] = ['name', 'area', 'houses', 'cost'];
const NOTHING: CityFact = { light: 'none', total: null, reason: null };

interface Row {
  id: string;
  name: string;
  area: string;
  houses: (number | string)[];
  cost: number | null;
  fact: CityFact;
  links: string;
}

function PlanButton({ row, tap }: { row: Row; tap: (city: string) => void }) {
  const t = useText();
  const why = useReason(row.fact.reason);
  const planned = row.fact.light === 'planned';
  const live = planned || row.fact.light === 'open' || row.fact.light === 'pick';
  if (!live && row.fact.reason === null) return <>{row.name}</>;
  return (
    <button
      type="button"
      className={planned ? 'city-name on' : 'city-name'}
      aria-pressed={planned}
      onClick={() => {
        tap(row.id);
      }}
      {...why}
    >
      {row.name} {planned && <small>{t('cities.planned')}</small>}
    </button>
  );
}

const shown = ({ board, layout, game, view, me, names }: Play) => ({
  board,
  layout,
  areas: game.areas,
  reach: view.mine.reach,
  me,
  names,
});

function compare(order: Order): (a: Row, b: Row) => number {
  const byName = (a: Row, b: Row): number => a.name.localeCompare(b.name);
  if (order === 'cost') return (a, b) => (a.cost ?? 999) - (b.cost ?? 999) || byName(a, b);
  if (order === 'area') return (a, b) => a.area.localeCompare(b.area) || byName(a, b);
  if (order === 'houses') return (a, b) => b.houses.length - a.houses.length || byName(a, b);
  return byName;
}

export function CitiesDrawer({ onClose }: { onClose: () => void }) {
  const t = useText();
  const { language } = useSettings();
  const { board, layout, areas, reach, me, names } = usePart(shown);
  const { facts, tap, houses } = useCities();
  const [order, setOrder] = useState<Order>('cost');
  const rows = useMemo(() => {
    const cityName = new Map(board.cities.map((city) => [city.id, city.name]));
    const entries = new Map(board.cities.map((city) => [city.id, city.entry]));
    const inside = new Set(board.cities.filter((city) => areas.includes(city.area)).map((city) => city.id));
    return board.cities
      .filter((city) => inside.has(city.id))
      .map((city): Row => {
        const fact = facts[city.id] ?? NOTHING;
        const price = me === null ? undefined : reach[String(me)]?.[city.id];
        return {
          id: city.id,
          name: city.name,
          area: layout?.areas[city.area]?.name[language] ?? city.area,
          houses: (houses[city.id] ?? []).filter((seat) => seat !== null),
          cost: fact.total ?? (price ? price[0] + price[1] : null),
          fact,
          links: neighbours(board.connections, city.id)
            .filter(([other]) => inside.has(other))
            .map(([other, cost]) => `${cityName.get(other) ?? other} ${entries.get(other) ?? cost}`)
            .join(', '),
        };
      })
      .sort(compare(order));
  }, [board, areas, reach, me, facts, houses, order, layout, language]);
  return (
    <Dialog title={t('cities')} drawer onClose={onClose} className="cities">
      <p className="note">{t('cities.note')}</p>
      <div className="cities-box" tabIndex={0} role="region" aria-label={t('cities')}>
        <table>
          <thead>
            <tr>
              {ORDERS.map((one) => (
                <th
                  key={one}
                  scope="col"
                  className={`${one}-head`}
                  aria-sort={order === one ? (one === 'houses' ? 'descending' : 'ascending') : undefined}
                >
                  <button
                    type="button"
                    className="plain"
                    onClick={() => {
                      setOrder(one);
                    }}
                  >
                    {t(`cities.${one}`)}{' '}
                    {order === one && <span aria-hidden="true">{one === 'houses' ? '▾' : '▴'}</span>}
                  </button>
                </th>
              ))}
              <th scope="col" className="links-head">
                {t('cities.links')}
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <Fragment key={row.id}>
                <tr className={`row-${row.fact.light}`}>
                  <th scope="row">
                    <PlanButton row={row} tap={tap} />
                  </th>
                  <td className="area-cell">{row.area}</td>
                  <td className="houses-cell">
                    {row.houses.map((seat) => (
                      <span key={seat} className="in-city">
                        <Token seat={typeof seat === 'number' ? seat : 'trust'} size={14} />
                        <span className="hidden">
                          {typeof seat === 'number' ? (seat === me ? t('you') : names[seat]) : t('trust')}{' '}
                        </span>
                      </span>
                    ))}
                  </td>
                  <td className="number">{row.cost ?? '–'}</td>
                  <td className="links-cell">{row.links}</td>
                </tr>
                {/* on a phone these two columns become a line of their own */}
                <tr className="more-row">
                  <td colSpan={3}>
                    {row.area} · {row.links}
                  </td>
                </tr>
              </Fragment>
            ))}
          </tbody>
        </table>
      </div>
    </Dialog>
  );
}
