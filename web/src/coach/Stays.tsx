/** While others bid for the plant that you had advice about: its numbers and its axis stay, and the next bid moves. */
import { useStoreKey } from '../base/store';
import { usePlay } from '../state/play';
import { useText } from '../text';
import { said } from './advice';
import './advised.css';
import { Axis } from './Axis';

export function Stays() {
  const t = useText();
  const { game } = usePlay();
  const open = useStoreKey(said, 'open');
  const hint = useStoreKey(said, 'hint');
  const lot = game.auction;
  const price = lot === null ? undefined : hint?.worths[lot.plant];
  if (!open || lot === null || price === undefined) return null;
  const limit = price.stop >= lot.least ? price.stop : 0;
  const likely = Math.max(price.price, lot.bid);
  return (
    <div className="advised-stays">
      <p>
        <b>{price.worth}</b> {t('advised.worth')} · <b>{price.stop}</b> {t('advised.upto')} · <b>{likely}</b>{' '}
        {t('advised.price')}
      </p>
      <Axis price={{ ...price, price: likely }} least={lot.least} limit={limit} bidders={lot.bidders} />
    </div>
  );
}
