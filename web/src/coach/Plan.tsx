/** The plan for the turn as the console's face: numbered steps, what they come to, one loud button, two other plans. */
import { useState } from 'react';
import { Act } from '../parts/Act';
import { EndTurn } from '../parts/EndTurn';
import { Icon } from '../glyphs/glyphs';
import type { ChoiceView, Hint } from '../protocol/schema';
import { usePlay } from '../state/play';
import { useStoreKey } from '../base/store';
import { sayCode, useText } from '../text';
import { behindOf, carryOut, favourOf, pick, priceOf, said, SHOWN, usePlan, type Followed } from './advice';
import { endOf, Interval, percent } from './Interval';
import './advised.css';
import './note.css';
import './plan.css';
import './plan-small.css';
import { useChoiceWords } from './words';

/** Phases whose steps the last line sums up. */
const SUMMED = new Set(['power', 'over']);

/** Sentences that say what a plan costs: its total says that already. */
const COSTS = new Set(['plan_cost', 'plan_most']);

const costOf = ({ choice, plan }: Followed): number =>
  -plan.steps
    .filter((step) => step.phase === (choice.kind === 'build' ? 'build' : 'fuel'))
    .reduce((sum, step) => sum + step.money, 0);

/** What the plan does in this phase, and what comes then. */
function useButtonText(followed: Followed): { text: string; then: string } {
  const t = useText();
  const { board } = usePlay();
  const { choice, plan } = followed;
  if (board.one_token && choice.kind === 'fuel' && choice.actions[0]?.type === 'buy_fuel')
    return { text: t('plan.one', { fuel: sayCode('fuel', choice.actions[0].fuel) }), then: t('plan.one.then') };
  const n = choice.actions.filter((action) => action.type !== 'pass').length;
  const kind = choice.kind === 'build' ? 'plan.build' : choice.kind === 'cards' ? 'plan.cards' : 'plan.buy';
  const builds = choice.kind === 'fuel' && plan.steps.some((step) => step.city !== null);
  return {
    text:
      n === 0
        ? t(choice.kind === 'build' ? 'coach.build.none' : 'plan.buy.none')
        : t(kind, { n, cost: costOf(followed) }),
    then: t(builds ? 'plan.then' : 'plan.ends'),
  };
}

/** Why this plan: the advised one against the next best, another one against it. */
function useWhy(hint: Hint): (choice: ChoiceView) => string {
  const t = useText();
  return (choice) => {
    if (choice !== hint.choices[0]) return behindOf(choice);
    return hint.alike && hint.choices.length > 1 ? t('adviser.alike') : favourOf(choice);
  };
}

function Cards({ hint, place }: { hint: Hint; place: number }) {
  const t = useText();
  const { menu, change } = usePlay();
  const words = useChoiceWords();
  const why = useWhy(hint);
  const cards = hint.choices.slice(0, SHOWN);
  const end = endOf(cards);
  return (
    <ul className="plan-cards">
      {cards.map((choice, index) => (
        <li key={index}>
          <button
            type="button"
            aria-pressed={index === place}
            className={index === 0 ? 'best' : ''}
            onClick={() => {
              pick(hint, index, menu, change);
            }}
          >
            <b title={words(choice)}>{index > 0 ? words(choice) : t(place === 0 ? 'plan.this' : 'plan.advised')}</b>
            <strong>{choice.chance < 0.005 ? t('plan.under') : percent(choice.chance)}</strong>
            <Interval {...choice} end={end} />
            <small title={why(choice)}>{why(choice)}</small>
          </button>
        </li>
      ))}
    </ul>
  );
}

/** On a phone the plan is one line: so is the wait for it. */
export function PlanWait() {
  const t = useText();
  return (
    <div className="plan-face folded">
      <p className="plan-line" role="status">
        <b>{t('adviser.thinking')}</b>
      </p>
    </div>
  );
}

export function PlanFace() {
  const hint = useStoreKey(said, 'hint');
  const followed = usePlan();
  return followed === null || hint === null ? null : <Face hint={hint} followed={followed} />;
}

function Face({ hint, followed }: { hint: Hint; followed: Followed }) {
  const t = useText();
  const { session, game, me } = usePlay();
  const [unfolded, setUnfolded] = useState(false);
  const { text, then } = useButtonText(followed);
  const { choice, plan, place } = followed;
  const money = me === null ? 0 : (game.seats[me]?.money ?? 0);
  const earns = plan.sums
    .filter((claim) => !COSTS.has(claim.code))
    .map((claim) => claim.text)
    .join(' ');
  const ends = choice.actions.every((action) => action.type === 'pass');
  const left = t('money.left', { left: plan.left, money });
  return (
    <div className={`plan-face ${unfolded ? 'unfolded' : 'folded'}`}>
      <button
        type="button"
        className="unfold"
        aria-expanded={unfolded}
        aria-label={t(unfolded ? 'build.fold' : 'build.unfold')}
        onClick={() => {
          setUnfolded(!unfolded);
        }}
      >
        <Icon name="up" />
      </button>
      <p className="plan-line" aria-hidden="true">
        <b>{left}</b>
        <small className="good">{earns}</small>
      </p>
      <div className="plan-say" role="status">
        <ol className="plan-steps">
          {plan.steps
            .filter((step) => !SUMMED.has(step.phase))
            .map((step, index) => (
              <li key={index}>
                <i className="order">{index + 1}</i>
                <p>
                  <b>{step.text}</b> <small>{step.note}</small>
                </p>
                <span>{priceOf(step)}</span>
              </li>
            ))}
        </ol>
        <p className="plan-total">
          {t('plan.costs')} <b>{plan.cost}</b> <small>{left}</small> <span className="good">{earns}</span>
        </p>
      </div>
      <div className="plan-act">
        <Act
          primary={place === 0}
          className="plan-do"
          onClick={() => {
            carryOut(session, choice, null);
          }}
        >
          <span className="plan-press">
            {text} <small>{then}</small>
          </span>
        </Act>
        <button
          type="button"
          className="plan-own"
          onClick={() => {
            said.update({ picked: null });
          }}
        >
          {t('plan.own')}
        </button>
        {!ends && (
          <EndTurn
            kind={choice.kind === 'build' ? 'build' : choice.kind === 'cards' ? 'buy_card' : 'buy_fuel'}
            slip={t('plan.skip')}
            quiet
          />
        )}
      </div>
      {hint.choices.length > 1 && <Cards hint={hint} place={place} />}
    </div>
  );
}
