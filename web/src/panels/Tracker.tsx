/** Round, step, the phases in order, and what brings the next step and the end. */
import { memo } from 'react';
import { Icon } from '../glyphs/glyphs';
import { anchor } from '../base/anchors';
import { isPlan } from '../state/facts';
import { usePart } from '../state/play';
import { lastRound } from '../state/lastRound';
import { phaseName } from '../state/phases';
import { useText } from '../text';

export const Tracker = memo(function Tracker() {
  const t = useText();
  const {
    phase: at,
    round,
    step,
    board,
  } = usePart(({ game, board }) => ({
    phase: game.phase,
    round: game.round,
    step: game.step,
    board,
  }));
  const { kind, phases } = board;
  const now = at === 'over' ? phases.length : phases.indexOf(at);
  return (
    <div className="tracker">
      <p className="round">
        <b>{at === 'setup' ? phaseName(kind, at) : t('round', { n: round })}</b>
        {kind === 'board' && <span>{board.no_steps ? t('step.none') : t('step', { n: step })}</span>}
      </p>
      <ol ref={anchor('phases')} className="phases">
        {phases.map((phase, index) => (
          <li
            key={phase}
            className={index < now ? 'done' : index === now ? 'now' : ''}
            aria-current={index === now ? 'step' : undefined}
          >
            <Icon name="check" />
            {phaseName(kind, phase)}
          </li>
        ))}
      </ol>
      <Triggers />
    </div>
  );
});

/** What brings the next step, or what the last one has brought. */
function StepTrigger({ step, at }: { step: number; at: number }) {
  const t = useText();
  return (
    <span>
      <b>{t(step === 1 ? 'step.2' : 'step.3')}</b>{' '}
      {step === 1 && at > 0 ? t('trigger.step2', { n: at }) : t(step < 3 ? 'trigger.step3' : 'trigger.now3')}
    </span>
  );
}

function Triggers() {
  const t = useText();
  const { step, stack, most, left, last, board } = usePart(({ game, board }) => ({
    last: lastRound(game) !== null,
    step: game.step,
    left: game.rounds_left,
    stack: game.plants.stack,
    most: Math.max(0, ...game.seats.map((seat) => seat.cities.length)),
    board,
  }));
  if (board.kind === 'cards') {
    return (
      <p key={String(left)} ref={anchor('triggers', 'unit')} className="triggers">
        <span>
          <b>{t(left === 0 ? 'trigger.last' : 'trigger.omr')}</b>{' '}
          {t(left === 0 ? 'trigger.last.when' : left === 1 ? 'trigger.omr.next' : 'trigger.omr.when')}
        </span>
        <span>{t('deck.left', { n: stack })}</span>
      </p>
    );
  }
  return (
    <p key={last ? 'last' : step} ref={anchor('triggers', 'unit')} className="triggers">
      {last && <span className="last-tag">{t('trigger.last')}</span>}
      {!last && !board.no_steps && <StepTrigger step={step} at={board.step2_at} />}
      {!last && isPlan(board) && <span>{t('trigger.single')}</span>}
      <span>
        <b>{t('trigger.end')}</b>{' '}
        {last
          ? t('trigger.last.end')
          : t(isPlan(board) ? 'trigger.spaces' : 'trigger.endat', { n: board.end_at, most })}
      </span>
    </p>
  );
}
