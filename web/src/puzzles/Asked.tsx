/** A puzzle as a table: the position, and the console of its phase; a move is the answer. */
import { useCallback, useMemo, useRef, useState, type ReactNode } from 'react';
import { Console } from '../console/Console';
import { api } from '../net/api';
import { BoardPanel } from '../panels/BoardPanel';
import { ColumnsPanel } from '../panels/Columns';
import { FuelPanel } from '../panels/Fuel';
import { PlantsPanel } from '../panels/Plants';
import { PlayersPanel } from '../panels/Players';
import { WhyProvider } from '../parts/Why';
import type { AnyAction, PuzzleVerdict, PuzzleView } from '../protocol/schema';
import { EMPTY, PlayContext, type Draft } from '../state/play';
import { useLayout } from '../state/useLayout';
import { Store } from '../base/store';
import { useText } from '../text';
import { errorText } from '../text/errors';
import { BidAnswer } from './BidAnswer';
import { playOf } from './position';
import { PuzzleSession } from './session';
import { PuzzleResult, useRings } from './Verdict';

const RIVALS = ['Ampère', 'Curie', 'Faraday', 'Ohm', 'Siemens', 'Volta'];
const nothing = (): void => undefined;

interface Props {
  puzzle: PuzzleView;
  /** The first answer was given. */
  onAnswer: (right: boolean) => void;
  /** What else there is to do; told whether the puzzle is done. */
  more: (done: boolean) => ReactNode;
}

export function Asked({ puzzle, onAnswer, more }: Props) {
  const t = useText();
  const [draft, setDraft] = useState<Draft>(EMPTY);
  const [verdict, setVerdict] = useState<PuzzleVerdict | null>(null);
  const [tries, setTries] = useState(0);
  const [open, setOpen] = useState(false);
  const [problem, setProblem] = useState('');
  const { board } = puzzle;
  const layout = useLayout(board);
  const names = useMemo(() => {
    const left = [...RIVALS];
    return puzzle.game.seats.map((_, seat) => (seat === puzzle.seat ? t('You') : (left.shift() ?? '')));
  }, [puzzle, t]);
  const answer = (actions: readonly AnyAction[]): void => {
    setProblem('');
    api.puzzleAnswer(puzzle.number, actions).then(
      (given) => {
        if (tries === 0) onAnswer(given.right);
        setVerdict(given);
        setTries(tries + 1);
        setOpen(given.right || tries > 0);
      },
      (error: unknown) => {
        setProblem(errorText(error));
      },
    );
  };
  const latest = useRef(answer);
  latest.current = answer;
  const session = useMemo(
    () =>
      new PuzzleSession(puzzle.number, (actions) => {
        latest.current(actions);
      }),
    [puzzle.number],
  );
  const given = verdict !== null;
  const change = useCallback(
    (part: Partial<Draft>) => {
      if (!given) setDraft((old) => ({ ...old, ...part }));
    },
    [given],
  );
  const rings = useRings(verdict, open);
  const store = new Store(playOf(puzzle, layout, names, { session, draft, change, rings }));
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
        <section className="puzzle-console" aria-label={t('puzzle.answer')}>
          {verdict === null ? (
            puzzle.kind === 'worth' ? (
              <BidAnswer />
            ) : (
              <Console onEnd={nothing} onAlone={nothing} />
            )
          ) : (
            <PuzzleResult
              verdict={verdict}
              open={open}
              onAgain={() => {
                setVerdict(null);
              }}
              onShow={() => {
                setOpen(true);
              }}
            />
          )}
          {problem !== '' && <p role="alert">{problem}</p>}
          {more(open)}
        </section>
      </WhyProvider>
    </PlayContext.Provider>
  );
}
