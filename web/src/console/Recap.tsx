/** What happened since your own last move, in the order of play. Pointing at a fact lights what it is about. */
import { memo, useEffect } from 'react';
import { Icon, Token } from '../glyphs/glyphs';
import { useSettings } from '../base/settings';
import { beat } from '../net/pace';
import type { Deed, News } from '../state/news';
import { plantName } from '../state/log';
import { usePart } from '../state/play';
import { point } from '../state/pointed';
import { say, useText } from '../text';

const MOST = 5;

/** The facts that are shown, in the order of play, and how many more there are. */
export function facts({ deeds }: Pick<News, 'deeds'>): { shown: readonly Deed[]; more: number } {
  return { shown: deeds.slice(0, MOST), more: Math.max(0, deeds.length - MOST) };
}

/** A fact without the name of whose it is. */
export function wordsOf(deed: Deed, city: (id: string) => string): string {
  const { kind, price } = deed;
  const n = Number(deed.what);
  switch (kind) {
    case 'plant':
      return say('recap.plant', { plant: plantName(String(deed.what)), price });
    case 'opens':
      return say('recap.opens', { plant: plantName(String(deed.what)), price });
    case 'new':
      return say('recap.new', { plant: plantName(String(deed.what)) });
    case 'fuel':
      return say('recap.fuel', { n });
    case 'bids':
      return n === 1 ? say('recap.bid', { price }) : say('recap.bids', { n, price });
    case 'bid':
      return say('recap.bid', { price });
    case 'cities':
      return say('recap.cities', { n, list: (deed.cities ?? []).map(city).join(', ') });
  }
}

const nothing = (): void => {
  point(null);
};

export const Recap = memo(function Recap({ onLog }: { onLog: () => void }) {
  const t = useText();
  const { pace } = useSettings();
  const { news, names, again, board } = usePart(({ news, names, again, board }) => ({ news, names, again, board }));
  const { shown, more } = facts(news);
  // what was pointed at may be gone with the next state
  useEffect(() => nothing, [news]);
  if (news.since === null || shown.length === 0) return null;
  const cityName = (id: string): string => board.cities.find((city) => city.id === id)?.name ?? id;
  const seconds = Math.max(1, Math.round((news.moves * beat(pace, news.moves)) / 1000));
  return (
    <span className="recap">
      <span role="status" className="recap-facts">
        <span className="recap-since">{t('recap.since')}</span>
        {shown.map((deed) => (
          <button
            type="button"
            key={`${deed.kind}${deed.seat}${deed.what}`}
            className="recap-fact"
            onPointerEnter={() => {
              point(deed);
            }}
            onPointerLeave={nothing}
            onFocus={() => {
              point(deed);
            }}
            onBlur={nothing}
          >
            {deed.seat !== null && (
              <>
                <Token seat={deed.seat} size={13} />
                <span className="hidden">{names[deed.seat]}</span>{' '}
              </>
            )}
            {wordsOf(deed, cityName)}
            {deed.ordered === true && ` ${t('log.order')}`}
          </button>
        ))}
        {more > 0 && (
          <button type="button" className="recap-more" onClick={onLog} title={t('recap.log')}>
            +{more}
          </button>
        )}
      </span>
      <button
        type="button"
        className="recap-again"
        onClick={() => {
          again();
        }}
        title={t('recap.again')}
      >
        <Icon name="play" /> <span className="recap-word">{t('recap.replay')}</span>{' '}
        {t('recap.seconds', { n: seconds })}
      </button>
    </span>
  );
});
