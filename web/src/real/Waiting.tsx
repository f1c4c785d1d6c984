/** Lines that wait on this device until the server is back: each can be corrected or removed. */
import { lazy, Suspense, useState } from 'react';
import { useText } from '../text';
import { useReal } from './context';
import { lineText } from './words';

const Correct = lazy(() => import('./Correct'));

/** Lines that wait on this device. */
export function Waiting({ onSend }: { onSend?: () => void }) {
  const t = useText();
  const { board, names, queue } = useReal();
  const [opened, setOpened] = useState<number | null>(null);
  const shown = opened === null ? undefined : queue.lines[opened];
  if (queue.lines.length === 0) return null;
  return (
    <section className="panel real-queue" aria-labelledby="real-queue">
      <header>
        <h2 id="real-queue">{t('real.queue')}</h2>
        <small>{t('real.queue.n', { n: queue.lines.length })}</small>
      </header>
      <ol className="real-lines">
        {queue.lines.map((line, at) => {
          const text = lineText(line, { board, names });
          return (
            <li key={at}>
              <span className="real-line">
                <span>{text}</span>
                <button
                  type="button"
                  aria-label={t('real.correct.line', { line: text })}
                  onClick={() => {
                    setOpened(at);
                  }}
                >
                  {t('real.correct')}
                </button>
                <button
                  type="button"
                  aria-label={t('real.queue.drop', { line: text })}
                  onClick={() => {
                    queue.drop(at);
                  }}
                >
                  {t('real.queue.remove')}
                </button>
              </span>
            </li>
          );
        })}
      </ol>
      {onSend && (
        <button type="button" onClick={onSend}>
          {t('real.queue.send')}
        </button>
      )}
      {shown && opened !== null && (
        <Suspense>
          <Correct
            key={opened}
            line={shown}
            onChange={(line) => {
              if (line === null) queue.drop(opened);
              else queue.put(opened, line);
            }}
            onClose={() => {
              setOpened(null);
            }}
          />
        </Suspense>
      )}
    </section>
  );
}
