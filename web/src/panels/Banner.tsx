/** A banner over the tracker when a phase begins. Steps and the last round are moments. */
import { memo, useEffect, useRef, useState } from 'react';
import { usePart } from '../state/play';
import { phaseName } from '../state/phases';
import { useText } from '../text';

const TIME = 1500;

export const Banner = memo(function Banner() {
  const t = useText();
  const { round, phase, live, kind } = usePart(({ game, past, board }) => ({
    round: game.round,
    phase: game.phase,
    live: past === null,
    kind: board.kind,
  }));
  const [shown, setShown] = useState<{ key: string; title: string } | null>(null);
  const before = useRef({ round, phase, live });
  useEffect(() => {
    const old = before.current;
    before.current = { round, phase, live };
    if (!live || !old.live || phase === 'over') return;
    if (phase !== old.phase || round !== old.round)
      setShown({ key: `${round} ${phase}`, title: t('log.phase', { round, phase: phaseName(kind, phase) }) });
    // the words follow the language with the next banner
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [round, phase, live]);
  useEffect(() => {
    if (shown === null) return;
    const timer = window.setTimeout(() => {
      setShown(null);
    }, TIME);
    return () => {
      window.clearTimeout(timer);
    };
  }, [shown]);
  // a phase is a heading of the log, which is read out
  return shown === null ? null : (
    <div key={shown.key} className="banner" aria-hidden="true">
      <b>{shown.title.replace(/\.$/, '')}</b>
    </div>
  );
});
