/** The slider through the whole game: every moment has a link, and one can play on from it. */
import { useState, type ReactNode } from 'react';
import { Icon } from '../glyphs/glyphs';
import { PaceChoice } from '../parts/PaceChoice';
import { api } from '../net/api';
import { copy } from '../net/copy';
import { usePlay } from '../state/play';
import { go } from '../base/route';
import type { Step } from '../state/useKeys';
import { useText } from '../text';
import { errorText } from '../text/errors';
import { able } from '../base/able';
import { linkTo } from '../base/site';

/** One of the buttons that go to another moment. */
function Go({ sign, label, to }: { sign: string; label: string; to: () => void }) {
  return (
    <button type="button" onClick={to} aria-label={label} title={label}>
      <Icon name={sign} />
    </button>
  );
}

interface Props {
  moments: number[];
  /** Places of the moments at which rounds begin: marks of the slider. */
  rounds: number[];
  step: (by: Step) => void;
  playing: boolean;
  onPlay: () => void;
  /** More to do with the moment that is shown. */
  children?: ReactNode;
}

export function ReplayBar({ moments, rounds, step, playing, onPlay, children }: Props) {
  const t = useText();
  const { past, table, look, view } = usePlay();
  const [note, setNote] = useState('');
  const [forking, setForking] = useState(false);
  const at = Math.max(0, moments.indexOf(past ?? 0));
  const ended = table.state === 'over' || table.end !== null || view.game.phase === 'over';
  const last = at === moments.length - 1;
  const leap = (index: number): void => {
    const seq = moments[index];
    if (seq !== undefined) look(seq);
  };
  const fork = (): void => {
    // a double click opens one table
    if (forking) return;
    setForking(true);
    api.fork(table.code, { seq: past ?? 0 }).then(
      (made) => {
        go(`/t/${made.table.code}`);
      },
      (error: unknown) => {
        setForking(false);
        setNote(errorText(error));
      },
    );
  };
  const copyLink = (): void => {
    const link = linkTo(`/t/${table.code}?at=${past ?? 0}`);
    void copy(link).then((done) => {
      setNote(done ? t('invite.copied') : link);
    });
  };
  return (
    <div className="replay" role="group" aria-label={t('replay')}>
      <span className="replay-steps">
        <Go
          sign="first"
          label={t('replay.first')}
          to={() => {
            step('first');
          }}
        />
        <Go
          sign="round-back"
          label={t('replay.round.back')}
          to={() => {
            step('round-back');
          }}
        />
        <Go
          sign="step-back"
          label={t('replay.back')}
          to={() => {
            step(-1);
          }}
        />
        <button
          type="button"
          className="play"
          onClick={onPlay}
          aria-label={t(playing ? 'replay.pause' : 'replay.play')}
          title={t(playing ? 'replay.pause' : 'replay.play')}
        >
          <Icon name={playing ? 'pause' : 'play'} />
        </button>
        <Go
          sign="step-next"
          label={t('replay.next')}
          to={() => {
            step(1);
          }}
        />
        <Go
          sign="round-next"
          label={t('replay.round.next')}
          to={() => {
            step('round-next');
          }}
        />
        <Go
          sign="last"
          label={t('replay.last')}
          to={() => {
            step('last');
          }}
        />
      </span>
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
      <PaceChoice />
      <span className="replay-at">{t('replay.at', { n: at + 1, of: moments.length })}</span>
      <span className="replay-low">
        <span className="replay-is">
          {t(ended ? (last ? 'replay.is.end' : 'replay.is.ended') : last ? 'replay.is.now' : 'replay.is.past')}
        </span>
        {able.links && (
          <button type="button" onClick={copyLink}>
            <Icon name="link" /> {t('replay.link')}
          </button>
        )}
        <button type="button" className="fork" onClick={fork}>
          {t('replay.fork')}
        </button>
        {children}
        <span role="status">{note}</span>
      </span>
    </div>
  );
}
