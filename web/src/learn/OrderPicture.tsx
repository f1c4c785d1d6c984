/** Turn order as a picture: who leads and why, then who acts when in the three phases that follow it. */
import { Icon, Token } from '../glyphs/glyphs';
import { usePart } from '../state/play';
import type { SayLearn } from './text';

/** The phases of a round in which the order counts; the leader is first in the auction only. */
const LANES = [
  ['auction', 'card', false],
  ['fuel', 'bolt', true],
  ['build', 'house', true],
] as const;

export function OrderPicture({ t }: { t: SayLearn }) {
  const { order, seats, names, plants, me } = usePart(({ game, names, plants, me }) => ({
    order: game.order,
    seats: game.seats,
    names,
    plants,
    me,
  }));
  const placed = order.filter((seat) => typeof seat === 'number');
  const largest = (seat: number): number =>
    Math.max(
      0,
      ...[...(seats[seat]?.plants ?? []), ...(seats[seat]?.mines ?? [])].map((id) => plants.get(id)?.number ?? 0),
    );
  return (
    <div className="order-picture">
      <p>{t('order.why')}</p>
      <ol className="order-lead">
        {placed.map((seat, index) => (
          <li key={seat} className={seat === me ? 'order-me' : ''}>
            <span>{index + 1}</span> <Token seat={seat} size={16} /> <b>{names[seat]}</b>{' '}
            <span>
              {seats[seat]?.cities.length} <Icon name="house" />
            </span>{' '}
            <i>{largest(seat)}</i>
          </li>
        ))}
      </ol>
      <dl>
        {LANES.map(([lane, icon, last]) => {
          const acting = last ? [...placed].reverse() : placed;
          return (
            <div key={lane}>
              <dt>
                <Icon name={icon} /> <b>{t(`order.${lane}`)}</b> <small>{t(last ? 'order.last' : 'order.first')}</small>
              </dt>
              <dd>
                {acting.map((seat, index) => (
                  <span key={seat} className={seat === me ? 'order-place order-me' : 'order-place'}>
                    <Token seat={seat} size={16} /> <b>{names[seat]}</b>
                    {(index === 0 || index === acting.length - 1) && (
                      <small>{t(`order.${lane}.${index === 0 ? 'begins' : 'ends'}`)}</small>
                    )}
                  </span>
                ))}
              </dd>
            </div>
          );
        })}
      </dl>
    </div>
  );
}
