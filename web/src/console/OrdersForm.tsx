/** The parts of a plan of orders: limits for plants, fuel, cities, and when to ask first. */
import { type ReactNode } from 'react';
import { useStore } from '../base/store';
import { MiniPlant } from '../parts/Plant';
import type { OrderPlan, Quoted } from '../protocol/schema';
import { plantName } from '../state/log';
import { BIDS_MOST, CITIES_MOST, NO_AUTO, picking, SLACK, withCity, type WholePlan } from '../state/orders';
import { usePlay } from '../state/play';
import { buildPlan, useQuote } from '../state/useQuote';
import { sayCode, useText } from '../text';
import { Wishes } from './Wishes';

/** A list with one of its rows at another place. */
const moved = <T,>(rows: readonly T[], from: number, to: number): T[] => {
  const next = [...rows];
  next.splice(to, 0, ...next.splice(from, 1));
  return next;
};

/** What was dropped or left out, and why. */
export function OrderNotes({ seat }: { seat: number }) {
  const { view, board } = usePlay();
  const notes = view.mine.orders[String(seat)]?.notes ?? [];
  const names = new Map(board.cities.map((city) => [city.id, city.name]));
  if (notes.length === 0) return null;
  return (
    <ul className="order-notes">
      {notes.map((note, at) => (
        <li key={at}>
          {sayCode('orders.note', note.code, {
            ...(note.args as Record<string, string | number>),
            ...(typeof note.args.plant === 'string' ? { plant: plantName(note.args.plant) } : {}),
            ...(typeof note.args.city === 'string' ? { city: names.get(note.args.city) ?? note.args.city } : {}),
          })}
        </li>
      ))}
    </ul>
  );
}

interface PartProps {
  seat: number;
  plan: WholePlan;
  set: (part: Partial<OrderPlan>) => void;
}

/** A part of the plan with its number. */
function Part({
  number,
  name,
  aside,
  children,
}: {
  number: number;
  name: string;
  aside?: string | undefined;
  children: ReactNode;
}) {
  return (
    <fieldset>
      <legend>
        <i className="order-number" aria-hidden="true">
          {number}
        </i>{' '}
        {name}
        {aside !== undefined && <small>{aside}</small>}
      </legend>
      {children}
    </fieldset>
  );
}

function Auctions({ plan, set }: PartProps) {
  const t = useText();
  const { game, plants } = usePlay();
  const offered = [...game.plants.current, ...game.plants.future].filter(
    (plant) => !plan.bids.some((bid) => bid.plant === plant),
  );
  const numberOf = (plant: string): number => Number.parseInt(plantName(plant), 10) || 0;
  return (
    <>
      <Wishes
        wishes={plan.bids.map(({ plant, limit }) => {
          const card = plants.get(plant);
          return {
            key: plant,
            name: t('plant.title', { number: plantName(plant) }),
            face: card && <MiniPlant plant={card} store="" />,
            note: card === undefined ? undefined : t('orders.powers', { n: card.cities }),
            limit,
          };
        })}
        label={t('orders.upto')}
        onLimit={(at, limit) => {
          set({ bids: plan.bids.map((row, place) => (place === at ? { ...row, limit } : row)) });
        }}
        onMove={(from, to) => {
          set({ bids: moved(plan.bids, from, to) });
        }}
        onRemove={(at) => {
          set({ bids: plan.bids.filter((_, place) => place !== at) });
        }}
      />
      {offered.length > 0 && plan.bids.length < BIDS_MOST && (
        <select
          aria-label={t('orders.addplant')}
          value=""
          onChange={(event) => {
            const plant = event.target.value;
            if (plant !== '') set({ bids: [...plan.bids, { plant, limit: numberOf(plant) + SLACK }] });
          }}
        >
          <option value="">{t('orders.addplant')}</option>
          {offered.map((plant) => (
            <option key={plant} value={plant}>
              {t('plant.title', { number: plantName(plant) })}
            </option>
          ))}
        </select>
      )}
      <div className="order-line">
        <span>{t('orders.none')}</span>
        <div className="choice" role="group" aria-label={t('orders.none')}>
          {(['pass', 'ask'] as const).map((none) => (
            <button
              key={none}
              type="button"
              aria-pressed={plan.none === none}
              onClick={() => {
                set({ none });
              }}
            >
              {t(`orders.${none}`)}
            </button>
          ))}
        </div>
      </div>
    </>
  );
}

function FuelPart({ plan, set }: PartProps) {
  const t = useText();
  return (
    <>
      <div className="choice" role="group" aria-label={t('orders.fuel')}>
        {(['run', 'full', 'ask'] as const).map((fuel) => (
          <button
            key={fuel}
            type="button"
            aria-pressed={plan.fuel === fuel}
            onClick={() => {
              set({ fuel });
            }}
          >
            {t(`orders.fuel.${fuel}`)}
          </button>
        ))}
      </div>
      {plan.fuel !== 'ask' && (
        <label className="order-line">
          {t('orders.price')}
          <input
            type="number"
            min={1}
            max={99}
            value={plan.price}
            onChange={(event) => {
              set({ price: Math.max(1, Math.min(99, Math.round(Number(event.target.value)))) });
            }}
          />
        </label>
      )}
    </>
  );
}

/** What the cities of a plan cost now: each after the ones before it, over links alone, since an order never jumps. */
function useCities(plan: WholePlan): Quoted | null {
  const { board } = usePlay();
  const cities = plan.cities.map((wish) => wish.city);
  return useQuote(buildPlan(cities, board.starting_cities.length > 0 ? '' : null), plan.build);
}

/** What the fuel of a plan costs now, with the first wish bought. */
function useFuelCost({ bids: [wish], build, cities, fuel }: WholePlan): number | null {
  const bought = { plant: wish?.plant ?? null, price: wish?.limit ?? 0 };
  const built = build ? cities.map(({ city }) => city) : [];
  const quoted = useQuote({ ...bought, cities: built, fills: true }, fuel !== 'ask');
  return quoted?.fills[fuel]?.cost ?? null;
}

function Cities({ seat, plan, set, quoted }: PartProps & { quoted: Quoted | null }) {
  const t = useText();
  const { view, board } = usePlay();
  const names = new Map(board.cities.map((city) => [city.id, city.name]));
  const onBoard = useStore(picking);
  const costs = new Map(quoted?.quote.houses.map(({ city, house, connection }) => [city, `${house} + ${connection}`]));
  const reachable = Object.entries(quoted?.reach ?? view.mine.reach[String(seat)] ?? {})
    .map(([city, [house, way]]) => ({ city, cost: house + way }))
    .filter(({ city }) => !plan.cities.some((wish) => wish.city === city))
    .sort((a, b) => a.cost - b.cost);
  return (
    <>
      <label className="check">
        <input
          type="checkbox"
          checked={plan.build}
          onChange={(event) => {
            set({ build: event.target.checked });
          }}
        />
        {t('orders.build')}
      </label>
      {plan.build && (
        <>
          <Wishes
            wishes={plan.cities.map(({ city, most }) => ({
              key: city,
              name: names.get(city) ?? city,
              note: costs.get(city),
              limit: most,
            }))}
            label={t('orders.atmost')}
            onLimit={(at, most) => {
              set({ cities: plan.cities.map((row, place) => (place === at ? { ...row, most } : row)) });
            }}
            onMove={(from, to) => {
              set({ cities: moved(plan.cities, from, to) });
            }}
            onRemove={(at) => {
              set({ cities: plan.cities.filter((_, place) => place !== at) });
            }}
          />
          {reachable.length > 0 && plan.cities.length < CITIES_MOST && (
            <select
              aria-label={t('orders.addcity')}
              value=""
              onChange={(event) => {
                const row = reachable.find(({ city }) => city === event.target.value);
                if (row) set(withCity(plan, row.city, row.cost));
              }}
            >
              <option value="">{t('orders.addcity')}</option>
              {reachable.map(({ city, cost }) => (
                <option key={city} value={city}>
                  {names.get(city) ?? city} · {cost}
                </option>
              ))}
            </select>
          )}
          <div className="order-line">
            <span className="note">{t('orders.skip')}</span>
            <button
              type="button"
              className="order-pick"
              aria-pressed={onBoard}
              onClick={() => {
                picking.set(!onBoard);
              }}
            >
              {t('orders.pick')}
            </button>
          </div>
        </>
      )}
    </>
  );
}

/** Let the plants that pay most run by themselves: stored at once, it is no part of the plan. */
export function RunBest({ seat }: { seat: number }) {
  const t = useText();
  const { view, session } = usePlay();
  const auto = view.mine.auto[String(seat)] ?? NO_AUTO;
  return (
    <label className="switch">
      <input
        type="checkbox"
        role="switch"
        checked={auto.run_best ?? false}
        onChange={(event) => {
          session.auto(seat, { ...auto, run_best: event.target.checked });
        }}
      />
      <span>{t('auto.run_best')}</span>
    </label>
  );
}

export function OrdersForm({ seat, plan, set }: PartProps) {
  const t = useText();
  const { board } = usePlay();
  const cards = board.kind === 'cards';
  const shared = { seat, plan, set };
  const quoted = useCities(plan);
  const fuel = useFuelCost(plan);
  const houses = quoted?.quote.house_cost ?? 0;
  return (
    <>
      <Part number={1} name={t('orders.auction')} aside={t('orders.inorder')}>
        <Auctions {...shared} />
      </Part>
      {!cards && (
        <Part number={2} name={t('orders.fuel')} aside={fuel === null ? undefined : t('orders.about', { cost: fuel })}>
          <FuelPart {...shared} />
        </Part>
      )}
      {!cards && (
        <Part
          number={3}
          name={t('orders.cities')}
          aside={plan.build ? t(houses > 0 ? 'orders.together' : 'orders.wishes', { cost: houses }) : undefined}
        >
          <Cities {...shared} quoted={quoted} />
        </Part>
      )}
      <Part number={cards ? 2 : 4} name={t('orders.power')}>
        <RunBest seat={seat} />
      </Part>
      <Part number={cards ? 3 : 5} name={t('orders.first')}>
        <label className="order-line">
          {t('orders.above')}
          <input
            type="number"
            min={0}
            max={99}
            value={plan.above ?? ''}
            onChange={(event) => {
              set({ above: event.target.value === '' ? null : Math.max(0, Math.round(Number(event.target.value))) });
            }}
          />
        </label>
        <label className="order-line">
          {t('orders.keep')}
          <input
            type="number"
            min={0}
            max={999}
            value={plan.keep}
            onChange={(event) => {
              set({ keep: Math.max(0, Math.round(Number(event.target.value))) });
            }}
          />
        </label>
      </Part>
    </>
  );
}
