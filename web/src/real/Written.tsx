/** What was written down: every line can be corrected or removed; those that no longer fit say why. */
import { lazy, Suspense, useState } from 'react';
import { Icon, Token } from '../glyphs/glyphs';
import { useText } from '../text';
import { useReal } from './context';
import { amountOf, lineText, seatOf } from './words';

const Correct = lazy(() => import('./Correct'));
import { Slips } from './Slips';

export function Written() {
  const t = useText();
  const { sheet, board, names, change, away } = useReal();
  const [opened, setOpened] = useState<number | null>(null);
  const words = { board, names };
  const first = sheet.lines.findIndex((row) => row.fit === 'differs' || row.fit === 'refused');
  const shown = opened === null ? undefined : sheet.lines[opened];
  return (
    <section className="panel real-written" aria-labelledby="real-written">
      <header>
        <h2 id="real-written">{t('real.written')}</h2>
        <small>
          {t('real.lines', { n: sheet.lines.length })}
          {sheet.by !== '' && ` · ${t('real.by', { name: sheet.by })}`}
        </small>
      </header>
      <ol className="real-lines" tabIndex={0} aria-labelledby="real-written">
        {sheet.lines
          .map((row, place) => ({ row, place }))
          .reverse()
          .map(({ row, place }) => {
            const seat = seatOf(row.line);
            const amount = amountOf(row.line, row.amount);
            return (
              <li key={place} data-fit={row.fit}>
                <span className="real-line">
                  {seat === null ? <Icon name="plan" /> : <Token seat={seat} size={16} />}
                  <span>
                    {lineText(row.line, words)}
                    {amount !== null && <b> · {amount}</b>}
                    {row.fit === 'open' && <small> {t('real.open.note')}</small>}
                    {row.fit === 'waits' && <small> {t('real.waits')}</small>}
                  </span>
                  {!away && (
                    <button
                      type="button"
                      aria-label={t('real.correct.line', { line: lineText(row.line, words) })}
                      onClick={() => {
                        setOpened(place);
                      }}
                    >
                      {t('real.correct')}
                    </button>
                  )}
                </span>
                {row.text !== null && row.text !== undefined && <p className="real-why">{row.text}</p>}
                {place === first && <Slips slips={sheet.slips} />}
              </li>
            );
          })}
      </ol>
      {shown && opened !== null && (
        <Suspense>
          <Correct
            key={opened}
            line={shown.line}
            onChange={(line) => {
              change([{ at: opened, line }]);
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
