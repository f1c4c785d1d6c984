/** The adviser: asks for advice while it is open. In auctions and for plans the console shows it; for other decisions it stands above. */
import { useEffect, useRef } from 'react';
import { Icon } from '../glyphs/glyphs';
import type { ChoiceView } from '../protocol/schema';
import { usePlay } from '../state/play';
import { useStoreKey } from '../base/store';
import { useText } from '../text';
import { carryOut, hasFace, inAuction, pick, said, untouched, useAdvice, useFresh, usePlan } from './advice';
import './coach.css';
import './plan.css';
import { useChoiceWords, useValueWords } from './words';

/** The chance to win as a bar. */
function Bar({ choice }: { choice: ChoiceView }) {
  return (
    <span className="adviser-bar" aria-hidden="true">
      <i style={{ left: 0, width: `${Math.round(100 * choice.chance)}%` }} />
    </span>
  );
}

export function Adviser({ onClose }: { onClose: () => void }) {
  const t = useText();
  const { menu, change, session, busy, game, draft } = usePlay();
  useAdvice();
  const { hint, thinking } = useFresh();
  const words = useChoiceWords();
  const value = useValueWords();
  const picked = useStoreKey(said, 'picked');
  const followed = usePlan();
  const asked = menu !== null;
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.key === 'Escape' && !event.defaultPrevented) onClose();
    };
    document.addEventListener('keydown', press);
    return () => {
      document.removeEventListener('keydown', press);
    };
  }, [onClose]);
  // closed, it leaves nothing prepared that was not asked for
  const latest = useRef({ followed, change });
  latest.current = { followed, change };
  useEffect(
    () => () => {
      if (latest.current.followed !== null) latest.current.change({ basket: {}, cards: {}, cities: [] });
    },
    [],
  );
  // the best plan is prepared once, unless the player has prepared something
  const seq = hint?.seq ?? -1;
  useEffect(() => {
    if (hint !== null && asked && picked?.seq !== hint.seq && hasFace(hint.choices[0]) && untouched(draft))
      pick(hint, 0, menu, change);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once per answer
  }, [seq, asked]);
  const choices = hint?.choices ?? [];
  const place = picked !== null && picked.seq === hint?.seq ? picked.place : 0;
  const chosen = choices[place];
  const [first, ...rest] = (chosen?.claims ?? []).map((claim) => claim.text);
  const inConsole = followed !== null || inAuction(game.asked);
  if (inConsole || hint === null || !asked) return null;
  return (
    <section className="adviser" aria-labelledby="h-adviser">
      <header>
        <Icon name="bulb" />
        <h2 id="h-adviser">{t('adviser')}</h2>
        <button type="button" className="plain" aria-label={t('close')} onClick={onClose}>
          <Icon name="close" />
        </button>
      </header>
      <div role="status">
        {chosen && (
          <>
            <p className="adviser-lead">{first}</p>
            {rest.length > 0 && (
              <ul className="adviser-facts">
                {rest.map((text) => (
                  <li key={text}>{text}</li>
                ))}
              </ul>
            )}
            {hint.alike && choices.length > 1 && <p className="adviser-alike">{t('adviser.alike')}</p>}
          </>
        )}
        {choices.length === 0 && <p className="adviser-lead">{hint.advice.reason?.text}</p>}
      </div>
      {choices.length > 0 && (
        <ol className="adviser-choices">
          {choices.map((choice, index) => (
            <li key={index}>
              <button
                type="button"
                aria-pressed={index === place}
                className={index === 0 ? 'best' : ''}
                onClick={() => {
                  pick(hint, index, menu, change);
                }}
              >
                <span>{words(choice)}</span>
                <Bar choice={choice} />
                <b>{value(choice)}</b>
              </button>
            </li>
          ))}
        </ol>
      )}
      {chosen && (
        <button
          type="button"
          className="adviser-do"
          aria-disabled={busy || thinking}
          onClick={() => {
            if (!busy && !thinking) carryOut(session, chosen, null);
          }}
        >
          {t('adviser.do', { what: words(chosen) })}
        </button>
      )}
    </section>
  );
}
