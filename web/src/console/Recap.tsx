/** What happened since your own last move, in at most two facts; it can be played once more. */
import { memo } from 'react';
import { Icon, Token } from '../glyphs/glyphs';
import type { Deed, News } from '../state/news';
import { plantName } from '../state/log';
import { usePart } from '../state/play';
import { useText } from '../text';

const MOST = 2;

/** The facts worth a word: a duel of bids first, then the dearest deeds. */
export function facts(news: News): { bids: number; deeds: Deed[] } {
  const bids = news.bids > 1 ? news.bids : 0;
  return { bids, deeds: news.deeds.slice(0, bids > 0 ? MOST - 1 : MOST) };
}

export const Recap = memo(function Recap() {
  const t = useText();
  const { news, names, again } = usePart(({ news, names, again }) => ({ news, names, again }));
  const { bids, deeds } = facts(news);
  if (news.since === null || bids + deeds.length === 0) return null;
  const words = (deed: Deed): string => {
    if (deed.kind === 'plant') return t('recap.plant', { plant: plantName(String(deed.what)), price: deed.price });
    return t(deed.kind === 'cities' ? 'recap.cities' : 'recap.fuel', { n: Number(deed.what) });
  };
  return (
    <span className="recap">
      <span role="status" className="recap-facts">
        <span className="recap-since">{t('recap.since')}</span>
        {bids > 0 && <b>{t('recap.bids', { n: bids })}</b>}
        {deeds.map((deed) => (
          <span key={`${deed.kind}${deed.seat}${deed.what}`}>
            <Token seat={deed.seat} size={13} />
            <span className="hidden">{names[deed.seat]}</span> {words(deed)}
          </span>
        ))}
      </span>
      <button type="button" onClick={again} title={t('recap.again')}>
        <Icon name="play" /> <span className="recap-word">{t('recap.replay')}</span>
      </button>
    </span>
  );
});
