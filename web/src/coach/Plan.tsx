/** The adviser's plan as the console's face: numbered steps with their prices, what they come to, one press to do it. */
import { Act, Figure } from '../parts/Act';
import { Icon } from '../glyphs/glyphs';
import { usePlay } from '../state/play';
import { useStoreKey } from '../base/store';
import { useText } from '../text';
import { carryOut, pick, priceOf, said, usePlan, type Followed } from './advice';
import './plan.css';

/** What the choice does in this phase, as on a button. */
function useButtonText(): (followed: Followed) => string {
  const t = useText();
  return ({ choice, plan }) => {
    const now = plan.steps.filter((step) => step.phase === (choice.kind === 'build' ? 'build' : 'fuel'));
    const cost = -now.reduce((sum, step) => sum + step.money, 0);
    const n = choice.actions.filter((action) => action.type !== 'pass').length;
    if (n === 0) return '';
    return t(choice.kind === 'build' ? 'plan.build' : choice.kind === 'cards' ? 'plan.cards' : 'plan.buy', { n, cost });
  };
}

export function PlanFace() {
  const t = useText();
  const { session, menu, change, game, me } = usePlay();
  const hint = useStoreKey(said, 'hint');
  const textOf = useButtonText();
  const followed = usePlan();
  if (followed === null || hint === null) return null;
  const { choice, plan, place } = followed;
  const money = me === null ? 0 : (game.seats[me]?.money ?? 0);
  const percent = Math.round(100 * choice.chance);
  const others = hint.choices.length - 1;
  const earns = plan.sums.at(-1)?.text ?? '';
  return (
    <div className="console-grid plan-face">
      <div className="about" role="status">
        <p className="plan-title">
          <Icon name="bulb" /> {t('plan.title')}
          {others > 0 && <small>{t('plan.place', { n: place + 1, of: others + 1 })}</small>}
        </p>
        <ol className="plan-steps">
          {plan.steps.map((step, index) => (
            <li key={index}>
              <i className="order">{index + 1}</i>
              <p>
                <b>{step.text}</b> <small>{step.note}</small>
              </p>
              <span className={step.money > 0 ? 'good' : ''}>{priceOf(step)}</span>
            </li>
          ))}
        </ol>
      </div>
      <div className="much">
        <Figure label={t('plan.costs')} value={plan.cost} note={t('money.left', { left: plan.left, money })} />
        <p className="note good">{earns}</p>
        <p className="note">{t(percent < 1 ? 'plan.hardly' : 'plan.chance', { n: percent })}</p>
        {hint.alike && others > 0 && <p className="note">{t('adviser.alike')}</p>}
      </div>
      <div className="buttons">
        <Act
          primary
          onClick={() => {
            carryOut(session, choice, null);
          }}
        >
          <span className="plan-press">
            {textOf(followed)} <small>{t(textOf(followed) === '' ? 'turn.end' : 'plan.ends')}</small>
          </span>
        </Act>
        {others > 0 && (
          <button
            type="button"
            className="plan-others"
            onClick={() => {
              pick(hint, (place + 1) % (others + 1), menu, change);
            }}
          >
            {t('plan.others')} <small>{others}</small>
          </button>
        )}
        <button
          type="button"
          onClick={() => {
            said.update({ picked: null });
          }}
        >
          {t('plan.own')}
        </button>
      </div>
    </div>
  );
}
