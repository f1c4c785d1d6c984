/** The lobby: one click into a game, a code to join, tables that are open, mine, or to be watched. */
import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { SettingsDialog } from '../drawers/SettingsDialog';
import { MyGames } from '../home/MyGames';
import { PageHeader } from '../frame/PageHeader';
import { notListed } from '../home/turns';
import { TableLine } from '../home/TableLine';
import { Ways } from '../home/Ways';
import { YourTurn } from '../home/YourTurn';
import { Gallery } from '../home/Gallery';
import { device } from '../net/device';
import { isSite } from '../base/site';
import { useStore, useStoreKey } from '../base/store';
import { away } from '../net/away';
import { api, type Filter } from '../net/api';
import { Link } from '../parts/Brand';
import { PlayersSelect } from '../parts/PlayersSelect';
import { NameField } from '../parts/NameField';
import type { TableView } from '../protocol/schema';
import { go } from '../base/route';
import { choose, useSettings } from '../base/settings';
import { sayCode, useText } from '../text';
import { errorText } from '../text/errors';
import { noteSeen, useProgress } from '../learn/progress';
import { learn } from '../learn/start';
import { GameOptions } from './GameOptions';
import { LevelChoice, MoreBots } from './LevelChoice';
import { myGames, useChosen, type GameRow } from '../home/myBoards';

const Getting = lazy(() => import('../home/Getting').then(({ Getting }) => ({ default: Getting })));
const Saved = lazy(() => import('../home/Saved').then(({ Saved }) => ({ default: Saved })));
const Groups = lazy(() => import('../people/Groups'));
const FirstVisit = lazy(() => import('../learn/FirstVisit').then(({ FirstVisit }) => ({ default: FirstVisit })));

const POLL = 8000;
const NONE: TableView[] = [];

interface GroupProps {
  filter: Filter;
  tables: TableView[] | null;
  onDismiss?: (code: string) => void;
}

function TableGroup({ filter, tables, onDismiss }: GroupProps) {
  const t = useText();
  return (
    <section className="panel tables" aria-labelledby={`h-${filter}`}>
      <header>
        <h2 id={`h-${filter}`}>{t(`lobby.${filter}`)}</h2>
        <span className="aside">{tables?.length ?? ''}</span>
      </header>
      {tables?.length === 0 && <p className="empty">{t(`lobby.${filter}.none`)}</p>}
      <ul>
        {(tables ?? []).slice(0, 12).map((table) => (
          <TableLine key={table.code} table={table} onDismiss={onDismiss} />
        ))}
      </ul>
    </section>
  );
}

export function Lobby() {
  const t = useText();
  const { name, pace, level: remembered } = useSettings();
  const [sets, setSets] = useState<GameRow[]>([]);
  const [levels, setLevels] = useState<string[]>([]);
  const [ruleset, setRuleset] = useState('recharged/germany');
  const [seats, setSeats] = useState(4);
  const [picked, setLevel] = useState('');
  const [lists, setLists] = useState<Record<Filter, TableView[] | null>>({ open: null, mine: null, watch: null });
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [pacing, setPacing] = useState(false);
  const { seen, done } = useProgress();
  // a device that has never played is shown the game first
  const first = lists.mine?.length === 0 && !seen.includes('visit') && done.length === 0;
  const wished = picked !== '' ? picked : remembered !== '' ? remembered : first ? 'easy' : 'normal';
  const level = levels.length === 0 || levels.includes(wished) ? wished : (levels[0] ?? wished);
  // what the device keeps is listed once the game runs
  const running = useStoreKey(device, 'state') === 'ready';
  const gone = useStore(away);
  const chosen = useChosen(sets, ruleset);
  const sizes = chosen.seats.length > 0 ? chosen.seats : [seats];
  const count = sizes.includes(seats) ? seats : (sizes.at(-1) ?? seats);

  const fail = useCallback((error: unknown) => {
    setBusy(false);
    setProblem(errorText(error));
  }, []);

  useEffect(() => {
    let live = true;
    // what was wrong while the server was away is over when it answers again
    if (!gone) setProblem(null);
    const load = async (): Promise<void> => {
      try {
        // one after another: the first answer sets the device's cookie, which the lists depend on
        const mine = await api.tables('mine');
        const [open, watch] = await Promise.all([api.tables('open'), api.tables('watch')]);
        if (live)
          setLists({
            open: open.tables.filter((row) => row.yours.length === 0),
            mine: mine.tables,
            watch: watch.tables.filter((row) => row.yours.length === 0),
          });
      } catch (error) {
        if (live) fail(error);
      }
    };
    void load().then(async () => {
      try {
        const [offered, names] = await Promise.all([api.rulesets(), api.levels()]);
        if (!live) return;
        setSets([...offered, ...myGames(offered)]);
        setLevels(names);
      } catch (error) {
        if (live) fail(error);
      }
    });
    const timer = window.setInterval(() => {
      if (!document.hidden) void load();
    }, POLL);
    return () => {
      live = false;
      window.clearInterval(timer);
    };
  }, [fail, running, gone]);

  const quick = (): void => {
    // a double click plays one game; a board that cannot be played yet says so
    if (busy || chosen.problem !== null) return;
    setBusy(true);
    setProblem(null);
    choose({ level });
    const { ruleset: played, options } = chosen;
    const who = name.trim() === '' ? t('You') : name.trim();
    api.quick({ ruleset: played, seats: count, level, name: who, options }).then((made) => {
      go(`/t/${made.table.code}`);
    }, fail);
  };
  const teach = (): void => {
    if (busy) return;
    setBusy(true);
    setProblem(null);
    learn().catch(fail);
  };

  const dismiss = (code: string): void => {
    api.remove(code).then(() => {
      setLists((now) => ({ ...now, mine: now.mine?.filter((table) => table.code !== code) ?? null }));
    }, fail);
  };

  // tables in play are listed beside the play panel; the others follow below
  const { mine } = lists;
  const others = notListed(mine ?? NONE);
  // a first visit has no empty lists
  const listed = (tables: TableView[] | null): boolean => !first || (tables ?? NONE).length > 0;

  return (
    <div className="lobby">
      <PageHeader />
      <main className={first ? 'home home-first' : 'home'}>
        <YourTurn tables={lists.mine ?? NONE} />
        <div className="home-main">
          {isSite && (
            <Suspense>
              <Getting />
            </Suspense>
          )}
          {first && (
            <Suspense>
              <FirstVisit
                busy={busy}
                onLearn={teach}
                onKnown={() => {
                  noteSeen('visit');
                  quick();
                }}
              />
            </Suspense>
          )}
          <section className={first ? 'hero hero-plain' : 'hero loud'}>
            <div className="hero-head">
              {first ? <h2>{t('hero.title')}</h2> : <h1>{t('hero.title')}</h1>}
              <p>{t('hero.sub')}</p>
            </div>
            <LevelChoice levels={levels} value={level} onChange={setLevel} />
            <div className="quick-form">
              <label>
                {t('form.game')}
                <select
                  value={ruleset}
                  onChange={(event) => {
                    setRuleset(event.target.value);
                  }}
                >
                  {sets.length === 0 && <option value={ruleset}>…</option>}
                  <GameOptions sets={sets} />
                </select>
              </label>
              <label>
                {t('form.players')}
                <PlayersSelect value={count} sizes={sizes} onChange={setSeats} />
              </label>
              <NameField />
              <button type="button" className="primary" onClick={quick} aria-busy={busy}>
                {t('hero.play')}
              </button>
            </div>
            <div className="quick-more">
              <MoreBots levels={levels} value={level} onChange={setLevel} />
              <Link to={`/new?${new URLSearchParams({ game: ruleset, seats: String(count), level }).toString()}`}>
                {t('hero.rules')}
              </Link>
              <button
                type="button"
                className="plain"
                onClick={() => {
                  setPacing(true);
                }}
              >
                {t('hero.pace', { pace: sayCode('pace', pace) })}
              </button>
            </div>
            {pacing && (
              <SettingsDialog
                onClose={() => {
                  setPacing(false);
                }}
              />
            )}
          </section>
          {(problem ?? chosen.problem) !== null && (
            <p className="refused" role="alert">
              {problem ?? chosen.problem}
            </p>
          )}
          <Ways first={first} onLearn={teach} onFail={fail} />
          <Gallery
            sets={sets}
            chosen={ruleset}
            onChoose={(id) => {
              setRuleset(id);
              window.scrollTo({ top: 0 });
            }}
          />
        </div>
        <div className="groups">
          {/* after the first answer, which sets the device's cookie */}
          {lists.mine !== null && !first && <MyGames />}
          {/* a device that has never played has nobody to play with again */}
          {!isSite && (mine?.length ?? 0) > 0 && (
            <Suspense>
              <Groups />
            </Suspense>
          )}
          {!first && (mine === null || mine.length === 0 || others.length > 0) && (
            <TableGroup filter="mine" tables={mine && others} onDismiss={dismiss} />
          )}
          {/* a new device is where such a file is read */}
          {isSite && (
            <Suspense>
              <Saved onFail={fail} />
            </Suspense>
          )}
          {!isSite && listed(lists.open) && <TableGroup filter="open" tables={lists.open} />}
          {!isSite && listed(lists.watch) && <TableGroup filter="watch" tables={lists.watch} />}
        </div>
      </main>
    </div>
  );
}
