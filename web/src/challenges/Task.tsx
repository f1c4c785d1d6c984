/** The task of a challenge at its table: a strip under the header, and its result when it is over. */
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { useAnchor } from '../base/anchors';
import { go } from '../base/route';
import { api } from '../net/api';
import { Dialog } from '../parts/Dialog';
import type { GoalView } from '../protocol/schema';
import { nextAfter, noteStars, useReached } from '../state/challenges';
import { usePart } from '../state/play';
import { sayCode, useText } from '../text';
import { errorText } from '../text/errors';
import { Stars } from './Stars';
import { begin } from './start';
import { counted, needsIn, steps } from './words';
import './challenges.css';

function Strip({ goal }: { goal: GoalView }) {
  const t = useText();
  const header = useAnchor('header');
  if (header === null) return null;
  return createPortal(
    <div className="task-strip">
      <p>
        <b>{sayCode('challenge.title', goal.name)}:</b> {sayCode('challenge.task', goal.name)} {needsIn(goal)}
      </p>
      <span className="task-now" role="status">
        {t('challenge.now', { n: counted(goal.measure, goal.value) })} <Stars lit={goal.stars} />
      </span>
      <small>{steps(goal.measure, goal.least)}</small>
    </div>,
    header,
  );
}

function Result({ goal, onClose }: { goal: GoalView; onClose: () => void }) {
  const t = useText();
  const { stars } = useReached();
  const [next, setNext] = useState<string | null>(null);
  const [problem, setProblem] = useState('');
  useEffect(() => {
    noteStars(goal.name, goal.stars);
  }, [goal.name, goal.stars]);
  useEffect(() => {
    let live = true;
    api.challenges().then(
      (rows) => {
        const names = rows.map((row) => row.name);
        if (live) setNext(nextAfter(names, goal.name, { ...stars, [goal.name]: goal.stars }));
      },
      () => undefined,
    );
    return () => {
      live = false;
    };
  }, [goal.name, goal.stars, stars]);
  const start = (name: string): void => {
    begin(name).catch((error: unknown) => {
      setProblem(errorText(error));
    });
  };
  const missed = goal.needs.filter((need) => need.value < need.least);
  const again = (
    <button
      type="button"
      className={goal.stars < 3 ? 'primary' : ''}
      onClick={() => {
        start(goal.name);
      }}
    >
      {t('challenge.again')}
    </button>
  );
  return (
    <Dialog
      title={t(goal.stars === 0 ? 'challenge.missed' : 'challenge.done')}
      onClose={onClose}
      className="task-result"
    >
      <Stars lit={goal.stars} large />
      <p>
        {missed.length > 0
          ? missed.map((need) => sayCode('challenge.short', need.measure, { n: need.value, of: need.least })).join(' ')
          : t('challenge.reached', { n: counted(goal.measure, goal.value) })}
      </p>
      <p className="challenge-idea">{sayCode('challenge.idea', goal.name)}</p>
      {goal.stars < 3 && <small>{steps(goal.measure, goal.least)}</small>}
      {problem !== '' && (
        <p className="refused" role="alert">
          {problem}
        </p>
      )}
      <div className="answers">
        {again}
        {next !== null && (
          <button
            type="button"
            className={goal.stars === 3 ? 'primary' : ''}
            onClick={() => {
              start(next);
            }}
          >
            {t('challenge.next', { name: sayCode('challenge.title', next) })}
          </button>
        )}
        <button
          type="button"
          onClick={() => {
            go('/challenges');
          }}
        >
          {t('challenge.all')}
        </button>
      </div>
    </Dialog>
  );
}

export function Task({ over, onClose }: { over: boolean; onClose: () => void }) {
  const { goal } = usePart(({ view }) => ({ goal: view.goal }));
  if (goal === null) return null;
  return (
    <>
      <Strip goal={goal} />
      {over && <Result goal={goal} onClose={onClose} />}
    </>
  );
}
