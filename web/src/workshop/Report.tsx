/** The balance report: what was played, who wins from where, how long games are, and how the board compares with ours. */
import { useState } from 'react';
import { Icon } from '../glyphs/glyphs';
import type { BoardCheck, CompareRow, ShareRow, TrialView } from '../protocol/schema';
import { gameTitle } from '../text/titles';
import { nameOf, tintOf, type BoardData } from './model';
import { byLevel, compared, margin, percent, proposal, reportsOf, share, worst } from './report';
import type { useTrial } from './useTrial';
import { useWords, type Word } from './words';

interface Wins {
  id: string;
  title: string;
  rows: ShareRow[];
  fair: number;
  nameOfRow: (name: string) => string;
  tint?: (name: string) => string;
}

function WinsPanel({ id, title, rows, fair, nameOfRow, tint }: Wins) {
  const t = useWords();
  const most = Math.max(2 * fair, ...rows.map(share));
  return (
    <section className="panel ws-panel ws-wins" aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      <small>{t('report.fair', { share: percent(fair) })}</small>
      <ul>
        {rows.map((row) => (
          <li key={row.name}>
            <span>
              {tint && <i className={`ws-dot-tint swatch-${tint(row.name)}`} aria-hidden="true" />}
              {nameOfRow(row.name)}
            </span>
            <span className="ws-bar" aria-hidden="true">
              <i style={{ width: `${(100 * share(row)) / most}%` }} />
              <i className="ws-fair" style={{ left: `${(100 * fair) / most}%` }} />
            </span>
            <b>{row.games === 0 ? '–' : `${percent(share(row))} %`}</b>
            <small>
              {row.games === 0
                ? t('report.nobody')
                : fair < row.low
                  ? t('report.strong')
                  : fair > row.high
                    ? t('report.weak')
                    : ''}
            </small>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** One sentence on the worst area, and one change of one cost to try. */
function Verdict({ board, trial, check }: { board: BoardData; trial: TrialView; check: BoardCheck | null }) {
  const t = useWords();
  const found = worst(trial);
  const area = found && board.area.find((one) => one.id === found.row.name);
  if (!found || !area) return <p className="ws-verdict">{t('report.even')}</p>;
  const change = proposal(board, area.id, found.weak, check);
  return (
    <p className="ws-verdict">
      <Icon name="bulb" />
      <span>
        <b>{t(found.weak ? 'report.is.weak' : 'report.is.strong', { area: area.name })}</b>{' '}
        {t('report.won', {
          share: percent(share(found.row)),
          low: percent(found.row.low),
          high: percent(found.row.high),
        })}{' '}
        {change &&
          t('report.change', {
            a: nameOf(board, change.link[0]),
            b: nameOf(board, change.link[1]),
            cost: change.cost,
            old: change.link[2],
          })}
      </span>
    </p>
  );
}

export interface ReportProps {
  boardKey: string;
  board: BoardData;
  check: BoardCheck | null;
  trying: ReturnType<typeof useTrial>;
}

function What({
  boardKey,
  trial,
  onShow,
}: {
  boardKey: string;
  trial: TrialView | null;
  onShow: (trial: TrialView) => void;
}) {
  const t = useWords();
  const earlier = reportsOf(boardKey).filter((row) => row.trial.id !== trial?.id);
  return (
    <section className="panel ws-panel" aria-labelledby="ws-report">
      <header>
        <h2 id="ws-report">{t('report')}</h2>
        {earlier.length > 0 && (
          <label className="ws-earlier">
            <span className="hidden">{t('report.earlier')}</span>
            <select
              value=""
              disabled={trial?.over === false}
              onChange={(event) => {
                const row = earlier.find((one) => one.trial.id === event.target.value);
                if (row) onShow(row.trial);
              }}
            >
              <option value="">{t('report.earlier')}</option>
              {earlier.map((row) => (
                <option key={row.trial.id} value={row.trial.id}>
                  {new Date(row.at).toLocaleString()}
                </option>
              ))}
            </select>
          </label>
        )}
      </header>
      {trial === null ? (
        <p>{t('report.none')}</p>
      ) : (
        <p>
          {t(trial.forced ? 'report.forced' : 'report.chosen', {
            n: trial.done,
            seats: trial.seats,
            bots: t(`level.${trial.bot}` as Word),
            margin: percent(margin(trial.area_wins)),
          })}
        </p>
      )}
      {trial !== null && (
        <div className="choice ws-by-level">
          {byLevel(boardKey, trial).map(({ level, trial: of }) => (
            <button
              type="button"
              key={level}
              aria-pressed={trial.bot === level}
              disabled={of === null || !trial.over}
              onClick={() => {
                if (of) onShow(of);
              }}
            >
              {`${t(`level.${level}`)} ${of?.done ?? 0}`}
            </button>
          ))}
        </div>
      )}
    </section>
  );
}

/** The right side: what was played, wins, the sentence. */
export function Report({ boardKey, board, check, trying }: ReportProps) {
  const t = useWords();
  const { trial } = trying;
  const played = trial !== null && trial.done > 0;
  return (
    <>
      <What boardKey={boardKey} trial={trial} onShow={trying.show} />
      {played && (
        <>
          <div className="ws-two">
            <WinsPanel
              id="ws-area-wins"
              title={t('report.areas')}
              rows={trial.area_wins}
              fair={1 / trial.seats}
              nameOfRow={(name) => board.area.find((area) => area.id === name)?.name ?? name}
              tint={(name) => tintOf(board, name)}
            />
            <WinsPanel
              id="ws-seat-wins"
              title={t('report.seats')}
              rows={trial.seat_wins}
              fair={1 / trial.seats}
              nameOfRow={(name) => t('try.seat', { n: Number(name) + 1 })}
            />
          </div>
          <Verdict board={board} trial={trial} check={check} />
          <UseRows board={board} trial={trial} />
        </>
      )}
    </>
  );
}

/** The use of cities and links as rows, most used first: the same as the canvas shows. */
function UseRows({ board, trial }: { board: BoardData; trial: TrialView }) {
  const t = useWords();
  const cities = trial.city_use.map((row) => ({ name: nameOf(board, row.name), part: share(row), games: row.games }));
  const links = trial.link_use.map((row) => ({
    name: `${nameOf(board, row.a)} – ${nameOf(board, row.b)}`,
    part: row.games === 0 ? 0 : row.paid / row.games,
    games: row.games,
  }));
  return (
    <details className="panel ws-panel ws-use-rows">
      <summary>{t('report.table')}</summary>
      {[
        { title: t('report.cities'), rows: cities },
        { title: t('report.links'), rows: links },
      ].map(({ title, rows }) => (
        <table key={title}>
          <caption>{title}</caption>
          <tbody>
            {rows
              .filter((row) => row.games > 0)
              .sort((a, b) => b.part - a.part)
              .map((row) => (
                <tr key={row.name}>
                  <th scope="row">{row.name}</th>
                  <td>{`${percent(row.part)} %`}</td>
                </tr>
              ))}
          </tbody>
        </table>
      ))}
    </details>
  );
}

/** Below the canvas: how long games are, and one of our boards beside this one. */
export function ReportFoot({
  board,
  trial,
  compare,
}: {
  board: BoardData;
  trial: TrialView;
  compare: readonly CompareRow[];
}) {
  const t = useWords();
  const rows = compare.filter((row) => row.seats === trial.seats);
  const [chosen, setChosen] = useState('recharged/germany');
  const other = rows.find((row) => row.ruleset === chosen) ?? rows[0];
  const most = Math.max(1, ...trial.lengths.map(([, count]) => count));
  return (
    <div className="ws-report-foot">
      <section className="panel ws-panel" aria-labelledby="ws-length">
        <header>
          <h3 id="ws-length">{t('report.length')}</h3>
          <span className="aside">{t('report.length.what')}</span>
        </header>
        <ol className="ws-lengths">
          {trial.lengths.map(([rounds, count]) => (
            <li key={rounds} className={count === most ? 'most' : ''}>
              <span>{percent(count / trial.done)}</span>
              <i aria-hidden="true" style={{ height: `${Math.max(2, (52 * count) / most)}px` }} />
              <small>{rounds}</small>
            </li>
          ))}
        </ol>
        <p>
          {t('report.mean', { rounds: trial.mean_rounds.toFixed(1) })}
          {trial.step2 !== null && ` · ${t('report.step2', { round: trial.step2.toFixed(1) })}`}
        </p>
      </section>
      {other && (
        <section className="panel ws-panel" aria-labelledby="ws-compare">
          <header>
            <h3 id="ws-compare">{t('report.compare')}</h3>
            <select
              aria-labelledby="ws-compare"
              value={other.ruleset}
              onChange={(event) => {
                setChosen(event.target.value);
              }}
            >
              {rows.map((row) => (
                <option key={row.ruleset} value={row.ruleset}>
                  {gameTitle(row.ruleset, row.title)}
                </option>
              ))}
            </select>
          </header>
          <table className="ws-compared">
            <thead>
              <tr>
                <td />
                <th scope="col">{board.title}</th>
                <th scope="col">{t('report.games', { n: other.games })}</th>
                <td />
              </tr>
            </thead>
            <tbody>
              {compared(trial, other).map((row) => (
                <tr key={row.name}>
                  <th scope="row">{t(`compare.${row.name}`)}</th>
                  <td>
                    <b>{row.own}</b>
                  </td>
                  <td>{row.other}</td>
                  <td className={row.alike ? 'alike' : 'look'}>{t(row.alike ? 'report.alike' : 'report.look')}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </div>
  );
}
