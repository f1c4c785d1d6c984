/** The market that mines sell to: its spaces, the price of the next sale, what leaves it at the refill. */
import { memo } from 'react';
import { Fuel } from '../glyphs/glyphs';
import { exportOf, priceAbroad } from '../state/markets';
import { usePart } from '../state/play';
import { cells } from '../state/prepare';
import { sayCode, useText } from '../text';
import { Cells } from './Cells';

export const ExportRow = memo(function ExportRow() {
  const t = useText();
  const { board, stock, step } = usePart(({ board, game }) => ({ board, stock: game.fuel, step: game.step }));
  const market = exportOf(board);
  if (!market) return null;
  return Object.entries(market.spaces).map(([fuel, spaces]) => {
    const tokens = stock[market.name]?.[fuel]?.prices ?? [];
    const price = priceAbroad(spaces, tokens);
    const leaves = market.refill[fuel]?.[step - 1] ?? 0;
    return (
      <div key={fuel} className="fuel-line export" data-fuel={fuel} data-track={market.name}>
        <span className="fuel-name" title={t('export.why')}>
          <Fuel kind={fuel} />
          <b>{sayCode('fuel', fuel)}</b>
          <small>{price > 0 ? t('export.price', { price }) : t('export.full')}</small>
        </span>
        <Cells list={cells(spaces, tokens, 0, 0)} fuel={fuel} cheapest={price} />
        <span className="refill" title={t('export.leaves', { n: leaves })}>
          <b>−{leaves}</b>
          <small>{t('export.sold')}</small>
        </span>
      </div>
    );
  });
});
