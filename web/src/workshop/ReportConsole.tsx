/** The report's console: how to play, start and stop, save. */
import { useState } from 'react';
import { PlayersSelect } from '../parts/PlayersSelect';
import type { ReportProps } from './Report';
import { expected, LEVELS, type Level } from './report';
import { reportText } from './reportText';
import { download } from './ShareDialog';
import type { TryAs } from './useTrial';
import { useWords } from './words';

export function ReportConsole({ board, check, trying }: Omit<ReportProps, 'boardKey'>) {
  const t = useWords();
  const sizes = check?.seats ?? [];
  const [seats, setSeats] = useState(3);
  const [level, setLevel] = useState<Level>('normal');
  const [starts, setStarts] = useState<TryAs['starts']>('forced');
  const count = sizes.includes(seats) ? seats : (sizes[0] ?? seats);
  const { trial, running, problem } = trying;
  const fixes = check?.findings.filter((row) => row.level === 'fix').length ?? 0;
  const left = trial && trial.done > 0 ? Math.ceil((trial.seconds / trial.done) * (trial.of - trial.done)) : null;
  const remaining =
    left === null
      ? t('try.measuring')
      : left < 100
        ? t('try.left', { seconds: left })
        : t('try.left.minutes', { n: Math.ceil(left / 60) });
  const next = expected(level, count, trial);
  const before = next === null ? t('try.measuring') : t('try.before', { n: Math.max(1, Math.ceil(next / 60)) });
  return (
    <section className="loud ws-console" aria-label={t('console')}>
      <header>
        <div className="through" role="status">
          <h2>
            {running
              ? t('try.done', { n: trial?.done ?? 0, of: trial?.of ?? 0 })
              : fixes > 0
                ? t('console.fix', { n: fixes })
                : t('try.title')}
          </h2>
          <span>{trial?.failed ? t('try.failed') : running ? remaining : fixes > 0 ? '' : before}</span>
        </div>
      </header>
      {running && trial && <progress max={trial.of} value={trial.done} aria-label={t('try.title')} />}
      {problem !== null && (
        <p className="refused" role="alert">
          {problem}
        </p>
      )}
      <div className="ws-try-as">
        <label>
          <span>{t('play.players')}</span>
          <PlayersSelect
            value={count}
            sizes={sizes.length > 0 ? sizes : [count]}
            disabled={running}
            onChange={setSeats}
          />
        </label>
        <label>
          <span>{t('try.level')}</span>
          <select
            value={level}
            disabled={running}
            onChange={(event) => {
              setLevel(event.target.value as Level);
            }}
          >
            {LEVELS.map((one) => (
              <option key={one} value={one}>
                {t(`level.${one}`)}
              </option>
            ))}
          </select>
        </label>
        <label>
          <span>{t('try.starts')}</span>
          <select
            value={starts}
            disabled={running}
            onChange={(event) => {
              setStarts(event.target.value as TryAs['starts']);
            }}
          >
            <option value="forced">{t('starts.forced')}</option>
            <option value="chosen">{t('starts.chosen')}</option>
          </select>
        </label>
      </div>
      <div className="ws-try-do">
        <button
          type="button"
          className="primary"
          aria-disabled={!running && (fixes > 0 || sizes.length === 0)}
          onClick={() => {
            if (running) trying.stop();
            else if (fixes === 0 && sizes.length > 0) trying.start(board, { seats: count, level, starts });
          }}
        >
          {t(running ? 'try.stop' : 'try.start')}
        </button>
        <button
          type="button"
          disabled={trial === null || trial.done === 0}
          onClick={() => {
            if (trial) download(`${board.id}-report.txt`, reportText(board, trial, t));
          }}
        >
          {t('report.save')}
        </button>
      </div>
    </section>
  );
}
