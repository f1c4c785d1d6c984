/** The foot of the inspector: what is left to fix, playing with bots or friends, trying, preview, sharing, opening. */
import { useState } from 'react';
import { api } from '../net/api';
import { Icon } from '../glyphs/glyphs';
import { PlayersSelect } from '../parts/PlayersSelect';
import type { BoardCheck } from '../protocol/schema';
import { go } from '../base/route';
import { useSettings } from '../base/settings';
import { useText } from '../text';
import { errorText } from '../text/errors';
import type { BoardData } from './model';
import { finished } from './shape';
import { useWords } from './words';

interface ConsoleProps {
  board: BoardData;
  check: BoardCheck | null;
  onTry: () => void;
  onPreview: () => void;
  onShare: () => void;
  onOpen: () => void;
}

export function Console({ board, check, onTry, onPreview, onShare, onOpen }: ConsoleProps) {
  const t = useWords();
  const common = useText();
  const { name } = useSettings();
  const [seats, setSeats] = useState(3);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const fixes = check?.findings.filter((row) => row.level === 'fix').length ?? 0;
  const looks = check?.findings.filter((row) => row.level === 'look').length ?? 0;
  const sizes = check?.seats ?? [];
  const count = sizes.includes(seats) ? seats : (sizes[0] ?? seats);
  const locked = !check || fixes > 0 || sizes.length === 0;
  const me = name.trim() === '' ? common('You') : name.trim();
  const made = (table: { table: { code: string } }): void => {
    go(`/t/${table.table.code}`);
  };
  const fail = (error: unknown): void => {
    setBusy(false);
    setProblem(errorText(error));
  };
  const options = (): { board: BoardData } => ({ board: finished(board) });
  const bots = (): void => {
    if (locked || busy) return;
    setBusy(true);
    setProblem(null);
    api.quick({ ruleset: 'custom', seats: count, level: 'normal', name: me, options: options() }).then(made, fail);
  };
  const friends = (): void => {
    if (locked || busy) return;
    setBusy(true);
    setProblem(null);
    const free = Array.from({ length: count - 1 }, () => ({ kind: 'open' as const, level: null, name: null }));
    api
      .create({
        ruleset: 'custom',
        seats: [{ kind: 'person', level: null, name: me }, ...free],
        options: options(),
        clock: { kind: 'none', bank: 0, increment: 0, days: 0 },
        visibility: 'private',
        hints: true,
        name: '',
      })
      .then(made, fail);
  };
  return (
    <section className="loud ws-console" aria-label={t('console')}>
      <header>
        <div className="through" role="status">
          <h2>{!check ? t('console.checking') : fixes > 0 ? t('console.fix', { n: fixes }) : t('console.ready')}</h2>
          {looks > 0 && <span>{t('console.look', { n: looks })}</span>}
        </div>
      </header>
      {problem !== null && (
        <p className="refused" role="alert">
          {problem}
        </p>
      )}
      <div className="ws-play">
        <label>
          <span>{t('play.players')}</span>
          <PlayersSelect
            value={count}
            sizes={sizes.length > 0 ? sizes : [count]}
            disabled={locked}
            onChange={setSeats}
          />
        </label>
        <button type="button" className="primary" aria-disabled={locked} aria-busy={busy} onClick={bots} data-play>
          {locked && <Icon name="lock" />} {t('play.bots')}
        </button>
      </div>
      <div className="ws-more">
        <button type="button" aria-disabled={locked} onClick={friends}>
          {t('play.friends')}
        </button>
        <button
          type="button"
          aria-disabled={locked}
          onClick={() => {
            if (!locked) onTry();
          }}
        >
          {t('try')}
        </button>
        <button type="button" onClick={onPreview} disabled={board.area.length === 0}>
          {t('preview')}
        </button>
        <button type="button" onClick={onShare}>
          {t('share')}
        </button>
        <button type="button" onClick={onOpen}>
          {t('open')}
        </button>
      </div>
    </section>
  );
}
