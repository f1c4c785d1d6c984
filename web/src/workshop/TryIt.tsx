/** Try it: bots play the board in the background, and a report says how long games are, why they end, and who wins. */
import { useEffect, useState } from 'react';
import { Dialog } from '../parts/Dialog';
import { PlayersSelect } from '../parts/PlayersSelect';
import type { ShareRow, TrialView } from '../protocol/schema';
import { errorText } from '../text/errors';
import { workshop } from './api';
import { nameOf, type BoardData } from './model';
import { useWords, type Word } from './words';

const POLL = 800;
const percent = (share: number): number => Math.round(100 * share);

function Shares({
  title,
  rows,
  fair,
  nameOfRow,
}: {
  title: string;
  rows: ShareRow[];
  fair: number;
  nameOfRow: (name: string) => string;
}) {
  const t = useWords();
  return (
    <>
      <h3>{title}</h3>
      <table className="ws-shares">
        <tbody>
          {rows.map((row) => (
            <tr key={row.name}>
              <th scope="row">{nameOfRow(row.name)}</th>
              <td>
                {row.games === 0
                  ? t('try.nobody')
                  : t('try.share', {
                      wins: row.wins,
                      games: row.games,
                      share: percent(row.wins / row.games),
                      low: percent(row.low),
                      high: percent(row.high),
                    })}
              </td>
              <td>{row.games > 0 && (fair < row.low ? t('try.much') : fair > row.high ? t('try.little') : '')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

export function TryIt({ board, sizes, onClose }: { board: BoardData; sizes: readonly number[]; onClose: () => void }) {
  const t = useWords();
  const [seats, setSeats] = useState(sizes.filter((n) => n <= 4).at(-1) ?? sizes[0] ?? 3);
  const [trial, setTrial] = useState<TrialView | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const running = trial !== null && trial.done < trial.of && !trial.failed;
  const id = trial?.id;
  useEffect(() => {
    if (!running || id === undefined) return;
    const timer = window.setInterval(() => {
      workshop.trial(id).then(setTrial, (error: unknown) => {
        setProblem(errorText(error));
      });
    }, POLL);
    return () => {
      window.clearInterval(timer);
    };
  }, [running, id]);
  const start = (): void => {
    setProblem(null);
    workshop.try(board, seats).then(setTrial, (error: unknown) => {
      setProblem(errorText(error));
    });
  };
  return (
    <Dialog title={t('try.title')} onClose={onClose} wide className="ws-try">
      <p>{t('try.what')}</p>
      <div className="ws-row">
        <label className="ws-field">
          <span>{t('play.players')}</span>
          <PlayersSelect value={seats} sizes={sizes} onChange={setSeats} />
        </label>
        <button type="button" className="primary" onClick={start} disabled={running}>
          {t('try.start')}
        </button>
      </div>
      {problem !== null && (
        <p className="refused" role="alert">
          {problem}
        </p>
      )}
      {trial && (
        <>
          <p role="status">
            <progress max={trial.of} value={trial.done} aria-label={t('try.title')} />{' '}
            {trial.failed ? t('try.failed') : t('try.done', { n: trial.done, of: trial.of })}
          </p>
          {trial.done > 0 && (
            <>
              <p>{t('try.rounds', { least: trial.rounds[0], usual: trial.rounds[1], most: trial.rounds[2] })}</p>
              <p>
                {t('try.reasons', {
                  list: Object.entries(trial.reasons)
                    .map(([reason, count]) => `${t(`reason.${reason}` as Word)} ${count}`)
                    .join(', '),
                })}
              </p>
              <Shares
                title={t('try.seats', { share: percent(1 / trial.seats) })}
                rows={trial.seat_wins}
                fair={1 / trial.seats}
                nameOfRow={(name) => t('try.seat', { n: Number(name) + 1 })}
              />
              <Shares
                title={t('try.areas')}
                rows={trial.area_wins}
                fair={1 / trial.seats}
                nameOfRow={(name) => board.area.find((area) => area.id === name)?.name ?? name}
              />
              <p>
                {t('try.empty', {
                  list: trial.never_built.map((city) => nameOf(board, city)).join(', ') || t('try.none'),
                })}
              </p>
            </>
          )}
        </>
      )}
    </Dialog>
  );
}
