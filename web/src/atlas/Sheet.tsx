/** A board's own page: the empty board, what is special, editions, numbers, and a game on it. */
import { useEffect, useState } from 'react';
import { Board } from '../board/Board';
import { layoutOf, type Layout } from '../boards';
import { PageHeader } from '../frame/PageHeader';
import { GameMap } from '../home/Gallery';
import { api, ask } from '../net/api';
import { cardsOf } from '../learn/special/special';
import { Link } from '../parts/Brand';
import { PlayersSelect } from '../parts/PlayersSelect';
import { WhyProvider } from '../parts/Why';
import type { BoardView, RulesPanel } from '../protocol/schema';
import { LEVELS } from '../screens/LevelChoice';
import { coarse } from '../base/screen';
import { useSettings } from '../base/settings';
import { sayCode } from '../text';
import { errorText } from '../text/errors';
import { seatsFor, type Entry } from './atlas';
import { levelOf, useAtlas } from './useAtlas';
import { usePlay } from './usePlay';
import { useWords } from './words';
import './atlas.css';

const NONE = {};
const NO_NAMES: readonly string[] = [];

/** The board of a game for so many players, with its layout. */
function useView(ruleset: string, players: number): { view: BoardView | null; layout: Layout | null; problem: string } {
  const [seen, setSeen] = useState<{ view: BoardView | null; layout: Layout | null; problem: string }>({
    view: null,
    layout: null,
    problem: '',
  });
  useEffect(() => {
    let live = true;
    const load = async (): Promise<void> => {
      const view = await api.board(ruleset, players);
      const layout = view.board === '' ? null : await layoutOf(view.board, view);
      if (live) setSeen({ view, layout, problem: '' });
    };
    load().catch((error: unknown) => {
      if (live) setSeen((old) => ({ ...old, problem: errorText(error) }));
    });
    return () => {
      live = false;
    };
  }, [ruleset, players]);
  return seen;
}

function Numbers({ ruleset, seats, players }: { ruleset: string; seats: readonly number[]; players: number }) {
  const t = useWords();
  const [views, setViews] = useState<readonly BoardView[]>([]);
  const sizes = seats.join(' ');
  useEffect(() => {
    let live = true;
    Promise.all(sizes.split(' ').map((n) => api.board(ruleset, Number(n)))).then(
      (all) => {
        if (live) setViews(all);
      },
      () => undefined,
    );
    return () => {
      live = false;
    };
  }, [ruleset, sizes]);
  if (views.length === 0) return null;
  const rows = [
    ['numbers.areas', (view: BoardView) => view.area_count],
    ['numbers.step2', (view: BoardView) => view.step2_at],
    ['numbers.end', (view: BoardView) => view.end_at],
  ] as const;
  const lit = (view: BoardView): string => (view.seats === players ? 'lit' : '');
  return (
    <section className="panel atlas-numbers" aria-labelledby="h-numbers">
      <h2 id="h-numbers">{t('numbers')}</h2>
      <table className="stats">
        <thead>
          <tr>
            <th scope="col">{t('numbers.players')}</th>
            {views.map((view) => (
              <th key={view.seats} scope="col" className={lit(view)}>
                {view.seats}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, value]) => (
            <tr key={name}>
              <th scope="row">{t(name)}</th>
              {views.map((view) => (
                <td key={view.seats} className={lit(view)}>
                  {value(view) > 0 ? value(view) : '–'}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** The numbered rules of the board, and what of its data is in doubt. */
function Rules({ ruleset, players }: { ruleset: string; players: number }) {
  const t = useWords();
  const { language } = useSettings();
  const [panel, setPanel] = useState<RulesPanel | null>(null);
  useEffect(() => {
    let live = true;
    ask<RulesPanel>(`/rules/${ruleset}?seats=${players}&lang=${language}`).then(
      (answer) => {
        if (live) setPanel(answer);
      },
      () => undefined,
    );
    return () => {
      live = false;
    };
  }, [ruleset, players, language]);
  const rows = (key: string) => panel?.sections.find((section) => section.key === key)?.rows ?? [];
  const [rules, doubts] = [rows('board'), rows('reconstructed')];
  if (rules.length === 0 && doubts.length === 0) return null;
  return (
    <section className="panel atlas-rules">
      {doubts.length > 0 && (
        <>
          <h2>{t('rules.doubt')}</h2>
          <ul>
            {doubts.map((row) => (
              <li key={row.key}>{row.text}</li>
            ))}
          </ul>
        </>
      )}
      {rules.length > 0 && (
        <details>
          <summary>{t('rules.board')}</summary>
          <ul lang="en">
            {rules.flatMap((row) =>
              row.rules.map((rule) => (
                <li key={rule.id}>
                  {rule.text} <small>{rule.id}</small>
                </li>
              )),
            )}
          </ul>
        </details>
      )}
    </section>
  );
}

function Share() {
  const t = useWords();
  const [done, setDone] = useState(false);
  const share = async (): Promise<void> => {
    const url = location.origin + location.pathname;
    // the system's own sheet where there is one, as on phones
    if ('share' in navigator && coarse()) await navigator.share({ url });
    else {
      await navigator.clipboard.writeText(url);
      setDone(true);
    }
  };
  return (
    <>
      <button type="button" onClick={() => void share().catch(() => undefined)}>
        {t('share')}
      </button>
      <span role="status">{done ? t('shared') : ''}</span>
    </>
  );
}

function Shown({ entry, levels }: { entry: Entry; levels: readonly string[] }) {
  const t = useWords();
  const [game, setGame] = useState(entry.rows[0]?.id ?? '');
  const row = entry.rows.find(({ id }) => id === game) ?? entry.rows[0];
  const [wished, setWished] = useState<number | null>(null);
  const [picked, setLevel] = useState('');
  const players = row ? seatsFor(row, wished) : 4;
  const level = picked === '' ? levelOf(levels) : picked;
  const play = usePlay(row, players, level);
  const { view, layout, problem } = useView(game, players);
  const cards = cardsOf(entry.id);
  const bots = levels.length === 0 ? [level] : [...new Set([...LEVELS.filter((one) => levels.includes(one)), level])];
  if (!row) return null;
  return (
    <>
      <div className="sheet-board">
        {view && layout ? (
          <WhyProvider onRule={() => undefined}>
            <Board
              board={view}
              layout={layout}
              zone={null}
              houses={NONE}
              marks={NO_NAMES}
              step={1}
              me={null}
              names={NO_NAMES}
              legend={false}
            />
          </WhyProvider>
        ) : (
          <GameMap row={row} />
        )}
      </div>
      <div className="sheet-side">
        <div className="sheet-head">
          <h1>{entry.name}</h1> <Share />
        </div>
        <p>{entry.special}</p>
        {view && view.board !== '' && (
          <p className="note">
            {t('facts', { cities: view.cities.length, links: view.connections.length, areas: view.areas.length })}
          </p>
        )}
        {cards.length === 0 ? (
          <p>{entry.kinds.includes('none') ? t('usual') : ''}</p>
        ) : (
          <ul className="sheet-cards">
            {cards.map((card) => (
              <li key={card.title} className="panel">
                <h2>{card.title}</h2>
                <p>{card.text}</p>
              </li>
            ))}
          </ul>
        )}
        <div className="sheet-tables">
          <section className="panel">
            <fieldset className="sheet-editions">
              <legend>{t('with')}</legend>
              {entry.rows.map((one) => (
                <label key={one.id}>
                  <input
                    type="radio"
                    name="edition"
                    checked={one.id === row.id}
                    onChange={() => {
                      setGame(one.id);
                    }}
                  />{' '}
                  <b>{one.title.split(', ').at(-1)}</b>{' '}
                  <span className={one.composed ? 'edition-mark' : 'edition-mark edition-printed'}>
                    {one.composed ? t('composed') : t('published')}
                  </span>
                </label>
              ))}
            </fieldset>
            <p className="note">{t('with.note')}</p>
          </section>
          {row.board !== '' && <Numbers ruleset={row.id} seats={row.seats} players={players} />}
        </div>
        {row.board !== '' && <Rules ruleset={row.id} players={players} />}
        {(play.problem ?? problem) !== '' && <p role="alert">{play.problem ?? problem}</p>}
      </div>
      <section className="atlas-console sheet-console" aria-label={t('play')}>
        <label>
          {t('players')} <PlayersSelect value={players} sizes={row.seats} onChange={setWished} />
        </label>
        <label>
          {t('bots')}{' '}
          <select
            value={level}
            onChange={(event) => {
              setLevel(event.target.value);
            }}
          >
            {bots.map((one) => (
              <option key={one} value={one}>
                {sayCode('levelname', one)}
              </option>
            ))}
          </select>
        </label>
        <button type="button" className="primary" aria-busy={play.busy} onClick={play.now}>
          {t('play')}
        </button>
        <button type="button" onClick={play.friends}>
          {t('friends')}
        </button>
      </section>
    </>
  );
}

export default function Sheet({ id }: { id: string }) {
  const t = useWords();
  const { entries, levels, problem } = useAtlas();
  const entry = entries?.find((one) => one.id === id && one.group !== 'mine');
  const name = entry?.name;
  useEffect(() => {
    if (name !== undefined) document.title = `${name} · Kilowatt`;
  }, [name]);
  return (
    <div className="lobby">
      <PageHeader />
      <main className="board-page">
        <nav className="sheet-path" aria-label={t('boards')}>
          <Link to="/boards">{t('boards')}</Link>
          {entry && (
            <>
              {' › '}
              <span>{t(`group.${entry.group}`)}</span>
              {' › '}
              <b aria-current="page">{entry.name}</b>
            </>
          )}
        </nav>
        {problem !== null && (
          <p className="refused" role="alert">
            {problem}
          </p>
        )}
        {entries !== null && !entry && <h1 className="sheet-missing">{t('missing')}</h1>}
        {entry && <Shown key={entry.id} entry={entry} levels={levels} />}
      </main>
    </div>
  );
}
