/** Orders in advance beside the board while one waits, where turns last days: a plan that only its player sees. */
import { useEffect, useState } from 'react';
import { plantName } from '../state/log';
import { picking, useOrderPlan, type WholePlan } from '../state/orders';
import { usePlay } from '../state/play';
import { useText } from '../text';
import { OrderNotes, OrdersForm, RunBest } from './OrdersForm';
import { OrdersLater } from './OrdersLater';
import './orders.css';

/** On a phone: what is ordered in a row per part, and the way to change it. */
function Summary({ seat, plan }: { seat: number; plan: WholePlan }) {
  const t = useText();
  const { board } = usePlay();
  const [open, setOpen] = useState(false);
  const names = new Map(board.cities.map((city) => [city.id, city.name]));
  const [first, ...others] = plan.bids.map((bid) => t('orders.bid', { plant: plantName(bid.plant), limit: bid.limit }));
  const none = t(plan.none === 'pass' ? 'orders.pass' : 'orders.ask');
  const rows = [
    {
      name: first ?? (plan.none === 'pass' ? t('orders.optout') : t('orders.noplant')),
      note: first === undefined ? '' : [...others, none].map((one) => t('orders.else', { what: one })).join(', '),
    },
    ...(board.kind === 'cards'
      ? []
      : [
          {
            name: plan.fuel === 'ask' ? t('orders.nofuel') : t(`orders.fuel.${plan.fuel}`),
            note: plan.fuel === 'ask' ? '' : t('orders.each', { price: plan.price }),
          },
          {
            name: !plan.build
              ? t('orders.nocity')
              : plan.cities.map((wish) => `${names.get(wish.city) ?? wish.city} ${wish.most}`).join(', ') ||
                t('orders.buildnothing'),
            note: plan.build ? t('orders.skip') : '',
          },
        ]),
  ];
  return (
    <>
      <ol className="order-sums">
        {rows.map(({ name, note }, at) => (
          <li key={at}>
            <i className="order-number" aria-hidden="true">
              {at + 1}
            </i>
            <p>
              <b>{name}</b>
              {note !== '' && <small>{note}</small>}
            </p>
            <button
              type="button"
              onClick={() => {
                setOpen(true);
              }}
            >
              {t('orders.change')} <span className="hidden-text">{name}</span>
            </button>
          </li>
        ))}
        <li>
          <i className="order-number" aria-hidden="true">
            {rows.length + 1}
          </i>
          <RunBest seat={seat} />
        </li>
      </ol>
      <p className="note">{t('orders.limits')}</p>
      {open && (
        <OrdersLater
          seat={seat}
          onClose={() => {
            setOpen(false);
          }}
        />
      )}
    </>
  );
}

export default function OrdersPanel({ seat }: { seat: number }) {
  const t = useText();
  const { plan, set } = useOrderPlan(seat);
  // nobody picks cities for orders that cannot be seen
  useEffect(
    () => () => {
      picking.set(false);
    },
    [],
  );
  return (
    <section className="panel orders-panel orders-plan" aria-labelledby="h-orders" id="orders" tabIndex={-1}>
      <header>
        <h2 id="h-orders">{t('orders.yours')}</h2> <mark>{t('orders.plan')}</mark>
        <small className="aside">{t('orders.only')}</small>
      </header>
      <OrderNotes seat={seat} />
      <div className="orders-whole">
        <OrdersForm seat={seat} plan={plan} set={set} />
      </div>
      <div className="orders-short">
        <Summary seat={seat} plan={plan} />
      </div>
    </section>
  );
}
