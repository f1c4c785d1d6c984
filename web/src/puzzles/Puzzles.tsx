/** Puzzles: one position, one question, answered with the game's own console; then what was best, and why. */
import { useEffect, useMemo, useRef, useState } from 'react';
import { PageHeader } from '../frame/PageHeader';
import { api } from '../net/api';
import type { PuzzleRow, PuzzleView } from '../protocol/schema';
import { go } from '../base/route';
import { useSettings } from '../base/settings';
import { sayCode, useText } from '../text';
import { errorText } from '../text/errors';
import { gameTitle } from '../text/titles';
import { Tracker } from '../panels/Tracker';
import { LinkButton } from '../parts/LinkButton';
import { Store } from '../base/store';
import { phaseName } from '../state/phases';
import { EMPTY, PlayContext } from '../state/play';
import { Asked } from './Asked';
import { playOf } from './position';
import { PuzzleSession } from './session';
import './puzzles.css';
import { YourPuzzles } from './Yours';
import { daily, nextPuzzle, noteTry, recallSolved, streak, today, type Solved } from '../state/solved';

const KINDS = ['worth', 'plant', 'fuel', 'city', 'end', 'scrap', 'burn'];
/** Which game a puzzle is from, and where in a round it stands. */
function Position({ puzzle, title }: { puzzle: PuzzleView; title: string }) {
  const t = useText();
  const store = useMemo(
    () =>
      new Store(
        playOf(puzzle, null, [], {
          session: new PuzzleSession(puzzle.number, () => undefined),
          draft: EMPTY,
          change: () => undefined,
          rings: undefined,
        }),
      ),
    [puzzle],
  );
  return (
    <div className="puzzle-head">
      <p className="puzzle-name">
        <b>{t('puzzle.number', { n: puzzle.number + 1 })}</b>
        <span>{title}</span>
      </p>
      <PlayContext.Provider value={store}>
        <Tracker />
      </PlayContext.Provider>
    </div>
  );
}

/** `name`: the puzzle that a link leads to; empty for the day's. */
export default function Puzzles({ name }: { name: string }) {
  const t = useText();
  const { language } = useSettings();
  const [rows, setRows] = useState<PuzzleRow[]>([]);
  const [number, setNumber] = useState<number | null>(null);
  const [puzzle, setPuzzle] = useState<PuzzleView | null>(null);
  const [kind, setKind] = useState<string | null>(null);
  const [solved, setSolved] = useState<Solved>(recallSolved);
  const [problem, setProblem] = useState('');
  const day = today();
  const ofDay = rows.length > 0 ? daily(rows.length, day) : null;
  useEffect(() => {
    api.puzzles().then(
      (list) => {
        setRows(list);
        const linked = list.findIndex((row) => row.name === name);
        if (name !== '' && linked < 0) setProblem(t('puzzle.gone'));
        setNumber(linked < 0 ? daily(list.length, today()) : linked);
      },
      (error: unknown) => {
        setProblem(errorText(error));
      },
    );
    // the address follows the puzzle from here on
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  useEffect(() => {
    if (number === null) return;
    let live = true;
    api.puzzle(number).then(
      (answer) => {
        if (live) setPuzzle(answer);
      },
      (error: unknown) => {
        if (live) setProblem(errorText(error));
      },
    );
    return () => {
      live = false;
    };
  }, [number, language]);
  const next = (wanted: string | null): void => {
    setKind(wanted);
    const index = nextPuzzle(rows, solved, wanted, number);
    setProblem(index >= 0 ? '' : t('puzzle.none'));
    if (index < 0) return;
    setNumber(index);
    go(`/puzzles/${rows[index]?.name ?? ''}`, true);
  };
  const onward = useRef(next);
  onward.current = next;
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const typing = event.target instanceof Element && event.target.matches('input, select, textarea');
      if (event.key.toLowerCase() !== 'n' || event.ctrlKey || event.metaKey || event.altKey || typing) return;
      event.preventDefault();
      onward.current(kind);
    };
    window.addEventListener('keydown', press);
    return () => {
      window.removeEventListener('keydown', press);
    };
  }, [kind]);
  const onAnswer = (right: boolean): void => {
    if (puzzle === null) return;
    setSolved((old) => noteTry(old, rows[puzzle.number]?.name ?? '', right, puzzle.number === ofDay ? day : null));
  };
  const playOn = (): void => {
    if (puzzle === null) return;
    api
      .bring(puzzle.record)
      .then((made) => api.fork(made.table.code, { seq: made.table.seq }))
      .then(
        (made) => {
          go(`/t/${made.table.code}`);
        },
        (error: unknown) => {
          setProblem(errorText(error));
        },
      );
  };
  const tries = Object.values(solved.tries);
  const row = streak(solved.days);
  const titleOf = (one: PuzzleView): string => gameTitle(rows[one.number]?.ruleset ?? '', one.title);
  // below the widest screens the head has no room for it
  const placeOf = (one: PuzzleView): string =>
    [titleOf(one), t('round', { n: one.game.round }), phaseName(one.board.kind, one.game.phase)].join(' · ');
  const shown = puzzle !== null && puzzle.number === number ? puzzle : null;
  return (
    <div className="puzzles">
      <PageHeader>{shown && <Position puzzle={shown} title={titleOf(shown)} />}</PageHeader>
      {shown === null && <h1 className="hidden-text">{t('puzzles')}</h1>}
      {problem !== '' && <p role="alert">{problem}</p>}
      {shown && (
        <>
          <section className="puzzle-strip" aria-label={t('puzzles')}>
            <h1 className="tag">{number === ofDay ? t('puzzle.daily') : t('puzzles')}</h1>
            <h2>{sayCode('puzzle.ask', shown.kind)}</h2>
            <span>{sayCode('puzzle.how', shown.kind)}</span>
            <span>
              <span className="puzzle-where">{placeOf(shown)} · </span>
              {t('puzzle.difficulty', { n: shown.difficulty })}
            </span>
            {row > 0 && <span className="streak">{t('puzzle.streak', { n: row })}</span>}
            {tries.length > 0 && (
              <span>{t('puzzle.solved', { right: tries.filter(Boolean).length, n: tries.length })}</span>
            )}
          </section>
          <main className="puzzle-main" data-shape={shown.board.kind === 'cards' ? 'cards' : 'tall'}>
            <Asked
              key={shown.number}
              puzzle={shown}
              onAnswer={onAnswer}
              more={(done) => (
                <>
                  <div className="puzzle-more">
                    <button
                      type="button"
                      className={done ? 'primary' : ''}
                      onClick={() => {
                        next(kind);
                      }}
                    >
                      {t('puzzle.next')}
                    </button>
                    <button type="button" onClick={playOn}>
                      {t('puzzle.play')}
                    </button>
                    <label>
                      {t('puzzle.kind')}{' '}
                      <select
                        value={kind ?? ''}
                        onChange={(event) => {
                          next(event.target.value === '' ? null : event.target.value);
                        }}
                      >
                        <option value="">{t('puzzle.any')}</option>
                        {KINDS.filter((one) => rows.some((other) => other.kind === one)).map((one) => (
                          <option key={one} value={one}>
                            {sayCode('puzzle.kind', one)}
                          </option>
                        ))}
                      </select>
                    </label>
                    <LinkButton path={`/puzzles/${rows[shown.number]?.name ?? ''}`} label={t('invite.share')} />
                  </div>
                  <YourPuzzles rows={rows} solved={solved} />
                </>
              )}
            />
          </main>
        </>
      )}
    </div>
  );
}
