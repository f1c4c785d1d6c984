/** Saves the orders that are written, clears those that were saved, and shows in the planner what they would lead to. */
import { Icon } from '../glyphs/glyphs';
import type { OrderPlan } from '../protocol/schema';
import { partsOf, useOrderPlan } from '../state/orders';
import { NO_PLAN, usePlay } from '../state/play';
import { basketFuel, basketOf } from '../state/prepare';
import { useText } from '../text';

interface Props {
  seat: number;
  onDone?: () => void;
  /** Opens the planner; without it nothing can be tried out. */
  onPlan?: () => void;
}

export function OrderButtons({ seat, onDone, onPlan }: Props) {
  const t = useText();
  const { board, session, view, setPlan } = usePlay();
  const { plan, changed } = useOrderPlan(seat);
  const given = view.mine.orders[String(seat)]?.plan ?? null;
  const parts = partsOf(plan);
  const send = (next: OrderPlan | null): void => {
    session.orders(seat, next);
    onDone?.();
  };
  // the first wish at its limit, the fuel that is ordered at today's prices, all cities of the list
  const tryOut = async (open: () => void): Promise<void> => {
    const [wish] = plan.bids;
    const bought = { plant: wish?.plant ?? null, price: wish?.limit ?? 0 };
    const cities = plan.build ? plan.cities.map(({ city }) => city) : [];
    const quoted = plan.fuel === 'ask' ? null : await session.quote(seat, { ...bought, cities, fills: true });
    const basket = basketOf(quoted?.fills[plan.fuel]?.basket ?? {}, board.markets);
    setPlan({ ...NO_PLAN, ...bought, cities, fuel: basketFuel(basket) });
    open();
  };
  const label =
    parts === 0
      ? t(given === null ? 'orders.nothing' : 'orders.clear')
      : t(changed ? 'orders.save' : 'orders.saved', { n: parts });
  return (
    <>
      <button
        type="button"
        className="primary order-save"
        disabled={!changed || (parts === 0 && given === null)}
        onClick={() => {
          send(parts === 0 ? null : plan);
        }}
      >
        <Icon name="check" /> {label}
      </button>
      {parts > 0 && (onPlan !== undefined || given !== null) && (
        <div className="order-others">
          {onPlan !== undefined && (
            <button type="button" className="order-try" onClick={() => void tryOut(onPlan)}>
              {t('orders.try')}
            </button>
          )}
          {given !== null && (
            <button
              type="button"
              className="order-clear"
              onClick={() => {
                send(null);
              }}
            >
              {t('orders.clear')}
            </button>
          )}
        </div>
      )}
    </>
  );
}
