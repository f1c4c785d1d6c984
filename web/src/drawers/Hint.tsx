/** A bot's advice for the decision at hand, with its reason and what else it thought of. */
import { useEffect, useState } from 'react';
import { Dialog } from '../parts/Dialog';
import type { AnyAction, Hint, ReasonView } from '../protocol/schema';
import { cardName } from '../state/log';
import { usePlay } from '../state/play';
import { sayCode, useText } from '../text';

/** An action in words, as on a button. */
function useActionWords(): (action: AnyAction) => string {
  const { board, plants } = usePlay();
  return (action) => {
    const fields = action as unknown as Record<string, unknown>;
    const city = board.cities.find((one) => one.id === fields.city)?.name ?? String(fields.city ?? '');
    const plant = plants.get(String(fields.plant))?.number ?? String(fields.plant ?? '');
    const list =
      action.type === 'run' ? action.plants.map((one) => plants.get(one.plant)?.number ?? one.plant).join(', ') : '';
    const card = action.type === 'buy_card' ? cardName(action.card) : '';
    const given = Object.entries(action.type === 'scrap' ? (action.give_up ?? {}) : {});
    const fuel =
      typeof fields.fuel === 'string'
        ? sayCode('fuel', fields.fuel)
        : given.map(([name, count]) => `${count} ${sayCode('fuel', name)}`).join(', ');
    return sayCode('advise', given.length > 0 ? 'scrap_with' : action.type, {
      city,
      plant,
      fuel,
      card,
      plants: list === '' ? '–' : list,
      bid: Number(fields.bid ?? 0),
      amount: Number(fields.amount ?? 0),
      area: String(fields.area ?? ''),
    });
  };
}

/** From here on one move is told to be better than the other, out of a hundred. */
const CLOSE = 2;

/** A reason in words: what imagined games gave is a number that needs its scale beside it. */
function useReasonWords(): (reason: ReasonView) => string {
  const t = useText();
  return (reason) => {
    if (reason.code !== 'playouts') return reason.text;
    const [games, share, rival] = ['games', 'share', 'rival'].map((name) => Number(reason.args[name] ?? 0));
    const args = { games: games ?? 0, share: share ?? 0, rival: rival ?? 0 };
    return args.share - args.rival < CLOSE
      ? t('reason.playouts.close', { games: args.games })
      : t('reason.playouts', args);
  };
}

export function HintDrawer({ onClose }: { onClose: () => void }) {
  const t = useText();
  const { session, me, view, menu } = usePlay();
  const words = useActionWords();
  const why = useReasonWords();
  const [hint, setHint] = useState<Hint | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const { seq } = view;
  const asked = menu !== null;
  useEffect(() => {
    if (me === null || !asked) return;
    let live = true;
    setHint(null);
    setProblem(null);
    void session.hint(me).then((answer) => {
      if (!live) return;
      if (answer.type === 'hint') setHint(answer);
      else setProblem(answer.text === '' ? sayCode('refused', answer.code) : answer.text);
    });
    return () => {
      live = false;
    };
  }, [session, me, seq, asked]);
  return (
    <Dialog title={t('hint')} drawer onClose={onClose} className="hint-drawer">
      <div role="status">
        {!asked && <p>{t('hint.wait')}</p>}
        {asked && !hint && problem === null && <p>{t('hint.thinking')}</p>}
        {problem !== null && <p className="refused">{problem}</p>}
        {asked && hint && (
          <>
            <p className="advice">{words(hint.advice.action)}</p>
            {hint.advice.reason && <p>{why(hint.advice.reason)}</p>}
            <button
              type="button"
              className="primary"
              onClick={() => {
                void session.act(hint.advice.action).then((fine) => {
                  if (fine) onClose();
                });
              }}
            >
              {t('hint.do')}
            </button>
            {hint.alternatives.length > 0 && (
              <>
                <h3>{t('hint.others')}</h3>
                <ul>
                  {hint.alternatives.slice(0, 4).map((one, index) => (
                    <li key={index}>
                      {words(one.action)} {one.reason && <small>{why(one.reason)}</small>}
                    </li>
                  ))}
                </ul>
              </>
            )}
          </>
        )}
      </div>
    </Dialog>
  );
}
