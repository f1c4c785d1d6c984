/** The adviser while it is on: asks for advice and prepares it once. The console shows it; nothing else is drawn. */
import { useEffect, useRef } from 'react';
import './advised.css';
import './advised-room.css';
import './note.css';
import './plan.css';
import './plan-small.css';
import { useStoreKey } from '../base/store';
import { usePlay } from '../state/play';
import { hasFace, pick, said, untouched, useAdvice, useFresh, usePlan } from './advice';

export function Adviser({ onClose }: { onClose: () => void }) {
  const { menu, change, draft } = usePlay();
  useAdvice();
  const { hint } = useFresh();
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
    if (hint === null || !asked || picked?.seq === hint.seq || !untouched(draft)) return;
    const [best] = hint.choices;
    if (hasFace(best) || best?.kind === 'run') pick(hint, 0, menu, change);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once per answer
  }, [seq, asked]);
  return null;
}
