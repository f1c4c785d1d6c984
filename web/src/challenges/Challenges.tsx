/** Challenges: twelve short tasks on positions of real games, with what each taught and the stars it brought. */
import { useEffect, useState } from 'react';
import { PageHeader } from '../frame/PageHeader';
import { api } from '../net/api';
import type { ChallengeRow } from '../protocol/schema';
import { useReached } from '../state/challenges';
import { useSettings } from '../base/settings';
import { sayCode, useText } from '../text';
import { errorText } from '../text/errors';
import { gameTitle } from '../text/titles';
import { Stars } from './Stars';
import { begin, goOn } from './start';
import { needsOf, steps, until } from './words';
import './challenges.css';

interface CardProps {
  row: ChallengeRow;
  number: number;
  stars: number;
  /** It was left half-way. */
  begun: boolean;
  onGo: (start: (name: string) => Promise<void>) => void;
}

function Card({ row, number, stars, begun, onGo }: CardProps) {
  const t = useText();
  const title = sayCode('challenge.title', row.name);
  return (
    <li className="challenge">
      <header>
        <h2 id={`h-${row.name}`}>
          <span className="challenge-number">{number}</span> {title}
        </h2>
        <Stars lit={stars} />
      </header>
      <p className="challenge-task">
        {sayCode('challenge.task', row.name)} {needsOf(row)}
      </p>
      <p className="challenge-idea">{sayCode('challenge.idea', row.name)}</p>
      <p className="challenge-facts">
        {gameTitle(row.ruleset, row.title)} · {t('challenge.round', { n: row.round })} · {until(row)}
        <br />
        {steps(row.measure, row.stars)}
      </p>
      <span className="challenge-acts">
        <button
          type="button"
          className={stars === 0 || begun ? 'primary' : ''}
          aria-describedby={`h-${row.name}`}
          onClick={() => {
            onGo(goOn);
          }}
        >
          {t(begun ? 'challenge.on' : stars === 0 ? 'challenge.start' : 'challenge.again')}
        </button>
        {begun && (
          <button
            type="button"
            aria-describedby={`h-${row.name}`}
            onClick={() => {
              onGo(begin);
            }}
          >
            {t('challenge.anew')}
          </button>
        )}
      </span>
    </li>
  );
}

export default function Challenges() {
  const t = useText();
  useSettings();
  const [rows, setRows] = useState<ChallengeRow[]>([]);
  const [problem, setProblem] = useState('');
  const { stars, tables } = useReached();
  const fail = (error: unknown): void => {
    setProblem(errorText(error));
  };
  useEffect(() => {
    api.challenges().then(setRows, fail);
  }, []);
  const sum = rows.reduce((all, row) => all + (stars[row.name] ?? 0), 0);
  return (
    <div className="screen challenges">
      <PageHeader />
      <main>
        <header className="challenges-head">
          <h1>{t('challenges')}</h1>
          <p>{t('challenge.about')}</p>
          {rows.length > 0 && <b>{t('challenge.sum', { n: sum, of: 3 * rows.length })}</b>}
        </header>
        {problem !== '' && (
          <p className="refused" role="alert">
            {problem}
          </p>
        )}
        <ol className="challenge-list">
          {rows.map((row, index) => (
            <Card
              key={row.name}
              row={row}
              number={index + 1}
              stars={stars[row.name] ?? 0}
              begun={row.name in tables}
              onGo={(start) => {
                start(row.name).catch(fail);
              }}
            />
          ))}
        </ol>
      </main>
    </div>
  );
}
