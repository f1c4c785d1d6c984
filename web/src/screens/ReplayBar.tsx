/** The slider through the whole game: every moment has a link, and one can play on from it. */
import { useMemo, useState } from 'react';
import { Icon } from '../glyphs/glyphs';
import { api } from '../net/api';
import { usePlay } from '../state/play';
import { go } from '../state/route';
import { useText } from '../text';
import { errorText } from './Lobby';

export function ReplayBar({ moments, step }: { moments: number[]; step: (by: number | 'first' | 'last') => void }) {
  const t = useText();
  const { past, table, look, entries, view } = usePlay();
  const [note, setNote] = useState('');
  const at = Math.max(0, moments.indexOf(past ?? 0));
  // the moments at which rounds begin, as marks of the slider and places to leap to
  const rounds = useMemo(() => {
    const begun = new Set(
      entries.filter((entry) => entry.events?.some((one) => one.type === 'round_began')).map((entry) => entry.seq),
    );
    return moments.flatMap((seq, index) => (begun.has(seq) ? [index] : []));
  }, [entries, moments]);
  const ended = table.state === 'over' || table.end !== null || view.game.phase === 'over';
  const last = at === moments.length - 1;
  const back = rounds.findLast((index) => index < at) ?? 0;
  const on = rounds.find((index) => index > at) ?? moments.length - 1;
  const leap = (index: number): void => {
    const seq = moments[index];
    if (seq !== undefined) look(seq);
  };
  const fork = (): void => {
    api.fork(table.code, { seq: past ?? 0 }).then(
      (made) => {
        go(`/t/${made.table.code}`);
      },
      (error: unknown) => {
        setNote(errorText(error));
      },
    );
  };
  const copy = (): void => {
    void navigator.clipboard.writeText(`${location.origin}/t/${table.code}?at=${past ?? 0}`).then(
      () => {
        setNote(t('invite.copied'));
      },
      () => undefined,
    );
  };
  return (
    <div className="replay" role="group" aria-label={t('replay')}>
      <button
        type="button"
        onClick={() => {
          step('first');
        }}
        aria-label={t('replay.first')}
      >
        |◀
      </button>
      <button
        type="button"
        onClick={() => {
          leap(back);
        }}
        aria-label={t('replay.round.back')}
        title={t('replay.round.back')}
      >
        ◀◀
      </button>
      <button
        type="button"
        onClick={() => {
          step(-1);
        }}
        aria-label={t('replay.back')}
      >
        ◀
      </button>
      <input
        type="range"
        min={0}
        max={Math.max(0, moments.length - 1)}
        value={at}
        list="replay-rounds"
        aria-label={t('replay.slider')}
        aria-valuetext={t('replay.at', { n: at + 1, of: moments.length })}
        onChange={(event) => {
          leap(Number(event.target.value));
        }}
      />
      <datalist id="replay-rounds">
        {rounds.map((index) => (
          <option key={index} value={index} />
        ))}
      </datalist>
      <button
        type="button"
        onClick={() => {
          step(1);
        }}
        aria-label={t('replay.next')}
      >
        ▶
      </button>
      <button
        type="button"
        onClick={() => {
          leap(on);
        }}
        aria-label={t('replay.round.next')}
        title={t('replay.round.next')}
      >
        ▶▶
      </button>
      <button
        type="button"
        onClick={() => {
          step('last');
        }}
        aria-label={t('replay.last')}
      >
        ▶|
      </button>
      <span className="replay-at">{t('replay.at', { n: at + 1, of: moments.length })}</span>
      <span className="replay-is">
        {t(ended ? (last ? 'replay.is.end' : 'replay.is.ended') : last ? 'replay.is.now' : 'replay.is.past')}
      </span>
      <button type="button" onClick={copy}>
        <Icon name="link" /> {t('replay.link')}
      </button>
      <button type="button" className="fork" onClick={fork}>
        {t('replay.fork')}
      </button>
      <span role="status">{note}</span>
    </div>
  );
}
