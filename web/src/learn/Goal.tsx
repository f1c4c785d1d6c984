/** The strip under the header of a lesson: the goal, the race to it, the lesson's number and the way out. */
import { createPortal } from 'react-dom';
import { Token } from '../glyphs/glyphs';
import { anchor, useAnchor } from '../base/anchors';
import { usePart } from '../state/play';
import { Flag } from './icons';
import { useLearnText } from './text';

interface Props {
  name: string;
  step: number;
  count: number;
  onShow: () => void;
  onLeave: () => void;
}

export function Goal({ name, step, count, onShow, onLeave }: Props) {
  const t = useLearnText();
  const header = useAnchor('header');
  const { seats, end, cards, order } = usePart(({ game, board }) => ({
    seats: game.seats,
    end: board.end_at,
    cards: board.kind === 'cards',
    order: game.order,
  }));
  if (header === null) return null;
  // players with as many cities stand side by side, first in turn order at the left
  const placed = order.flatMap((seat, index) => {
    if (typeof seat !== 'number') return [];
    const cities = seats[seat]?.cities.length ?? 0;
    const same = order
      .slice(0, index)
      .filter((other) => typeof other === 'number' && seats[other]?.cities.length === cities);
    return [{ seat, cities, beside: same.length }];
  });
  return createPortal(
    <>
      <div className="lesson-nav">
        <button type="button" className="plain lesson-count" onClick={onShow} title={t('show')}>
          <span>{t('count', { n: step, of: count })}</span>
          <span>{t('count.short', { n: step, of: count })}</span>
        </button>
        <span className="lesson-dots" aria-hidden="true">
          {Array.from({ length: count }, (_, index) => (
            <i key={index} className={index + 1 < step ? 'done' : index + 1 === step ? 'now' : ''} />
          ))}
        </span>
        <button type="button" className="lesson-skip" onClick={onLeave}>
          <span>{t('skip')}</span>
          <span>{t('skip.short')}</span>
        </button>
      </div>
      <div ref={anchor('goal')} className={step > 1 ? 'goal-strip goal-known' : 'goal-strip'}>
        <p>
          <Flag /> <b>{t('goal')}</b> {t(`goal.${name}`, { end })}
        </p>
        {!cards && (
          <span className="race" aria-hidden="true">
            <span className="race-line">
              {Array.from({ length: end + 1 }, (_, n) => (
                <i key={n} style={{ left: `${(100 * n) / end}%` }} />
              ))}
              {placed.map(({ seat, cities, beside }) => (
                <span key={seat} style={{ left: `calc(${(100 * cities) / end}% + ${beside * 15 - 8}px)` }}>
                  <Token seat={seat} size={17} />
                </span>
              ))}
            </span>
            <b>{end}</b>
          </span>
        )}
      </div>
    </>,
    header,
  );
}
