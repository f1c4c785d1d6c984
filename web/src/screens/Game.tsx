/** The table screen in play: puts board, panels and console into place and keeps what is prepared. */
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { Board } from '../board/Board';
import { loadLayout, type Layout } from '../boards';
import { Console } from '../console/Console';
import { HintDrawer } from '../drawers/Hint';
import { KeysDialog } from '../drawers/Keys';
import { PlannerDrawer } from '../drawers/Planner';
import { RulesDrawer } from '../drawers/Rules';
import { TableMenu } from '../drawers/TableMenu';
import type { Session } from '../net/session';
import { standing } from '../net/standing';
import { ColumnsPanel, Incomes, OwnPlants } from '../panels/Columns';
import { FuelPanel } from '../panels/Fuel';
import { LogPanel } from '../panels/Log';
import { PlantsPanel } from '../panels/Plants';
import { PlayersPanel, PlayerStrip } from '../panels/Players';
import { WhyProvider } from '../parts/Why';
import type { BoardView, EntryView, GameView, TableView, View } from '../protocol/schema';
import { useAttention } from '../state/attention';
import { cityFacts } from '../state/facts';
import { EMPTY, PlayContext, rows, type Draft, type Play } from '../state/play';
import { go } from '../state/route';
import { useKeys } from '../state/useKeys';
import { useText } from '../text';
import { EndPanel } from './EndPanel';
import { GameHeader, TabBar, type Tab } from './GameHeader';
import { ReplayBar } from './ReplayBar';

interface Props {
  session: Session;
  table: TableView;
  board: BoardView;
  view: View;
  entries: EntryView[];
  busy: boolean;
  at: number | null;
}

type Drawer = 'hint' | 'planner' | 'rules' | 'keys' | 'menu' | null;
const OWN_TAB: Record<string, Tab> = {
  setup: 'board',
  auction: 'plants',
  fuel: 'fuel',
  build: 'board',
  power: 'players',
};

/** What is prepared lasts as long as the same decision is asked. */
function useDraft(view: View): [Draft, (part: Partial<Draft>) => void] {
  const { menu } = view.mine;
  const key =
    menu === null
      ? 'none'
      : `${menu.seat} ${view.game.round} ${view.game.phase} ${Object.keys(menu.choices).join(' ')} ${view.game.auction?.plant ?? ''}`;
  const [draft, setDraft] = useState<Draft>(EMPTY);
  const last = useRef(key);
  useEffect(() => {
    if (last.current === key) return;
    last.current = key;
    setDraft(EMPTY);
  }, [key]);
  const change = useCallback((part: Partial<Draft>) => {
    setDraft((old) => ({ ...old, ...part }));
  }, []);
  return [draft, change];
}

export function Game({ session, table, board, view, entries, busy, at }: Props) {
  const t = useText();
  const [layout, setLayout] = useState<Layout | null>(null);
  const [draft, change] = useDraft(view);
  const [past, setPast] = useState<{ seq: number; game: GameView } | null>(null);
  const [tab, setTab] = useState<Tab>('board');
  const [drawer, setDrawer] = useState<Drawer>(null);
  const [rule, setRule] = useState<string | null>(null);
  const [plan, setPlan] = useState<string[]>([]);
  const [endSeen, setEndSeen] = useState(false);
  const cardGame = board.column_prices.length > 0;

  useEffect(() => {
    if (board.board !== '') void loadLayout(board.board).then(setLayout, () => undefined);
  }, [board.board]);

  const wanted = useRef<number | null>(null);
  const look = useCallback(
    (seq: number | null) => {
      wanted.current = seq;
      if (seq === null) {
        setPast(null);
        go(`/t/${table.code}`, true);
      } else {
        void session.history(seq).then((game) => {
          // the slider asks faster than answers come: only the last one counts
          if (!game || wanted.current !== seq) return;
          setPast({ seq, game });
          go(`/t/${table.code}?at=${seq}`, true);
        });
      }
    },
    [session, table.code],
  );
  const started = useRef(false);
  useEffect(() => {
    if (started.current) return;
    started.current = true;
    if (at !== null) look(at);
    else if (table.state === 'review') look(view.seq);
  }, [at, look, table.state, view.seq]);

  const game = past?.game ?? view.game;
  const menu = past === null ? view.mine.menu : null;
  const me = menu?.seat ?? table.yours[0] ?? null;
  const names = useMemo(() => table.seats.map((seat) => seat.name), [table.seats]);
  const plants = useMemo(() => new Map(board.plants.map((plant) => [plant.id, plant])), [board.plants]);
  const mine = menu !== null;
  const decision = mine ? Object.keys(menu.choices).join(' ') : '';
  useAttention(view.mine.menu !== null, table.name === '' ? table.title : table.name, `${view.seq} ${decision}`);

  // A phase opens its own tab on small screens, once.
  const phase = game.phase;
  useEffect(() => {
    const own = OWN_TAB[phase];
    if (mine && own) setTab(own === 'board' && cardGame ? 'plants' : own);
  }, [phase, mine, cardGame]);

  const planning = drawer === 'planner' && me !== null;
  const chosen = planning ? plan : draft.cities;
  const facts = useMemo(
    () => cityFacts({ board, view, game, menu, me, plan: chosen, spent: 0, planning }),
    [board, view, game, menu, me, chosen, planning],
  );
  const tapCity = (city: string): void => {
    const pick = (['place_trust', 'mark_start'] as const)
      .flatMap((type) => rows(menu, type))
      .find((row) => row.city === city);
    if (pick) void session.act({ type: pick.type, seat: pick.seat, city });
    else if (planning) setPlan(plan.includes(city) ? plan.filter((one) => one !== city) : [...plan, city]);
    else
      change({
        cities: draft.cities.includes(city) ? draft.cities.filter((one) => one !== city) : [...draft.cities, city],
      });
  };
  const areaRows = rows(menu, 'choose_area');

  const play: Play = {
    session,
    table,
    board,
    view,
    game,
    entries,
    me,
    menu,
    names,
    past: past?.seq ?? null,
    draft,
    change,
    look,
    plants,
    busy,
  };
  const moments = useMemo(() => standing(entries).map((entry) => entry.seq), [entries]);
  const step = useCallback(
    (by: number | 'first' | 'last') => {
      const now = moments.indexOf(past?.seq ?? moments.at(-1) ?? 0);
      const next =
        by === 'first' ? 0 : by === 'last' ? moments.length - 1 : Math.max(0, Math.min(moments.length - 1, now + by));
      const seq = moments[next];
      if (seq !== undefined) look(seq);
    },
    [moments, past, look],
  );
  const keys = useMemo(
    () => ({
      focus: (id: string) => {
        if (id !== 'console') setTab(id as Tab);
        window.setTimeout(() => {
          const place = document.getElementById(id);
          const within =
            id === 'console' ? '[data-primary]' : '.hit[tabindex="0"], [role=radio][tabindex="0"], [role=spinbutton]';
          const inner = place?.querySelector<HTMLElement>(within);
          (inner ?? place)?.focus();
        });
      },
      open: (name: Exclude<Drawer, null>) => {
        setDrawer((old) => (old === name ? null : name));
      },
      undo: () => {
        if (me !== null && view.mine.can_undo > 0) void session.undo(me);
      },
      primary: () => {
        document.querySelector<HTMLElement>('.console [data-primary]')?.click();
      },
      press: (selector: string) => {
        document.querySelector<HTMLElement>(selector)?.click();
      },
      step,
      replaying: past !== null,
    }),
    [me, view.mine.can_undo, session, step, past],
  );
  useKeys(keys);

  const shape = cardGame ? 'cards' : layout && layout.height > layout.width ? 'tall' : 'wide';
  const over = view.game.phase === 'over' || table.end !== null;
  const close = useCallback(() => {
    setDrawer(null);
  }, []);
  return (
    <PlayContext.Provider value={play}>
      <WhyProvider
        onRule={(id) => {
          setRule(id);
          setDrawer('rules');
        }}
      >
        <div
          className={`game ${past === null ? '' : 'in-past'}`}
          data-shape={shape}
          data-tab={tab}
          data-seats={table.seats.length}
          data-seq={view.seq}
        >
          <a className="skip" href="#console">
            {t('skip')}
          </a>
          <GameHeader onOpen={setDrawer} />
          <PlayerStrip />
          <main>
            {!cardGame && (
              <section className="panel board-panel" id="board" tabIndex={-1} aria-label={t('board.name')}>
                {layout && (
                  <Board
                    board={board}
                    layout={layout}
                    zone={
                      areaRows.length > 0 || game.areas.length === 0
                        ? game.areas.length === 0
                          ? null
                          : game.areas
                        : game.areas
                    }
                    houses={game.houses}
                    marks={game.marks}
                    step={game.step}
                    me={me}
                    names={names}
                    facts={facts}
                    plan={chosen}
                    pickAreas={areaRows.length > 0 ? areaRows.map((row) => row.area) : null}
                    onCity={tapCity}
                    onArea={(area) => {
                      const row = areaRows.find((one) => one.area === area);
                      if (row) void session.act({ type: 'choose_area', seat: row.seat, area });
                    }}
                    near={window.innerWidth < 700}
                  />
                )}
              </section>
            )}
            <div className="plants-box">
              <PlantsPanel />
              {cardGame && <Incomes />}
              {cardGame && <OwnPlants />}
            </div>
            {cardGame ? <ColumnsPanel /> : <FuelPanel />}
            <div className="side-box">
              <PlayersPanel />
              <LogPanel />
            </div>
            <div className="console-box">
              {past !== null && <ReplayBar moments={moments} step={step} />}
              <Console layout={layout} />
            </div>
          </main>
          <TabBar tab={tab} onTab={setTab} cardGame={cardGame} mine={mine} />
          {over && past === null && !endSeen && (
            <EndPanel
              onClose={() => {
                setEndSeen(true);
              }}
              onReplay={() => {
                setEndSeen(true);
                look(moments[0] ?? 1);
              }}
            />
          )}
          {over && past === null && endSeen && (
            <button
              type="button"
              className="end-again"
              onClick={() => {
                setEndSeen(false);
              }}
            >
              {t('end.show')}
            </button>
          )}
          {drawer === 'planner' && me !== null && <PlannerDrawer onClose={close} cities={plan} setCities={setPlan} />}
          {drawer === 'rules' && <RulesDrawer rule={rule} onClose={close} />}
          {drawer === 'hint' && <HintDrawer onClose={close} />}
          {drawer === 'keys' && <KeysDialog onClose={close} />}
          {drawer === 'menu' && <TableMenu onClose={close} onOpen={setDrawer} />}
        </div>
      </WhyProvider>
    </PlayContext.Provider>
  );
}
