/** Puzzles: one position, one question, the answers; then which was best, and why. */
import { useEffect, useMemo, useRef, useState } from 'react';
import { layoutOf, type Layout } from '../boards';
import { PageHeader } from '../frame/PageHeader';
import { prepared } from '../coach/advice';
import { useChoiceWords } from '../coach/words';
import { api } from '../net/api';
import { FuelPanel } from '../panels/Fuel';
import { ColumnsPanel } from '../panels/Columns';
import { PlantsPanel } from '../panels/Plants';
import { PlayersPanel } from '../panels/Players';
import { WhyProvider } from '../parts/Why';
import type { PuzzleRow, PuzzleView } from '../protocol/schema';
import { BoardPanel } from '../panels/BoardPanel';
import { PlayContext } from '../state/play';
import { go } from '../base/route';
import { useSettings } from '../base/settings';
import { Store } from '../base/store';
import { sayCode, useText } from '../text';
import { errorText } from '../text/errors';
import { gameTitle } from '../text/titles';
import { playOf } from './position';
import './puzzles.css';
import { YourPuzzles } from './Yours';
import { daily, nextPuzzle, noteTry, recallSolved, streak, today, type Solved } from '../state/solved';

const KINDS = ['worth', 'plant', 'fuel', 'city', 'end', 'scrap', 'burn'];
const nothing = (): void => undefined;

interface AnswerProps {
  puzzle: PuzzleView;
  onAnswer: (place: number) => void;
  /** Show an answer on board and market. */
  onShow: (place: number | null) => void;
}

/** The answers, and after one is given the verdict with at most three reasons. */
function Answers({ puzzle, onAnswer, onShow }: AnswerProps) {
  const t = useText();
  const words = useChoiceWords();
  const [given, setGiven] = useState<number | null>(null);
  const best = puzzle.answers[puzzle.best];
  const right = given === puzzle.best;
  return (
    <>
      <ol className="puzzle-answers">
        {puzzle.answers.map((answer, place) => (
          <li key={place}>
            <button
              type="button"
              aria-pressed={given === place}
              className={given === null ? '' : place === puzzle.best ? 'best' : given === place ? 'wrong' : ''}
              onFocus={() => {
                onShow(place);
              }}
              onMouseEnter={() => {
                onShow(place);
              }}
              onMouseLeave={() => {
                onShow(given);
              }}
              onClick={() => {
                if (given === null || !right) {
                  setGiven(place);
                  onAnswer(place);
                }
              }}
            >
              <span>{words(answer)}</span>
              {given !== null && <b>{t('coach.chance', { n: Math.round(100 * answer.chance) })}</b>}
            </button>
          </li>
        ))}
      </ol>
      <div role="status">
        {given !== null && (
          <>
            <p className="puzzle-verdict">{t(right ? 'puzzle.right' : 'puzzle.wrong')}</p>
            <ul className="puzzle-reasons">
              {best?.claims.slice(0, 3).map((claim) => (
                <li key={claim.code}>{claim.text}</li>
              ))}
            </ul>
          </>
        )}
      </div>
    </>
  );
}

function Position({ puzzle, shown }: { puzzle: PuzzleView; shown: number | null }) {
  const t = useText();
  const [layout, setLayout] = useState<Layout | null>(null);
  const { board } = puzzle;
  useEffect(() => {
    if (board.board !== '') void layoutOf(board.board, board).then(setLayout, nothing);
  }, [board]);
  const names = useMemo(
    () => puzzle.game.seats.map((_, seat) => (seat === puzzle.seat ? t('You') : t('puzzle.seat', { n: seat + 1 }))),
    [puzzle, t],
  );
  const store = useMemo(() => {
    const answer = shown === null ? undefined : puzzle.answers[shown];
    return new Store(playOf(puzzle, layout, names, answer === undefined ? {} : prepared(answer, null)));
  }, [puzzle, layout, names, shown]);
  const cards = board.kind === 'cards';
  return (
    <PlayContext.Provider value={store}>
      <WhyProvider onRule={nothing}>
        <div className="puzzle-position">
          {!cards && <BoardPanel onList={nothing} />}
          <div className="puzzle-panels">
            <PlantsPanel />
            {cards ? <ColumnsPanel /> : <FuelPanel />}
            <PlayersPanel />
          </div>
        </div>
      </WhyProvider>
    </PlayContext.Provider>
  );
}

export default function Puzzles() {
  const t = useText();
  const { language } = useSettings();
  const [rows, setRows] = useState<PuzzleRow[]>([]);
  const [number, setNumber] = useState<number | null>(null);
  const [puzzle, setPuzzle] = useState<PuzzleView | null>(null);
  const [kind, setKind] = useState<string | null>(null);
  const [solved, setSolved] = useState<Solved>(recallSolved);
  const [problem, setProblem] = useState('');
  const [looked, setLooked] = useState<number | null>(null);
  const day = today();
  const ofDay = rows.length > 0 ? daily(rows.length, day) : null;
  useEffect(() => {
    api.puzzles().then(
      (list) => {
        setRows(list);
        setNumber(daily(list.length, today()));
      },
      (error: unknown) => {
        setProblem(errorText(error));
      },
    );
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
    setLooked(null);
    const index = nextPuzzle(rows, solved, wanted);
    setProblem(index >= 0 ? '' : t('puzzle.none'));
    if (index >= 0) setNumber(index);
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
  const onAnswer = (place: number): void => {
    if (puzzle === null) return;
    const right = place === puzzle.best;
    setSolved((old) => noteTry(old, puzzle.number, right, puzzle.number === ofDay ? day : null));
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
  const shown = puzzle !== null && puzzle.number === number ? puzzle : null;
  return (
    <div className="puzzles">
      <PageHeader />
      {shown === null && <h1 className="hidden-text">{t('puzzles')}</h1>}
      {problem !== '' && <p role="alert">{problem}</p>}
      {shown && (
        <>
          <div className="puzzle-strip">
            <h1 className="tag">{number === ofDay ? t('puzzle.daily') : t('puzzles')}</h1>
            <h2>{sayCode('puzzle.ask', shown.kind)}</h2>
            <span>
              {gameTitle(rows[shown.number]?.ruleset ?? '', shown.title)} ·{' '}
              {t('puzzle.difficulty', { n: shown.difficulty })}
            </span>
            {row > 0 && <span className="streak">{t('puzzle.streak', { n: row })}</span>}
            {tries.length > 0 && (
              <span>{t('puzzle.solved', { right: tries.filter(Boolean).length, n: tries.length })}</span>
            )}
          </div>
          <main className="puzzle-main" data-shape={shown.board.kind === 'cards' ? 'cards' : 'tall'}>
            <Position puzzle={shown} shown={looked} />
            <section className="puzzle-console" aria-label={t('puzzle.answer')}>
              <PuzzleAnswers key={shown.number} puzzle={shown} onAnswer={onAnswer} onShow={setLooked} />
              <div className="puzzle-more">
                <button
                  type="button"
                  className="primary"
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
              </div>
              <YourPuzzles rows={rows} solved={solved} />
            </section>
          </main>
        </>
      )}
    </div>
  );
}

/** The answers need the position's cards and cities for their words. */
function PuzzleAnswers({ puzzle, onAnswer, onShow }: AnswerProps) {
  const store = useMemo(() => new Store(playOf(puzzle, null, [], {})), [puzzle]);
  return (
    <PlayContext.Provider value={store}>
      <Answers puzzle={puzzle} onAnswer={onAnswer} onShow={onShow} />
    </PlayContext.Provider>
  );
}
