/** The table screen in play: puts board, panels and console into place and keeps what is prepared. */
import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState, type CSSProperties } from 'react';
import type { Layout } from '../boards';
import { Console } from '../console/Console';
import { isAskedEarly, showsOrders } from '../state/orders';
import { CitiesDrawer } from '../drawers/Cities';
import { PlannerDrawer } from '../drawers/Planner';
import { RulesDrawer } from '../drawers/Rules';
import { TableMenu } from '../drawers/TableMenu';
import type { Session } from '../net/session';
import { Banner } from '../panels/Banner';
import { ColumnsPanel, Incomes, OwnPlants } from '../panels/Columns';
import { FuelPanel } from '../panels/Fuel';
import { LogPanel } from '../panels/Log';
import { PlantsPanel } from '../panels/Plants';
import { PlayersPanel, PlayerStrip } from '../panels/Players';
import { Toast } from '../panels/Toast';
import { Travel } from '../panels/Travel';
import { WhyProvider } from '../parts/Why';
import type { BoardView, EntryView, GameView, TableView, View } from '../protocol/schema';
import { anchor } from '../base/anchors';
import { useShape } from '../state/arrange';
import { useAttention } from '../base/attention';
import { boardIn, named } from '../state/facts';
import { recall, remember } from '../state/keep';
import { tracksOf } from '../state/markets';
import { lastRound } from '../state/lastRound';
import { seatNames } from '../state/names';
import { newsFor, orderedOf } from '../state/news';
import { EMPTY, NO_PLAN, PlayContext, type Draft, type Play } from '../state/play';
import { useSettings } from '../base/settings';
import { useStages } from '../state/stages';
import { useStore, useStoreKey } from '../base/store';
import type { Drawer, Tab } from '../state/places';
import { useKeys } from '../state/useKeys';
import { useLayout } from '../state/useLayout';
import { useText } from '../text';
import { gameTitle } from '../text/titles';
import { BoardPanel } from '../panels/BoardPanel';
import { GameHeader, TabBar } from './GameHeader';
import { ReplayBar } from './ReplayBar';
import { useMoments } from './useMoments';
import { usePlayback } from './usePlayback';

const Adviser = lazy(() => import('../coach/Adviser').then((loaded) => ({ default: loaded.Adviser })));
const ReviewPanel = lazy(() => import('../review/Review').then((loaded) => ({ default: loaded.ReviewPanel })));

interface Props {
  session: Session;
  table: TableView;
  board: BoardView;
  view: View;
  entries: EntryView[];
  busy: boolean;
  at: number | null;
  /** A finished game opens with its review. */
  review?: boolean;
  /** On a phone the orders in advance come first. */
  orders?: boolean;
}

const OrdersPanel = lazy(() => import('../console/OrdersPanel'));
const DaysBox = lazy(() => import('../days/DaysBox'));

const Learn = lazy(() => import('../learn/Learn').then(({ Learn }) => ({ default: Learn })));

const Moments = lazy(() => import('../moments/Moments'));

const Task = lazy(() => import('../challenges/Task').then((loaded) => ({ default: loaded.Task })));

const End = lazy(() => import('../end/End').then((loaded) => ({ default: loaded.End })));

const Help = lazy(() => import('../learn/Help').then(({ Help }) => ({ default: Help })));

const OWN_TAB: Record<string, Tab> = {
  setup: 'board',
  auction: 'plants',
  fuel: 'fuel',
  build: 'board',
  power: 'players',
};

/** What is prepared lasts as long as the same decision is asked, over a reload too. */
function useDraft(view: View, code: string): [Draft, (part: Partial<Draft>) => void] {
  const { menu } = view.mine;
  const key =
    menu === null
      ? 'none'
      : `${menu.seat} ${view.game.round} ${view.game.phase} ${Object.keys(menu.choices).join(' ')} ${view.game.auction?.plant ?? ''}`;
  const [draft, setDraft] = useState<Draft>(() => recall(code, `${key} ${view.seq}`) ?? EMPTY);
  const last = useRef(key);
  useEffect(() => {
    if (last.current === key) return;
    last.current = key;
    setDraft(EMPTY);
  }, [key]);
  // storage is slow: while nothing is prepared no move touches it
  const moment = draft === EMPTY ? '' : `${key} ${view.seq}`;
  useEffect(() => {
    remember(code, moment, draft);
  }, [code, moment, draft]);
  const change = useCallback((part: Partial<Draft>) => {
    setDraft((old) => ({ ...old, ...part }));
  }, []);
  return [draft, change];
}

/** The facts that the parts of the table share. */
function usePlayed(
  { session, table, board: whole, view, entries, busy, at, review = false }: Props,
  layout: Layout | null,
  drawer: Drawer | null,
) {
  const [draft, change] = useDraft(view, table.code);
  const opened = table.state === 'review' || (review && view.game.result !== null);
  const moments = useMoments(session, entries, at ?? (opened ? view.seq : null));
  const [plan, setPlan] = useState(NO_PLAN);
  const { past, look } = moments;
  const { playing, toggle, again: play } = usePlayback(moments);
  const { orders } = view.mine;
  const news = useMemo(() => newsFor(entries, table.yours, orderedOf(orders)), [entries, table.yours, orders]);
  const { since } = news;
  const again = useCallback(
    (from: number | null = since) => {
      if (from !== null) play(from);
    },
    [since, play],
  );
  const seq = past?.seq ?? null;
  const [imagined, setImagined] = useState<{ at: number | null; game: GameView } | null>(null);
  const imagine = useCallback(
    (wanted: GameView | null) => {
      setImagined(wanted === null ? null : { at: seq, game: wanted });
    },
    [seq],
  );
  // a position that was never played goes with the moment it was imagined at
  const game = (imagined?.at === seq && seq !== null ? imagined.game : past?.game) ?? view.game;
  const { language } = useSettings();
  // spaces without a name are called by a word of the language
  // eslint-disable-next-line react-hooks/exhaustive-deps
  const board = useMemo(() => boardIn(named(whole), game.areas), [whole, game.areas, language]);
  const menu = past === null ? view.mine.menu : null;
  const me = menu?.seat ?? table.yours[0] ?? null;
  // the words for a player without a name follow the language
  // eslint-disable-next-line react-hooks/exhaustive-deps
  const names = useMemo(() => seatNames(table), [table.seats, table.yours, language]);
  const plants = useMemo(() => new Map(board.plants.map((plant) => [plant.id, plant])), [board.plants]);
  const planning = drawer === 'planner' && me !== null;
  const shared = useMemo<Play>(
    () => {
      const now = { session, table, board, layout, view, game, entries, me, menu, names, past: seq, plants, busy };
      return { ...now, draft, change, planning, plan, setPlan, look, imagine, news, again };
    },
    // prettier-ignore
    [session, table, board, layout, view, game, entries, me, menu, names, seq, plants, busy, draft, change, planning, plan, look, imagine, news, again],
  );
  return { play: shared, moments, playing, toggle };
}

/** The plants panel gives way: to the board while one builds, to two markets, to a plan for fuel. */
const plantsGiveWay = (phase: string, markets: number, drawer: Drawer | null): boolean =>
  phase === 'build' || (phase === 'fuel' && (markets === 2 || drawer === 'hint'));

export function Game(props: Props) {
  const { session, table, board, view, entries } = props;
  const t = useText();
  const layout = useLayout(board);
  const [tab, setTab] = useState<Tab>(props.orders === true ? 'orders' : 'board');
  const [drawer, setDrawer] = useState<Drawer | null>(null);
  const [rule, setRule] = useState<string | null>(null);
  const [endSeen, setEndSeen] = useState(false);
  const [reviewed, setReviewed] = useState(props.review === true);
  // a game that was over when it was opened, or whose end was seen, has no scene
  const [begunOver, setBegunOver] = useState(view.game.phase === 'over' || table.end !== null);
  const showEnd = useCallback(() => {
    setBegunOver(true);
    setEndSeen(false);
  }, []);
  const cardGame = board.kind === 'cards';
  const { play, moments, playing, toggle } = usePlayed(props, layout, drawer);
  const stages = useStages(play);
  const drawn = useStore(stages.log);
  const { me, menu, game } = play;
  const earlier = useStoreKey(props.session.live, 'earlier');
  const { past, look, step } = moments;

  const { language } = useSettings();
  const spoken = useRef(language);
  useEffect(() => {
    if (spoken.current !== language) session.changeLanguage();
    spoken.current = language;
  }, [language, session]);

  const mine = menu !== null;
  const decision = mine ? Object.keys(menu.choices).join(' ') : '';
  useAttention(
    view.mine.menu !== null || isAskedEarly(view, me),
    table.name === '' ? gameTitle(table.ruleset, table.title) : table.name,
    `${view.seq} ${decision}`,
  );

  // A phase opens its own tab on small screens, once.
  const { phase } = game;
  useEffect(() => {
    const own = OWN_TAB[phase];
    // not from under somebody who is writing: the rest of the sentence would be taken for letter keys
    if (document.activeElement instanceof HTMLInputElement && document.activeElement.closest('.chat')) return;
    if (mine && own) setTab(own === 'board' && cardGame ? 'plants' : own);
  }, [phase, mine, cardGame]);

  const open = useCallback((name: Drawer) => {
    setRule(null);
    setDrawer((old) => (old === name ? null : name));
  }, []);
  const close = useCallback(() => {
    setDrawer(null);
  }, []);
  const canUndo = view.mine.can_undo > 0;
  const looking = past !== null;
  const keys = useMemo(
    () => ({
      tab: setTab,
      open,
      undo: () => {
        if (me !== null && canUndo) void session.undo(me);
      },
      step,
      replaying: looking,
      play: toggle,
      skip: () => {
        session.skip();
      },
    }),
    [me, canUndo, session, step, looking, open, toggle],
  );
  useKeys(keys);
  const advise = useCallback(() => {
    setDrawer('hint');
  }, []);
  const makePlan = useCallback(() => {
    setDrawer('planner');
  }, []);
  const listCities = useCallback(() => {
    open('cities');
  }, [open]);
  const showLog = useCallback(() => {
    setTab('log');
    // once its tab is drawn
    window.setTimeout(() => document.getElementById('log')?.focus());
  }, []);
  const onRule = useCallback((id: string) => {
    setRule(id);
    setDrawer('rules');
  }, []);

  const shape = useShape(layout, cardGame);
  const orders = past === null && drawer === null && showsOrders(table, view, me);
  const lastBy = lastRound(game)?.seat ?? null;
  const finished = view.game.phase === 'over' && view.game.result !== null;
  const reviewing = past !== null && finished && reviewed;
  const over = (view.game.phase === 'over' || table.end !== null) && past === null;
  return (
    <PlayContext.Provider value={stages.now}>
      <WhyProvider onRule={onRule}>
        <div
          ref={anchor('table')}
          className={`game ${past === null ? '' : 'in-past'} ${reviewing ? 'reviewing' : ''}`}
          data-shape={shape}
          data-tab={tab === 'orders' && !orders ? 'board' : tab === 'chat' ? 'log' : tab}
          data-docked={orders ? '' : undefined}
          data-phase={past === null ? game.phase : 'past'}
          data-markets={tracksOf(board).length}
          data-seats={table.seats.length}
          data-seq={drawn.view.seq}
          data-drawer={drawer ?? ''}
          data-widget={reviewing ? game.phase : undefined}
          data-gives={past === null && plantsGiveWay(game.phase, tracksOf(board).length, drawer) ? 'plants' : undefined}
          data-challenge={table.challenge ?? undefined}
          data-last={lastBy ?? undefined}
          style={lastBy === null ? undefined : ({ '--last': `var(--seat-${lastBy})` } as CSSProperties)}
          data-earlier={earlier ? '' : undefined}
        >
          <a className="skip" href="#console">
            {t('skip')}
          </a>
          <GameHeader onOpen={open} advised={drawer === 'hint'} reviewing={reviewing} />
          <Banner />
          <Suspense>
            <Moments />
          </Suspense>
          <PlayContext.Provider value={stages.players}>
            <PlayerStrip />
          </PlayContext.Provider>
          <main>
            <PlayContext.Provider value={stages.board}>
              {!cardGame && <BoardPanel onList={listCities} />}
            </PlayContext.Provider>
            <PlayContext.Provider value={stages.plants}>
              <div className="plants-box">
                <PlantsPanel />
                {cardGame && <Incomes />}
                {cardGame && <OwnPlants />}
              </div>
            </PlayContext.Provider>
            <PlayContext.Provider value={stages.fuel}>
              {cardGame ? <ColumnsPanel /> : <FuelPanel />}
            </PlayContext.Provider>
            <div className="side-box" aria-busy={drawn === play ? undefined : true}>
              <PlayContext.Provider value={stages.players}>
                <PlayersPanel />
              </PlayContext.Provider>
              <PlayContext.Provider value={stages.log}>
                <LogPanel tab={tab} onTab={setTab} />
              </PlayContext.Provider>
            </div>
            {orders && me !== null && (
              <Suspense>
                <DaysBox />
                <OrdersPanel seat={me} />
              </Suspense>
            )}
            <div className="console-box">
              {past !== null && (
                <ReplayBar moments={moments.list} rounds={moments.rounds} step={step} playing={playing} onPlay={toggle}>
                  {finished && (
                    <button
                      type="button"
                      aria-pressed={reviewed}
                      onClick={() => {
                        setReviewed(!reviewed);
                      }}
                    >
                      {t(reviewed ? 'review.off' : 'end.review')}
                    </button>
                  )}
                </ReplayBar>
              )}
              <Suspense fallback={null}>
                {reviewing && <ReviewPanel />}
                {drawer === 'hint' && past === null && <Adviser onClose={close} />}
              </Suspense>
              <div className="console-in">
                <Console onEnd={showEnd} onAlone={close} onLog={showLog} onPlan={makePlan} />
              </div>
            </div>
          </main>
          <TabBar tab={tab} onTab={setTab} cardGame={cardGame} mine={mine} orders={orders} />
          <PlayContext.Provider value={stages.log}>
            <Toast />
            <Travel />
          </PlayContext.Provider>
          {me !== null && !over && (
            <Suspense>
              <Learn tab={tab} onTab={setTab} onAdvise={advise} />
            </Suspense>
          )}
          {table.challenge !== null && past === null && (
            <Suspense>
              <Task
                over={over && !endSeen}
                onClose={() => {
                  setEndSeen(true);
                }}
              />
            </Suspense>
          )}
          {over && !endSeen && table.challenge === null && (
            <Suspense>
              <End
                fresh={!begunOver}
                onClose={() => {
                  setEndSeen(true);
                }}
                onReplay={(review) => {
                  setEndSeen(true);
                  setReviewed(review);
                  look(entries.at(-1)?.seq ?? 1);
                }}
              />
            </Suspense>
          )}
          {drawer === 'planner' && me !== null && <PlannerDrawer onClose={close} />}
          {drawer === 'cities' && <CitiesDrawer onClose={close} />}
          {drawer === 'rules' && <RulesDrawer rule={rule} onClose={close} />}
          {drawer === 'keys' && (
            <Suspense>
              <Help onClose={close} />
            </Suspense>
          )}
          {drawer === 'menu' && <TableMenu onClose={close} onOpen={open} />}
        </div>
      </WhyProvider>
    </PlayContext.Provider>
  );
}
