/** The question up to where to bid: the limit is set on the axis or step by step, and is the answer. */
import { Axis } from '../coach/Axis';
import '../coach/advised.css';
import { Act } from '../parts/Act';
import { Stepper } from '../parts/Stepper';
import { rows, usePlay } from '../state/play';
import { useText } from '../text';

export function BidAnswer() {
  const t = useText();
  const { menu, game, draft, change, session, plants, names, me } = usePlay();
  const lot = game.auction;
  const row = rows(menu, 'bid')[0];
  if (lot === null) return null;
  const seat = menu?.seat ?? 0;
  const number = plants.get(lot.plant)?.number ?? lot.plant;
  const bid = row === undefined ? 0 : Math.max(row.least, Math.min(row.most, draft.bid ?? 0));
  const onBid = (value: number): void => {
    change({ bid: value });
  };
  const others = lot.bidders.filter((other) => other !== me).map((other) => names[other] ?? '');
  return (
    <section className="console loud bid-answer" aria-labelledby="h-bid">
      <header>
        <i className="lamp" aria-hidden="true" />
        <h2 id="h-bid">{t('puzzle.bid', { plant: number, bid: lot.bid, name: names[lot.seat] ?? '' })}</h2>
      </header>
      <p className="lead">{t('puzzle.bid.in', { names: others.join(', '), money: game.seats[seat]?.money ?? 0 })}</p>
      {row !== undefined && (
        <>
          <Axis
            bare
            price={{ worth: row.least, stop: 0, least: row.least, price: row.least, rivals: [] }}
            least={row.least}
            limit={0}
            bid={bid}
            most={row.most}
            onBid={onBid}
          />
          <Stepper
            label={t('advised.upto')}
            value={bid}
            least={row.least}
            most={row.most}
            spoken={t('bid.value', { bid })}
            less={t('bid.less')}
            more={t('bid.more')}
            onStep={(by) => {
              onBid(Math.max(row.least, Math.min(row.most, bid + by)));
            }}
          />
        </>
      )}
      <div className="buttons">
        {row !== undefined && (
          <Act
            primary
            onClick={() => {
              void session.act({ type: 'bid', seat, amount: bid });
            }}
          >
            {t('coach.bid', { limit: bid })}
          </Act>
        )}
        <Act
          primary={row === undefined}
          className="pass"
          onClick={() => {
            void session.act({ type: 'pass', seat });
          }}
        >
          {t('bid.pass', { plant: number })}
        </Act>
      </div>
    </section>
  );
}
