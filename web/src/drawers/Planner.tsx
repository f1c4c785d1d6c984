/** The planner: what if I buy this plant at X, this fuel, these cities. It plays nothing; what fits the turn can be taken over. */
import { Dialog } from '../parts/Dialog';
import { Fuel } from '../glyphs/glyphs';
import { Stepper } from '../parts/Stepper';
import { NO_PLAN, usePlay, type Draft } from '../state/play';
import type { PlantRow } from '../protocol/schema';
import { basketOf } from '../state/prepare';
import { useAnswer } from '../state/useQuote';
import { sayCode, useText } from '../text';

export function PlannerDrawer({ onClose }: { onClose: () => void }) {
  const t = useText();
  const { board, game, me, menu, plants, plan, setPlan, change } = usePlay();
  const { plant, price, fuel, cities, give_up: given } = plan;
  const { quoted, fresh } = useAnswer({ ...plan, why: true });
  const quote = quoted?.quote ?? null;
  const setCities = (next: readonly string[]): void => {
    setPlan({ ...plan, cities: next });
  };
  const empty = plant === null && cities.length === 0 && Object.values(fuel).every((count) => count === 0);
  // what of the plan answers the decision that is asked: the server says which houses and tokens can be had
  const houses = quoted?.quote.houses.map((row) => row.city) ?? [];
  const basket = basketOf(quoted?.basket ?? {}, board.markets);
  const part: Partial<Draft> | null =
    menu === null || !fresh
      ? null
      : game.asked === 'build' && houses.length > 0
        ? { cities: houses }
        : game.asked === 'buy_fuel' && Object.keys(basket).length > 0
          ? { basket }
          : null;
  const own = me === null ? undefined : game.seats[me];
  const names = new Map(board.cities.map((city) => [city.id, city.name]));
  const reach = quoted?.reach ?? {};
  const choices = Object.keys(reach)
    .filter((city) => !cities.includes(city))
    .sort((a, b) => (names.get(a) ?? a).localeCompare(names.get(b) ?? b));
  return (
    <Dialog
      title={t('planner')}
      drawer
      onClose={onClose}
      className={board.cities.length > 0 ? 'planner with-map' : 'planner'}
    >
      <p className="note">{t('planner.note')}</p>
      <label className="plan-plant">
        {t('planner.plant')}
        <select
          value={plant ?? ''}
          onChange={(event) => {
            const id = event.target.value;
            setPlan({ ...plan, give_up: {}, plant: id === '' ? null : id, price: plants.get(id)?.number ?? 0 });
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
            setPlan({ ...plan, price: Math.max(0, price + by) });
          }}
        />
      )}
      {quote !== null && quote.scrapped !== null && own && (
        <GiveUp
          plant={plants.get(quote.scrapped)}
          held={own.fuel}
          given={given}
          onStep={(name, by) => {
            const most = own.fuel[name] ?? 0;
            const count = Math.min(most, Math.max(0, (given[name] ?? 0) + by));
            setPlan({ ...plan, give_up: { ...given, [name]: count } });
          }}
        />
      )}
      {board.markets.length > 0 && (
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
                  setPlan({ ...plan, fuel: { ...fuel, [name]: Math.max(0, (fuel[name] ?? 0) + by) } });
                }}
              />
            </div>
          ))}
        </fieldset>
      )}
      {board.cities.length > 0 && (
        <fieldset className="plan-where">
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
        <div role="status" className="plan-answer">
          <dl className="plan-sum">
            {plant !== null && <Row name={t('planner.plant')} value={quote.plant_cost} />}
            {quote.fuel_cost > 0 && <Row name={t('planner.fuel')} value={quote.fuel_cost} />}
            {quote.houses.map((row) => (
              <Row
                key={row.city}
                kind="city"
                name={names.get(row.city) ?? row.city}
                value={row.house + row.connection}
              />
            ))}
            <Row kind="total" name={t('planner.total')} value={quote.total} />
            <Row
              kind={quote.money_left < 0 ? 'bad' : ''}
              name={t('planner.left')}
              value={own?.money === null ? '•••' : quote.money_left}
            />
            <Row name={t('planner.supplied')} value={`${quote.supplied} / ${quote.cities}`} />
            <Row name={t('planner.earns')} value={quote.income} />
            <Row name={t('planner.after')} value={own?.money === null ? '•••' : quote.money_left + quote.income} />
          </dl>
        </div>
      )}
      {quote && quote.problems.length > 0 && (
        <ul className="problems plan-answer">
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
      {!empty && (
        <div className="answers plan-answer">
          <button
            type="button"
            onClick={() => {
              setPlan(NO_PLAN);
            }}
          >
            {t('planner.clear')}
          </button>
          {part !== null && (
            <button
              type="button"
              className="primary"
              onClick={() => {
                change(part);
                setPlan({ ...plan, ...('cities' in part ? { cities: [] } : { fuel: {} }) });
                onClose();
              }}
            >
              {t('planner.use')}
            </button>
          )}
        </div>
      )}
    </Dialog>
  );
}

interface GiveUpProps {
  plant: PlantRow | undefined;
  held: Record<string, number>;
  given: Record<string, number>;
  onStep: (fuel: string, by: number) => void;
}

/** Fuel of the replaced plant that one would rather give up than keep elsewhere. */
function GiveUp({ plant, held, given, onStep }: GiveUpProps) {
  const t = useText();
  const fuels = (plant?.fuels ?? []).filter((name) => (held[name] ?? 0) > 0);
  if (!plant || fuels.length === 0) return null;
  return (
    <fieldset className="plan-give-up">
      <legend>{t('planner.giveup', { plant: plant.number })}</legend>
      {fuels.map((name) => {
        const fuel = sayCode('fuel', name);
        const count = given[name] ?? 0;
        return (
          <div className="plan-fuel" key={name}>
            <Fuel kind={name} /> <span>{fuel}</span>
            <Stepper
              label={t('scrap.fuel', { fuel, number: plant.number })}
              value={count}
              most={held[name] ?? 0}
              spoken={t('scrap.amount', { n: count, fuel })}
              less={t('scrap.less', { fuel, number: plant.number })}
              more={t('scrap.more', { fuel, number: plant.number })}
              onStep={(by) => {
                onStep(name, by);
              }}
            />
          </div>
        );
      })}
    </fieldset>
  );
}

function Row({ name, value, kind = '' }: { name: string; value: number | string; kind?: string }) {
  return (
    <div className={`sum-row ${kind}`}>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
