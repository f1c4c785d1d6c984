/** A game on a real board: the page is bank, turn order, markets and refill; people enter what happens. */
import { lazy, Suspense, useCallback, useEffect, useMemo, useState } from 'react';
import type { Session } from '../net/session';
import { Icon } from '../glyphs/glyphs';
import { Question } from '../parts/Dialog';
import { WhyProvider } from '../parts/Why';
import type { AnyLine, BoardView, EntryView, LineChange, Refused, SlipView, TableView, View } from '../protocol/schema';
import { named } from '../state/facts';
import { seatNames } from '../state/names';
import { phaseName } from '../state/phases';
import { useLayout } from '../state/useLayout';
import { useStore } from '../base/store';
import { useText } from '../text';
import { AuctionEntry, ScrapEntry } from './Auction';
import { Bank } from './Bank';
import { RealContext, useReal, type Real } from './context';
import { CloseEntry, KindEntry, OrderEntry, PlantEntry, ZoneEntry } from './Draws';
import { PickEntry, PowerEntry } from './Entries';
import { CardsEntry, FuelEntry } from './FuelEntry';
import { Head } from './Head';
import { HousesEntry } from './HousesEntry';
import { FuelMarketPanel, PlantRowPanel, ToDo } from './Market';
import { useAway, useQueue } from './queue';
import { Slips } from './Slips';
import { Waiting } from './Waiting';
import { Written } from './Written';
import './entries.css';
import './real.css';
import './small.css';

const Rules = lazy(() => import('./Rules'));
const form = () => import('./Offline');
const OfflineEntry = lazy(form);

interface Props {
  session: Session;
  table: TableView;
  board: BoardView;
  view: View;
  entries: EntryView[];
  busy: boolean;
}

const TABS = { turn: 'play', plants: 'card', fuel: 'bolt', bank: 'money', written: 'list' } as const;
type RealTab = keyof typeof TABS;

/** What was refused, and the changes that were meant: those that end the game only need a yes. */
interface Misfit {
  refused: Refused;
  changes: LineChange[];
  /** The line had waited on this device: it leaves its place there once it is written, as it is or corrected. */
  queued: boolean;
}

/** These only ask for another try, with what has come since. */
const AGAIN = new Set(['stale', 'connection_lost']);
const PAUSE = 300;
/** After what is seen first. */
const SOON = 500;

export default function RealTable({ session, table, board: whole, view, entries, busy }: Props) {
  const live = useStore(session.live);
  const board = useMemo(() => named(whole), [whole]);
  const { sheet } = live;
  const layout = useLayout(board);
  const [misfit, setMisfit] = useState<Misfit | null>(null);
  /** The rule at which the rules are open; empty: at their beginning. */
  const [rule, setRule] = useState<string | null>(null);
  const names = useMemo(() => seatNames(table), [table]);
  const queue = useQueue(table.code);
  const { drop, add } = queue;
  const away = useAway(live.line === 'lost');
  const [sending, setSending] = useState(false);
  const change = useCallback(
    (changes: LineChange[], final = false): void => {
      if (session.live.get().busy) return;
      const queued = misfit?.queued ?? false;
      setMisfit(null);
      void session.write(changes, final).then((refused) => {
        if (refused !== null) setMisfit({ refused, changes, queued });
        else if (queued) drop(0);
      });
    },
    [session, misfit, drop],
  );
  const stuck = sheet?.lines.findIndex((row) => row.fit === 'refused') ?? -1;
  const placed = useCallback(
    (line: AnyLine): LineChange => {
      const at = stuck < 0 ? (session.live.get().sheet?.lines.length ?? 0) : stuck;
      return { at, line, insert: stuck >= 0 };
    },
    [session, stuck],
  );
  const write = useCallback(
    (line: AnyLine): void => {
      if (away) add(line);
      else change([placed(line)]);
    },
    [change, placed, away, add],
  );
  const [held, setHeld] = useState(false);
  const next = held ? undefined : queue.lines[0];
  // what waited is sent line by line; one that does not fit stops the rest
  useEffect(() => {
    if (next === undefined || live.line !== 'live' || sheet === null || busy || misfit !== null || sending) return;
    setSending(true);
    const changes = [placed(next)];
    void session.write(changes).then((refused) => {
      if (refused === null) drop(0);
      else if (!AGAIN.has(refused.code)) setMisfit({ refused, changes, queued: true });
      // the sheet of the device may be older than the server's, which comes after the welcome: then once more, with it
      window.setTimeout(setSending, refused === null ? 0 : PAUSE, false);
    });
  }, [session, next, live.line, sheet, busy, misfit, sending, placed, drop]);
  // what is needed without a network comes while there is one
  useEffect(() => {
    const later = window.setTimeout(() => {
      void Promise.allSettled([form(), import('./Correct')]);
    }, SOON);
    return () => {
      window.clearTimeout(later);
    };
  }, []);
  if (sheet === null) return null;
  const real: Real = {
    session,
    table,
    board,
    layout,
    view,
    game: view.game,
    menu: view.mine.menu,
    sheet,
    names,
    busy,
    queue,
    away,
    write,
    change,
  };
  return (
    <RealContext value={real}>
      <WhyProvider onRule={setRule}>
        <Screen
          entries={entries}
          stuck={stuck}
          misfit={misfit}
          lost={live.line === 'lost'}
          held={held}
          onSend={() => {
            setHeld(false);
          }}
          onRule={setRule}
          onFinal={(changes) => {
            change(changes, true);
          }}
          onPut={() => {
            if (misfit?.queued === true) setHeld(true);
            setMisfit(null);
          }}
        />
        {rule !== null && (
          <Suspense>
            <Rules
              rule={rule === '' ? null : rule}
              entries={entries}
              onClose={() => {
                setRule(null);
              }}
            />
          </Suspense>
        )}
      </WhyProvider>
    </RealContext>
  );
}

interface ScreenProps {
  entries: readonly EntryView[];
  stuck: number;
  misfit: Misfit | null;
  lost: boolean;
  /** Lines wait until somebody sends them again. */
  held: boolean;
  onSend: () => void;
  onRule: (rule: string) => void;
  onFinal: (changes: LineChange[]) => void;
  onPut: () => void;
}

function Screen({ entries, stuck, misfit, lost, held, onSend, onRule, onFinal, onPut }: ScreenProps) {
  const t = useText();
  const { game, board, away } = useReal();
  const [plant, setPlant] = useState<string | null>(null);
  const [tab, setTab] = useState<RealTab>('turn');
  const ends = misfit?.refused.code === 'sheet_ends';
  const at = board.phases.indexOf(game.phase);
  return (
    <div className="real" data-tab={tab}>
      <Head
        onRules={() => {
          onRule('');
        }}
      />
      <section className="real-phases" aria-label={t('real.phases')}>
        <ol className="through">
          {board.phases.map((phase, index) => (
            <li
              key={phase}
              className={index < at ? 'done' : undefined}
              aria-current={phase === game.phase ? 'step' : undefined}
            >
              {index < at && <Icon name="check" />}
              {phaseName(board.kind, phase)}
            </li>
          ))}
        </ol>
      </section>
      <main className="real-main">
        <Bank />
        <div className="real-middle">
          <PlantRowPanel chosen={plant} onChoose={setPlant} />
          <ToDo entries={entries} />
          <Waiting onSend={held && !lost ? onSend : undefined} />
          <section className="real-console" id="console" aria-label={t('real.console')}>
            {away ? (
              <Suspense>
                <OfflineEntry />
              </Suspense>
            ) : (
              <Console
                plant={plant}
                onPlant={setPlant}
                stuck={stuck}
                misfit={ends ? null : misfit}
                onRule={onRule}
                onPut={onPut}
              />
            )}
          </section>
        </div>
        <div className="real-side">
          <FuelMarketPanel />
          <Written />
        </div>
      </main>
      <nav className="real-tabs" aria-label={t('real.parts')}>
        {(Object.keys(TABS) as RealTab[]).map((one) => (
          <button
            type="button"
            key={one}
            aria-current={one === tab ? 'page' : undefined}
            onClick={() => {
              setTab(one);
            }}
          >
            <Icon name={TABS[one]} />
            {t(`real.tab.${one}`)}
          </button>
        ))}
      </nav>
      {misfit !== null && ends && (
        <Question
          title={t('real.ends')}
          text={misfit.refused.text}
          yes={t('real.ends.yes')}
          no={t('real.ends.no')}
          onYes={() => {
            onFinal(misfit.changes);
          }}
          onNo={onPut}
        />
      )}
    </div>
  );
}

interface ConsoleProps {
  plant: string | null;
  onPlant: (plant: string) => void;
  stuck: number;
  misfit: Misfit | null;
  onRule: (rule: string) => void;
  onPut: () => void;
}

const slipsOf = (refused: Refused): SlipView[] => (refused.args?.slips as SlipView[] | undefined) ?? [];

/** What is asked now, and where it is entered; what was refused stands before it. */
function Console({ plant, onPlant, stuck, misfit, onRule, onPut }: ConsoleProps) {
  const t = useText();
  const { game, view, change } = useReal();
  const rule = misfit?.refused.rule ?? null;
  return (
    <>
      {stuck >= 0 && <p className="real-stuck">{t('real.stuck')}</p>}
      {misfit !== null && (
        <div className="real-misfit" role="alert">
          <p>{misfit.refused.text}</p>
          {slipsOf(misfit.refused).length > 0 && <p>{t('real.slips')}</p>}
          <Slips
            slips={slipsOf(misfit.refused)}
            onTake={(slip) => {
              change(corrected(slip, misfit.changes));
            }}
          />
          <div className="real-picks">
            {rule !== null && (
              <button
                type="button"
                onClick={() => {
                  onRule(rule);
                }}
              >
                {t('real.rule', { rule })}
              </button>
            )}
            <button type="button" className="real-put" onClick={onPut}>
              {t('close')}
            </button>
          </div>
        </div>
      )}
      <Entry key={`${view.seq} ${game.asked}`} plant={plant} onPlant={onPlant} />
    </>
  );
}

/** A correction with what was meant: one of an earlier line, or a missing one, comes before it. */
function corrected(slip: SlipView, meant: readonly LineChange[]): LineChange[] {
  const changes = slip.changes.map(({ at, line, insert }) => ({ at, line, insert: insert ?? false }));
  // what is inserted at a place comes before what was put there first
  if (slip.kind === 'earlier' || slip.kind === 'missing') return [...meant, ...changes];
  const own = meant[0];
  return changes.map((row) => (own && row.at === own.at ? { ...row, insert: own.insert ?? false } : row));
}

function Entry({ plant, onPlant }: { plant: string | null; onPlant: (plant: string) => void }) {
  const { game } = useReal();
  switch (game.asked) {
    case 'seat_order':
      return <OrderEntry />;
    case 'zone':
      return <ZoneEntry />;
    case 'close_city':
      return <CloseEntry />;
    case 'reveal':
      return <PlantEntry />;
    case 'show_back':
    case 'reveal_fuel':
      return <KindEntry />;
    case 'open':
    case 'bid':
      return <AuctionEntry plant={plant} onPlant={onPlant} />;
    case 'scrap':
    case 'discard_fuel':
      return <ScrapEntry />;
    case 'buy_fuel':
      return <FuelEntry />;
    case 'buy_card':
      return <CardsEntry />;
    case 'build':
      return <HousesEntry />;
    case 'run':
      return <PowerEntry />;
    default:
      return <PickEntry />;
  }
}
