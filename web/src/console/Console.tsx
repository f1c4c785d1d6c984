/** The one place to act: says whose turn it is and what can be done; loud only when it is yours. */
import { Fragment, lazy, memo, Suspense, useEffect, type ReactNode } from 'react';
import { inAuction, said, untouched, useFresh, usePlan } from '../coach/advice';
import { phone } from '../base/screen';
import { Icon, Token } from '../glyphs/glyphs';
import { useNamedRef } from '../base/anchors';
import { plain, rows, usePlay } from '../state/play';
import { useStoreKey } from '../base/store';
import { sayCode, useText } from '../text';
import { Bidding, Opening } from './Auction';
import { Building } from './Building';
import { Buying, BuyingCards } from './Buying';
import { Clock } from '../panels/Clock';
import { AreaPick, CityPick, DiscardPick } from './Picks';
import { Power } from './Power';
import { Recap } from './Recap';
import { ScrapPick } from './Scrap';
import { earlyRuns, isAskedEarly } from '../state/orders';
import { Waiting } from './Waiting';

const PlanFace = lazy(() => import('../coach/Plan').then(({ PlanFace }) => ({ default: PlanFace })));
const PlanWait = lazy(() => import('../coach/Plan').then(({ PlanWait }) => ({ default: PlanWait })));
const AdvisedFace = lazy(() => import('../coach/Advised').then(({ AdvisedFace }) => ({ default: AdvisedFace })));
const AdvisedNote = lazy(() => import('../coach/Note').then(({ AdvisedNote }) => ({ default: AdvisedNote })));
const AdviserSign = lazy(() => import('../coach/Sign').then(({ AdviserSign }) => ({ default: AdviserSign })));
const Usually = lazy(() => import('./Usually').then(({ Usually }) => ({ default: Usually })));
const TipButton = lazy(() => import('../learn/Tip').then(({ TipButton }) => ({ default: TipButton })));

/** The face of the console for each decision, by the server's name for it. */
const FACES: Record<string, () => ReactNode> = {
  choose_area: () => <AreaPick />,
  place_trust: () => <CityPick type="place_trust" />,
  mark_start: () => <CityPick type="mark_start" />,
  open: () => <Opening />,
  bid: () => <Bidding />,
  scrap: () => <ScrapPick />,
  discard_fuel: () => <DiscardPick />,
  buy_fuel: () => <Buying />,
  buy_card: () => <BuyingCards />,
  build: () => <Building />,
  run: () => <Power />,
};

const nothing = (): void => undefined;
/** Decisions that the adviser has a plan for. */
const PLANNED = new Set(['buy_fuel', 'buy_card', 'build']);

interface Props {
  /** Shows the standing of a game that is over. */
  onEnd: () => void;
  /** Turns the adviser off. */
  onAlone: () => void;
  /** Opens the log. */
  onLog?: () => void;
  /** Opens the planner. */
  onPlan?: () => void;
}

export const Console = memo(function Console({ onEnd, onAlone, onLog = nothing, onPlan = nothing }: Props) {
  const t = useText();
  const { menu, game, board, names, session, past, table, look, busy, view, me, draft } = usePlay();
  const refused = useStoreKey(session.live, 'refused');
  const line = useStoreKey(session.live, 'line');
  const followed = usePlan() !== null;
  const open = useStoreKey(said, 'open');
  const actor = typeof game.actor === 'number' ? game.actor : null;
  const mine = menu !== null && past === null;
  const asked = mine ? game.asked : null;
  const early = menu === null && past === null && isAskedEarly(view, me);
  const least = asked === 'bid' ? (game.auction?.least ?? 0) : 0;
  // the heading offers nothing that is not on offer
  const told =
    asked === 'run' && board.kind === 'cards'
      ? 'run_cards'
      : asked === 'open' && rows(menu, 'pass').length === 0
        ? 'must_open'
        : asked === 'bid' && rows(menu, 'bid').length === 0
          ? 'cannot_bid'
          : asked;
  const advised = open && inAuction(asked);
  const noted = open && asked !== null && !advised && !PLANNED.has(asked);
  const { thinking } = useFresh();
  // on a phone the plan is one line: so is the wait for it
  const awaited = open && thinking && asked !== null && PLANNED.has(asked) && untouched(draft) && phone();
  const several = mine && table.yours.length > 1;
  const title =
    past !== null
      ? t('console.past')
      : line === 'lost'
        ? t('console.lost')
        : told !== null
          ? sayCode('turn', told, {
              least,
              name: names[menu?.seat ?? 0] ?? '',
            })
          : early
            ? t('early.title')
            : game.phase === 'over'
              ? t(view.goal === null ? 'console.over' : 'console.task')
              : actor === null
                ? t('console.dealing')
                : sayCode('doing', game.asked, { name: names[actor] ?? '' });
  // what was pressed may be gone with the next state; the focus stays in the console and the next Tab finds its buttons
  const [box, ref] = useNamedRef<HTMLElement>('console');
  useEffect(() => {
    if (busy && box.current?.contains(document.activeElement)) box.current.focus({ preventScroll: true });
  }, [box, busy]);
  return (
    <section
      ref={ref}
      data-asked={asked ?? ''}
      className={`console ${mine || early ? 'loud' : 'quiet'}`}
      aria-labelledby="h-console"
      id="console"
      tabIndex={-1}
    >
      <header>
        {(mine || early) && <i className="lamp" aria-hidden="true" />}
        {!mine && !early && actor !== null && <Token seat={actor} />}
        <h2 id="h-console">
          {title}
          {several && <small> · {names[menu.seat]}</small>}
        </h2>
        {asked !== null && <span className="sub">{sayCode('turnsub', asked)}</span>}
        {early && <span className="sub">{t('early.sub')}</span>}
        {table.clock.kind === 'days' && past === null && actor !== null && !table.yours.includes(actor) && !early && (
          <Suspense>
            <Usually seat={actor} />
          </Suspense>
        )}
        {asked !== null && (
          <Suspense>
            <TipButton key={asked} />
          </Suspense>
        )}
        {(mine || table.clock.kind === 'days') && <Recap onLog={onLog} />}
        <Clock />
        {open && asked !== null && (
          <Suspense fallback={<i className="sign-room" />}>
            <AdviserSign onClose={onAlone} />
          </Suspense>
        )}
      </header>
      <p className="hidden" aria-live="assertive">
        {mine ? t('your.turn') : ''}
      </p>
      {refused && past === null && (
        <p className="refused" role="alert">
          <Icon name="lock" />
          <span>{refused.text === '' ? sayCode('refused', refused.code) : plain(refused.text, refused.rule)}</span>
          {refused.rule !== null && <small>{refused.rule}</small>}
          <button
            type="button"
            className="plain"
            aria-label={t('close')}
            onClick={() => {
              session.dismiss();
            }}
          >
            <Icon name="close" />
          </button>
        </p>
      )}
      {noted && (
        <Suspense fallback={<p className="note-room" />}>
          <AdvisedNote />
        </Suspense>
      )}
      {past !== null ? (
        <div className="console-grid">
          <p className="lead with-keys">{t('console.pastnote')}</p>
          <div className="buttons">
            <button
              type="button"
              className="primary"
              onClick={() => {
                look(null);
              }}
            >
              {t('replay.now')}
            </button>
          </div>
        </div>
      ) : asked !== null ? (
        <Fragment key={asked}>
          {followed || advised ? (
            <Suspense fallback={null}>{advised ? <AdvisedFace /> : <PlanFace />}</Suspense>
          ) : awaited ? (
            <Suspense>
              <PlanWait />
            </Suspense>
          ) : (
            (FACES[asked]?.() ?? <p className="lead">{t('console.unknown')}</p>)
          )}
        </Fragment>
      ) : early ? (
        <Power early={earlyRuns(view, me)} />
      ) : (
        <Waiting onEnd={onEnd} onPlan={onPlan} />
      )}
    </section>
  );
});
