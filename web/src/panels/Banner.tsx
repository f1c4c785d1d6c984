/** A banner over the tracker when a phase begins, and a larger one with what changes when a step does. */
import { memo, useEffect, useRef, useState } from 'react';
import { Icon } from '../glyphs/glyphs';
import { usePart } from '../state/play';
import { phaseName } from '../state/phases';
import { sayGame, useText } from '../text';

interface Shown {
  key: string;
  title: string;
  /** What is different from now on; empty for a mere phase. */
  change: string;
}

const PHASE_TIME = 1500;
const STEP_TIME = 4500;

export const Banner = memo(function Banner() {
  const t = useText();
  const { round, phase, step, last, live, kind, costs } = usePart(({ game, past, board }) => ({
    round: game.round,
    phase: game.phase,
    step: game.step,
    last: game.rounds_left === 0,
    live: past === null,
    kind: board.kind,
    costs: board.house_costs,
  }));
  const [shown, setShown] = useState<Shown | null>(null);
  const before = useRef({ round, phase, step, last, live });
  useEffect(() => {
    const old = before.current;
    before.current = { round, phase, step, last, live };
    if (!live || !old.live || phase === 'over') return;
    const key = `${round} ${phase} ${step}`;
    if (last && !old.last) {
      setShown({ key, title: t('trigger.last'), change: t('banner.last') });
    } else if (step > old.step && kind === 'board') {
      const change = t(step === 2 ? 'banner.step2' : 'banner.step3', { cost: costs[step - 1] ?? 0 });
      setShown({ key, title: sayGame('events', 'step_began', { step }), change });
    } else if (phase !== old.phase || round !== old.round) {
      const title = t('log.phase', { round, phase: phaseName(kind, phase) });
      setShown((now) => (now?.change ? now : { key, title, change: '' }));
    }
    // the words follow the language with the next banner
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [round, phase, step, last, live]);
  useEffect(() => {
    if (shown === null) return;
    const time = shown.change === '' ? PHASE_TIME : STEP_TIME;
    const timer = window.setTimeout(() => {
      setShown(null);
    }, time);
    return () => {
      window.clearTimeout(timer);
    };
  }, [shown]);
  const great = shown !== null && shown.change !== '';
  return (
    <>
      {shown !== null && (
        <div key={shown.key} className={`banner ${great ? 'banner-step' : ''}`} aria-hidden="true">
          <b>
            {great && <Icon name="bolt" />} {shown.title.replace(/\.$/, '')}
          </b>
          {great && <span>{shown.change}</span>}
        </div>
      )}
      {/* a phase is a heading of the log, which is read out; only a step is worth a word of its own */}
      <p className="hidden" role="status">
        {great ? `${shown.title} ${shown.change}` : ''}
      </p>
    </>
  );
});
