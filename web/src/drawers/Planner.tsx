/** The planner: what if I buy this plant at X, this fuel, these cities. Open at any time; nothing of it is played. */
import { useEffect, useState } from 'react';
import { Dialog } from '../parts/Dialog';
import { Fuel } from '../glyphs/glyphs';
import { Stepper } from '../parts/Stepper';
import { usePlay } from '../state/play';
import { useQuote } from '../state/useQuote';
import { sayCode, useText } from '../text';

export function PlannerDrawer({
  onClose,
  cities,
  setCities,
}: {
  onClose: () => void;
  cities: string[];
  setCities: (cities: string[]) => void;
}) {
  const t = useText();
  const { board, game, me, plants } = usePlay();
  const [plant, setPlant] = useState<string | null>(null);
  const [price, setPrice] = useState(0);
  const [fuel, setFuel] = useState<Record<string, number>>({});
  const quote = useQuote({ plant, price: plant === null ? 0 : price, fuel, cities });
  useEffect(
    () => () => {
      setCities([]);
    },
    [setCities],
  );
  const own = me === null ? undefined : game.seats[me];
  const names = new Map(board.cities.map((city) => [city.id, city.name]));
  const reach = usePlay().view.mine.reach[String(me)] ?? {};
  const choices = Object.keys(reach)
    .filter((city) => !cities.includes(city))
    .sort((a, b) => (names.get(a) ?? a).localeCompare(names.get(b) ?? b));
  return (
    <Dialog title={t('planner')} drawer onClose={onClose} className="planner">
      <p className="note">{t('planner.note')}</p>
      <label>
        {t('planner.plant')}
        <select
          value={plant ?? ''}
          onChange={(event) => {
            const id = event.target.value;
            setPlant(id === '' ? null : id);
            setPrice(plants.get(id)?.number ?? 0);
          }}
        >
          <option value="">{t('planner.none')}</option>
          {[...game.plants.current, ...game.plants.future]
            .filter((id) => plants.has(id))
            .map((id) => (
              <option key={id} value={id}>
                {t('plant.title', { number: plants.get(id)?.number ?? id })}
              </option>
            ))}
        </select>
      </label>
      {plant !== null && (
        <Stepper
          label={t('planner.price')}
          value={price}
          least={0}
          most={999}
          spoken={t('bid.value', { bid: price })}
          less={t('bid.less')}
          more={t('bid.more')}
          onStep={(by) => {
            setPrice(Math.max(0, price + by));
          }}
        />
      )}
      {board.column_prices.length === 0 && (
        <fieldset>
          <legend>{t('fuelmarket')}</legend>
          {board.fuels.map((name) => (
            <div className="plan-fuel" key={name}>
              <Fuel kind={name} /> <span>{sayCode('fuel', name)}</span>
              <Stepper
                label={sayCode('fuel', name)}
                value={fuel[name] ?? 0}
                most={24}
                spoken={String(fuel[name] ?? 0)}
                less={t('fuel.less', { fuel: sayCode('fuel', name) })}
                more={t('fuel.more', { fuel: sayCode('fuel', name) })}
                onStep={(by) => {
                  setFuel({ ...fuel, [name]: Math.max(0, (fuel[name] ?? 0) + by) });
                }}
              />
            </div>
          ))}
        </fieldset>
      )}
      {board.cities.length > 0 && (
        <fieldset>
          <legend>{t('planner.cities')}</legend>
          <div className="plan-cities">
            {cities.map((city) => (
              <button
                type="button"
                key={city}
                onClick={() => {
                  setCities(cities.filter((one) => one !== city));
                }}
                aria-label={t('build.drop', { city: names.get(city) ?? city })}
              >
                {names.get(city)} ×
              </button>
            ))}
          </div>
          <select
            aria-label={t('planner.add')}
            value=""
            onChange={(event) => {
              if (event.target.value !== '') setCities([...cities, event.target.value]);
            }}
          >
            <option value="">{t('planner.add')}</option>
            {choices.map((city) => (
              <option key={city} value={city}>
                {names.get(city)} ({(reach[city]?.[0] ?? 0) + (reach[city]?.[1] ?? 0)})
              </option>
            ))}
          </select>
        </fieldset>
      )}
      {quote && (
        <dl className="plan-sum" role="status">
          {plant !== null && (
            <>
              <dt>{t('planner.plant')}</dt>
              <dd>{quote.plant_cost}</dd>
            </>
          )}
          {quote.fuel_cost > 0 && (
            <>
              <dt>{t('planner.fuel')}</dt>
              <dd>{quote.fuel_cost}</dd>
            </>
          )}
          {quote.houses.map((row) => (
            <span key={row.city} className="sum-row">
              <dt>{names.get(row.city)}</dt>
              <dd>{row.house + row.connection}</dd>
            </span>
          ))}
          <dt className="total">{t('planner.total')}</dt>
          <dd className="total">{quote.total}</dd>
          <dt>{t('planner.left')}</dt>
          <dd className={quote.money_left < 0 ? 'bad' : ''}>{own?.money === null ? '•••' : quote.money_left}</dd>
          <dt>{t('planner.supplied')}</dt>
          <dd>
            {quote.supplied} / {quote.cities}
          </dd>
          <dt>{t('planner.earns')}</dt>
          <dd>{quote.income}</dd>
          <dt>{t('planner.after')}</dt>
          <dd>{own?.money === null ? '•••' : quote.money_left + quote.income}</dd>
        </dl>
      )}
      {quote && quote.problems.length > 0 && (
        <ul className="problems">
          {quote.problems.map(([code, what]) => (
            <li key={`${code}${what}`}>
              {sayCode('problem', code, {
                what:
                  names.get(what) ?? (plants.has(what) ? (plants.get(what)?.number ?? what) : sayCode('fuel', what)),
              })}
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}
