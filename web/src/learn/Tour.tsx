/** Short lessons on what is special at this table, offered once each when such a table is first opened. */
import { useCallback, useEffect, useMemo, useState } from 'react';
import { createPortal } from 'react-dom';
import { tracksOf } from '../state/markets';
import type { Tab } from '../state/places';
import { usePlay, type Play } from '../state/play';
import { find, tabOf } from './anchors';
import { Bubble } from './Bubble';
import tours from './lessons/tours.json';
import { noteSeen, useProgress } from './progress';
import { startLesson } from './start';
import { useLearnText } from './text';

export type TourName = keyof typeof tours | 'cards';

/** What of this table has a short lesson, the most unusual first. */
export function toursOf({ board, game, table }: Pick<Play, 'board' | 'game' | 'table'>): TourName[] {
  const found: TourName[] = [];
  if (board.kind === 'cards') found.push('cards');
  if (tracksOf(board).length > 1) found.push('korea');
  if (board.board === 'china') found.push('china');
  if (game.trust !== null) found.push('trust');
  if (table.options.contractor === true) found.push('contractor');
  return found;
}

/** Figures of the table that the texts use. */
function figures({ board, game }: Play): Record<string, string | number> {
  const [first, others] = board.contractor[0] ?? [0, 0];
  const tracks = tracksOf(board);
  const price = (track: number, fuel: string): number => game.fuel[tracks[track]?.name ?? '']?.[fuel]?.prices[0] ?? 0;
  return {
    first,
    others,
    limit: board.plant_limit,
    seats: game.seats.length,
    fewer: Math.max(2, game.seats.length - 1),
    end: board.end_at,
    north: price(0, 'coal'),
    south: price(1, 'coal'),
    houses: game.trust?.houses ?? 0,
  };
}

export function Tour({ tab, onTab }: { tab: Tab; onTab: (tab: Tab) => void }) {
  const t = useLearnText();
  const play = usePlay();
  const { seen, done } = useProgress();
  const [at, setAt] = useState<{ name: keyof typeof tours; step: number } | null>(null);
  const name = toursOf(play).find(
    (one) => !seen.includes(`tour ${one}`) && !(one === 'cards' && done.includes('cards')),
  );
  const steps = at === null ? null : tours[at.name];
  const step = steps?.[at?.step ?? 0];
  const anchor = step?.anchor ?? null;
  const wanted = anchor === null ? null : tabOf(anchor);
  useEffect(() => {
    if (wanted !== null && wanted !== tab) onTab(wanted);
    // once per step: the player may look elsewhere meanwhile
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [wanted, step]);
  const target = useCallback(() => (anchor === null ? null : find(anchor)), [anchor]);
  const keep = useCallback(() => [...document.querySelectorAll('#console')], []);
  const args = useMemo(() => figures(play), [play]);
  if (at !== null && step && steps) {
    const end = (): void => {
      setAt(null);
    };
    return createPortal(
      <Bubble
        title={t(`${step.key}.title`, args)}
        aside={t('tour.count', { n: at.step + 1, of: steps.length })}
        at={target}
        keep={keep}
        about={step.key}
        onHide={end}
      >
        <p>{t(`${step.key}.text`, args)}</p>
        <footer>
          <button
            type="button"
            className="primary"
            onClick={() => {
              if (at.step + 1 < steps.length) setAt({ ...at, step: at.step + 1 });
              else end();
            }}
          >
            {t(at.step + 1 < steps.length ? 'next' : 'tour.end')}
          </button>
          {at.step > 0 && (
            <button
              type="button"
              onClick={() => {
                setAt({ ...at, step: at.step - 1 });
              }}
            >
              {t('back')}
            </button>
          )}
        </footer>
      </Bubble>,
      document.body,
    );
  }
  if (name === undefined) return null;
  return createPortal(
    <section className="tour-offer" aria-labelledby="h-tour">
      <h2 id="h-tour">{t(`tour.${name}`)}</h2>
      <p>{t(`tour.${name}.text`)}</p>
      <span>
        <button
          type="button"
          className="primary"
          onClick={() => {
            noteSeen(`tour ${name}`);
            if (name === 'cards') void startLesson('cards');
            else setAt({ name, step: 0 });
          }}
        >
          {t('tour.show')}
        </button>
        <button
          type="button"
          onClick={() => {
            noteSeen(`tour ${name}`);
          }}
        >
          {t('tour.no')}
        </button>
      </span>
    </section>,
    document.body,
  );
}
