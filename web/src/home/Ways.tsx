/** The other ways into a game: the lesson, the daily puzzle, and friends. */
import { useState } from 'react';
import { Icon } from '../glyphs/glyphs';
import { useProgress } from '../learn/progress';
import { api } from '../net/api';
import { gameIn } from '../net/moving';
import { Link } from '../parts/Brand';
import { FileButton } from '../parts/FileButton';
import { recallSolved, streak, today } from '../state/solved';
import { go } from '../base/route';
import { isSite, siteServer } from '../base/site';
import { useText } from '../text';

interface WaysProps {
  /** A device that has never played has its lesson elsewhere. */
  first: boolean;
  onLearn: () => void;
  onFail: (error: unknown) => void;
}

function Learn({ onLearn }: { onLearn: () => void }) {
  const t = useText();
  const { last } = useProgress();
  return (
    <section className="way" aria-labelledby="h-learn">
      <h2 id="h-learn">
        <Icon name="book" /> {t('lobby.learn')}
      </h2>
      <p>{t(last === null ? 'lobby.learn.sub' : 'lobby.learn.on')}</p>
      <span className="way-row">
        <button type="button" onClick={onLearn}>
          {t(last === null ? 'lobby.learn.start' : 'lobby.learn.resume')}
          <span className="hidden-text"> {t('lobby.learn')}</span>
        </button>
        <Link to="/challenges" className="button">
          {t('challenges')}
        </Link>
      </span>
    </section>
  );
}

function Daily() {
  const t = useText();
  const { days } = recallSolved();
  const solved = days.includes(today());
  const row = streak(days);
  return (
    <section className="way" aria-labelledby="h-daily">
      <h2 id="h-daily">
        <Icon name="bulb" /> {t('puzzle.daily')}
      </h2>
      <p>{t(solved ? 'puzzle.done' : 'puzzle.sub')}</p>
      <span className="way-row">
        <Link to="/puzzles" className={solved ? 'button' : 'button primary'}>
          {t(solved ? 'puzzle.more' : 'puzzle.solve')}
          {!solved && <span className="hidden-text"> {t('puzzle.daily')}</span>}
        </Link>
        {row > 0 && <small>{t('puzzle.streak', { n: row })}</small>}
      </span>
    </section>
  );
}

/** What a folder of files says of playing together. */
function Alone() {
  const t = useText();
  return (
    <p>
      {t('site.friends')} {siteServer !== null && <a href={siteServer}>{t('site.server')}</a>}
    </p>
  );
}

function Friends({ onFail }: { onFail: WaysProps['onFail'] }) {
  const t = useText();
  const [code, setCode] = useState('');
  const bring = (first: File): void => {
    first
      .text()
      .then((text) => {
        const game = gameIn(text);
        return game === null ? api.bring(text) : api.unpack(game);
      })
      .then((made) => {
        go(`/t/${made.table.code}`);
      }, onFail);
  };
  const form = (
    <form
      className="way-row"
      onSubmit={(event) => {
        event.preventDefault();
        const target = code.replace(/\s/g, '').split('/').at(-1) ?? '';
        if (target !== '') go(code.includes('/workshop/') ? `/workshop/${target}` : `/t/${target}`);
      }}
    >
      <input
        id="code"
        value={code}
        aria-label={t('lobby.join')}
        placeholder={t('lobby.code')}
        onChange={(event) => {
          setCode(event.target.value);
        }}
      />
      <button type="submit">{t('lobby.go')}</button>
    </form>
  );
  return (
    <section className="way" aria-labelledby="h-friends">
      <h2 id="h-friends">
        <Icon name="people" /> {t('lobby.friends')}
      </h2>
      <span className="way-row">
        {!isSite && (
          <Link to="/new" className="button">
            {t('lobby.new')}
          </Link>
        )}
        <Link to="/real" className="button">
          {t('real')}
        </Link>
        <FileButton label={t('lobby.import')} accept=".jsonl,.json,.kilowatt,text/plain" onFile={bring} />
      </span>
      {isSite ? <Alone /> : form}
    </section>
  );
}

export function Ways({ first, onLearn, onFail }: WaysProps) {
  const t = useText();
  return (
    <section className="ways" aria-label={t('lobby.ways')}>
      {!first && <Learn onLearn={onLearn} />}
      <Daily />
      <Friends onFail={onFail} />
    </section>
  );
}
