/** What was solved on this device: the last seven daily puzzles, and the share of right answers by kind. */
import { Icon } from '../glyphs/glyphs';
import type { PuzzleRow } from '../protocol/schema';
import { useSettings } from '../base/settings';
import { sayCode, useText } from '../text';
import { today, type Solved } from '../state/solved';

const DAYS = 7;

export function YourPuzzles({ rows, solved }: { rows: readonly PuzzleRow[]; solved: Solved }) {
  const t = useText();
  const { language } = useSettings();
  const named = new Intl.DateTimeFormat(language, { weekday: 'short' });
  const days = Array.from({ length: DAYS }, (_, back) => {
    const day = new Date();
    day.setDate(day.getDate() - (DAYS - 1 - back));
    return { name: named.format(day), done: solved.days.includes(today(day)) };
  });
  const kinds = new Map<string, [right: number, all: number]>();
  for (const { name, kind } of rows) {
    const right = solved.tries[name];
    if (right === undefined) continue;
    const [before, all] = kinds.get(kind) ?? [0, 0];
    kinds.set(kind, [before + Number(right), all + 1]);
  }
  return (
    <section className="puzzle-yours" aria-labelledby="h-yours">
      <h2 id="h-yours">{t('puzzle.yours')}</h2>
      <ol className="puzzle-week" aria-label={t('puzzle.week')}>
        {days.map(({ name, done }) => (
          <li key={name} aria-label={t(done ? 'puzzle.day.done' : 'puzzle.day.open', { day: name })}>
            <span className={done ? 'day done' : 'day'} aria-hidden="true">
              {done && <Icon name="check" />}
            </span>
            <small aria-hidden="true">{name}</small>
          </li>
        ))}
      </ol>
      <dl>
        {[...kinds].map(([kind, [right, all]]) => (
          <div key={kind}>
            <dt>{sayCode('puzzle.kind', kind)}</dt>
            <dd>
              <progress max={all} value={right} aria-hidden="true" /> {t('puzzle.solved', { right, n: all })}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
