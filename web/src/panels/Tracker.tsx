/** Round, step, the phases in order, and what brings the next step and the end. */
import { Icon } from '../glyphs/glyphs';
import { usePlay } from '../state/play';
import { sayCode, useText } from '../text';

export const BOARD_PHASES = ['order', 'auction', 'fuel', 'build', 'power'];
export const CARD_PHASES = ['auction', 'fuel', 'power'];

export function Tracker() {
  const t = useText();
  const { game, board } = usePlay();
  const cardGame = board.column_prices.length > 0;
  const phases = cardGame ? CARD_PHASES : BOARD_PHASES;
  const now = game.phase === 'over' ? phases.length : phases.indexOf(game.phase);
  return (
    <div className="tracker">
      <p className="round">
        <b>{game.phase === 'setup' ? sayCode('phase', 'setup') : t('round', { n: game.round })}</b>
        {!cardGame && <span>{t('step', { n: game.step })}</span>}
      </p>
      <ol className="phases">
        {phases.map((phase, index) => (
          <li
            key={phase}
            className={index < now ? 'done' : index === now ? 'now' : ''}
            aria-current={index === now ? 'step' : undefined}
          >
            {index < now && <Icon name="check" />}
            {sayCode(cardGame ? 'cardphase' : 'phase', phase)}
          </li>
        ))}
      </ol>
      <Triggers />
    </div>
  );
}

function Triggers() {
  const t = useText();
  const { game, board } = usePlay();
  const most = Math.max(0, ...game.seats.map((seat) => seat.cities.length));
  if (board.column_prices.length > 0) {
    return (
      <p className="triggers">
        <span>
          <b>{t('trigger.omr')}</b> {t('trigger.omr.when')}
        </span>
        <span>{t('deck.left', { n: game.plants.stack })}</span>
      </p>
    );
  }
  return (
    <p className="triggers">
      <span>
        {game.step === 1 && (
          <>
            <b>{t('step.2')}</b> {t('trigger.step2', { n: board.step2_at })}
          </>
        )}
        {game.step === 2 && (
          <>
            <b>{t('step.3')}</b> {t('trigger.step3')}
          </>
        )}
        {game.step === 3 && (
          <>
            <b>{t('step.3')}</b> {t('trigger.now3')}
          </>
        )}
      </span>
      <span>
        <b>{t('trigger.end')}</b> {t('trigger.endat', { n: board.end_at, most })}
      </span>
    </p>
  );
}
