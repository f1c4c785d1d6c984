/** What a plan of orders holds, and the one that is being written: its panel, the console and the board show the same. */
import { useMemo } from 'react';
import { Store, useStore } from '../base/store';
import type { AutoOrders, OrderPlan, RunChoice, TableView, View } from '../protocol/schema';
import { usePart } from './play';

/** A plan with every part of it. */
export type WholePlan = Required<OrderPlan>;

/** What a limit is above the least, to begin with. */
export const SLACK = 5;
export const EMPTY_PLAN: WholePlan = {
  bids: [],
  none: 'ask',
  fuel: 'ask',
  price: 6,
  build: false,
  cities: [],
  run: null,
  keep: 0,
  above: null,
};

/** How many parts of a plan order something. */
export const partsOf = (plan: OrderPlan | null): number =>
  plan === null
    ? 0
    : Number((plan.bids ?? []).length > 0 || plan.none === 'pass') +
      Number((plan.fuel ?? 'ask') !== 'ask') +
      Number(plan.build === true) +
      Number((plan.run ?? null) !== null);

export const NO_AUTO: AutoOrders = { pass_auctions: false, end_turn_when_nothing_left: false, run_best: false };

/** What a seat could run before its turn: the power phase asks all at once, unless the plants run by themselves. */
export function earlyRuns({ mine }: View, seat: number | null): RunChoice[] {
  if (seat === null || (mine.auto[String(seat)] ?? NO_AUTO).run_best === true) return [];
  return (mine.runs[String(seat)] ?? []).filter((row) => row.type === 'run');
}

/** Whether a seat may choose now what it runs, before its turn, and has not. */
export const isAskedEarly = (view: View, seat: number | null): boolean =>
  seat !== null && !hasChosenRun(view, seat) && earlyRuns(view, seat).length > 0;

/** Whether a seat has chosen what it runs. */
export const hasChosenRun = ({ mine }: View, seat: number): boolean =>
  (mine.orders[String(seat)]?.plan?.run ?? null) !== null;

/** Whether the panel of orders stands beside the board: where turns last days, while others are to act. */
export const showsOrders = (table: TableView, view: View, seat: number | null): boolean =>
  seat !== null &&
  table.clock.kind === 'days' &&
  table.state === 'playing' &&
  table.seats[seat]?.resigned === false &&
  view.mine.menu === null &&
  !isAskedEarly(view, seat);

/** What is written and not saved: of which table and seat, and what was saved when it was begun. */
interface Written {
  mark: string;
  plan: WholePlan;
}

export const written = new Store<Written | null>(null);
/** Whether taps on the board add cities to the orders. */
export const picking = new Store(false);

export interface PlanInHand {
  plan: WholePlan;
  set: (part: Partial<OrderPlan>) => void;
  /** Whether it differs from what is saved. */
  changed: boolean;
}

/** The plan that is being written, from what was saved; written anew when the server has another one. */
export function useOrderPlan(seat: number | null): PlanInHand {
  const { saved, code } = usePart(({ view, table }) => ({
    saved: (seat === null ? null : view.mine.orders[String(seat)]?.plan) ?? null,
    code: table.code,
  }));
  const now = useStore(written);
  // the board draws itself anew when this is another object
  return useMemo(() => {
    const mark = `${code} ${seat ?? ''} ${JSON.stringify(saved)}`;
    const given = { ...EMPTY_PLAN, ...(saved ?? {}) };
    const plan = now?.mark === mark ? now.plan : given;
    return {
      plan,
      set: (part: Partial<OrderPlan>) => {
        written.set({ mark, plan: { ...plan, ...part } });
      },
      changed: JSON.stringify(plan) !== JSON.stringify(given),
    };
  }, [code, seat, saved, now]);
}

/** The most cities that orders name, and the most plants. */
export const CITIES_MOST = 12;
export const BIDS_MOST = 8;

/** A plan with a city more or, where it is there already, less; it may cost a little more than now. */
export function withCity(plan: WholePlan, city: string, cost: number): Pick<OrderPlan, 'build' | 'cities'> {
  if (plan.cities.some((wish) => wish.city === city))
    return { build: plan.build, cities: plan.cities.filter((wish) => wish.city !== city) };
  if (plan.cities.length >= CITIES_MOST) return { build: plan.build, cities: plan.cities };
  return { build: true, cities: [...plan.cities, { city, most: cost + SLACK }] };
}
