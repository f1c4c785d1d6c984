/** A short lesson on what is special at this table: a few bubbles, one after another, while the game goes on. */
import { useCallback, useEffect, useMemo } from 'react';
import { createPortal } from 'react-dom';
import { anchors, find } from '../base/anchors';
import { tracksOf } from '../state/markets';
import type { Tab } from '../state/places';
import { usePlay, type Play } from '../state/play';
import { useStore } from '../base/store';
import { tabOf } from './anchors';
import { Bubble } from './Bubble';
import { useLearnText } from './text';
import { stepsOf, touring, type Touring } from './touring';

/** Figures of the table that the texts use. */
function figures({ board, game }: Play): Record<string, string | number> {
  const tracks = tracksOf(board);
  const price = (track: number, fuel: string): number => game.fuel[tracks[track]?.name ?? '']?.[fuel]?.prices[0] ?? 0;
  return {
    first: game.contractor?.first ?? 0,
    others: game.contractor?.others ?? 0,
    limit: board.plant_limit,
    seats: game.seats.length,
    fewer: board.planned_plants,
    end: board.end_at,
    north: price(0, 'coal'),
    south: price(1, 'coal'),
    houses: game.trust?.houses ?? 0,
  };
}

interface Props {
  tab: Tab;
  onTab: (tab: Tab) => void;
}

export function Tour(props: Props) {
  const at = useStore(touring);
  useEffect(
    () => () => {
      touring.set(null);
    },
    [],
  );
  return at !== null && <TourStep at={at} {...props} />;
}

function TourStep({ at, tab, onTab }: Props & { at: Touring }) {
  const t = useLearnText();
  const play = usePlay();
  const setAt = touring.set;
  const steps = stepsOf(at.name, play);
  const step = steps[at.step];
  const anchor = step?.anchor ?? null;
  const wanted = anchor === null ? null : tabOf(anchor);
  useEffect(() => {
    if (wanted !== null && wanted !== tab) onTab(wanted);
    // once per step: the player may look elsewhere meanwhile
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [wanted, step]);
  const target = useCallback(() => (anchor === null ? null : find(anchor)), [anchor]);
  const keep = useCallback(() => anchors('console'), []);
  const args = useMemo(() => figures(play), [play]);
  if (!step) return null;
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
