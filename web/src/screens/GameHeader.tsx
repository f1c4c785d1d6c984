/** The head of the table screen: name, tracker, tools; on phones the bar of tabs at the foot. */
import { able } from '../base/able';
import { lazy, memo, Suspense } from 'react';
import { rowsOf, wordsOf } from '../end/standing';
import { Icon, Token } from '../glyphs/glyphs';
import { LinkButton } from '../parts/LinkButton';
import { PlayAgain } from '../parts/PlayAgain';
import { RecordLink } from '../parts/RecordLink';
import type { TableView } from '../protocol/schema';
import { tryAt } from '../state/tries';
import { unread } from '../panels/ChatPanel';
import { hasPeople } from '../panels/Log';
import { Tracker } from '../panels/Tracker';
import { Brand, Link } from '../parts/Brand';
import { SoundButton } from '../parts/SoundButton';
import { useReason } from '../parts/Why';
import { anchor } from '../base/anchors';
import { usePart } from '../state/play';
import { useStoreKey } from '../base/store';
import type { Drawer, Tab } from '../state/places';
import { sayCode, useText } from '../text';
import { gameTitle } from '../text/titles';

const NextGame = lazy(() => import('../home/NextGame'));
const TipButton = lazy(() => import('../learn/Tip').then(({ TipButton }) => ({ default: TipButton })));

interface HeaderProps {
  onOpen: (drawer: Drawer) => void;
  /** The adviser is on. */
  advised: boolean;
  /** The game is over and its review is open. */
  reviewing: boolean;
}

/** Who won, in which round, and your own place: the head of a review. */
function Won() {
  const t = useText();
  const { game, table, names, board } = usePart(({ view, table, names, board }) => ({
    game: view.game,
    table,
    names,
    board,
  }));
  const cards = board.kind === 'cards';
  const rows = rowsOf(game, cards);
  const first = rows[0];
  if (first === undefined) return null;
  const words = wordsOf({ rows, cards, names, yours: table.yours });
  return (
    <div className="header-won">
      <Token seat={first.seat} size={26} />
      <b>{t('review.won', { name: names[first.seat] ?? '', n: game.round })}</b>
      <span>{words.place ?? words.why}</span>
    </div>
  );
}

/** A table that was opened to try a decision again: the aim, and the way back to it. */
function FromReview({ code }: { code: string }) {
  const t = useText();
  const back = tryAt(code);
  if (back === null) return null;
  return (
    <Link to={`/t/${back.code}?review&at=${back.seq}`} className="from-review">
      <b>{t('review.from')}</b> <span>{back.goal === '' ? '' : t('review.goal', { goal: back.goal })}</span>
    </Link>
  );
}

/** What can be done with a review: keep the game as a file, hand on the link of this moment, play again. */
function ReviewTools({ table }: { table: TableView }) {
  const t = useText();
  const { past } = usePart(({ past }) => ({ past }));
  return (
    <>
      <RecordLink code={table.code} className="tool tool-save">
        <Icon name="save" /> <span>{t('review.save')}</span>
      </RecordLink>
      {able.links && (
        <LinkButton
          path={`/t/${table.code}?review${past === null ? '' : `&at=${past}`}`}
          label={t('review.link')}
          className="tool tool-link"
        />
      )}
      <PlayAgain table={table} quiet />
    </>
  );
}

export const GameHeader = memo(function GameHeader({ onOpen, advised, reviewing }: HeaderProps) {
  const t = useText();
  const { table, mine, free, me } = usePart(({ table, menu, view, me }) => ({
    table,
    mine: menu !== null,
    free: view.mine.menu === null,
    me,
  }));
  const title = gameTitle(table.ruleset, table.title);
  const own = table.name === '' ? title : table.name;
  const named =
    table.lesson !== null
      ? t(`lesson.${table.lesson}`)
      : table.challenge !== null
        ? sayCode('challenge.title', table.challenge)
        : own;
  const days = table.clock.kind === 'days';
  const wait = useReason(mine ? null : { title: t('hint'), text: t('hint.wait'), rule: '' });
  return (
    <header ref={anchor('header')} className={days ? 'game-header for-days' : 'game-header'}>
      <Brand />
      <h1 className="hidden">{named}</h1>
      <div className="table-name">
        <b>{named}</b>
        <span>
          {named === title ? t('header.code', { code: table.code }) : title} ·{' '}
          {t('header.players', { n: table.seats.length })}
        </span>
        {table.yours.length > 0 && !days && (
          <Suspense>
            <NextGame table={table} free={free} />
          </Suspense>
        )}
      </div>
      {table.fork_of !== null && <FromReview code={table.code} />}
      {reviewing ? <Won /> : <Tracker />}
      <div className="tools">
        {/* on the smallest phones the console has no room for it */}
        {mine && (
          <Suspense>
            <TipButton />
          </Suspense>
        )}
        {reviewing && <ReviewTools table={table} />}
        {!reviewing && me !== null && table.hints && (
          <button
            type="button"
            className={mine || advised ? 'tool' : 'tool greyed'}
            aria-label={t('hint')}
            aria-pressed={advised}
            onClick={() => {
              onOpen('hint');
            }}
            {...wait}
          >
            <Icon name="bulb" /> <span>{t('hint')}</span>
          </button>
        )}
        {!reviewing && me !== null && (
          <button
            type="button"
            className="tool"
            aria-label={t('planner')}
            onClick={() => {
              onOpen('planner');
            }}
          >
            <Icon name="plan" /> <span>{t('planner')}</span>
          </button>
        )}
        <button
          type="button"
          className={reviewing ? 'tool bare tool-rules' : 'tool tool-rules'}
          aria-label={t('rules')}
          onClick={() => {
            onOpen('rules');
          }}
        >
          <Icon name="book" /> <span>{t('rules')}</span>
        </button>
        <button
          type="button"
          className="tool bare tool-keys"
          aria-label={t('help')}
          onClick={() => {
            onOpen('keys');
          }}
        >
          <kbd>?</kbd>
        </button>
        <SoundButton className="tool bare tool-sound" />
        {table.yours.length > 0 && days && (
          <Suspense>
            <NextGame table={table} free slot />
          </Suspense>
        )}
        <button
          type="button"
          className="tool bare"
          aria-label={t('menu')}
          onClick={() => {
            onOpen('menu');
          }}
        >
          <Icon name="menu" />
        </button>
      </div>
    </header>
  );
});

const TABS: [Tab, string][] = [
  ['board', 'map'],
  ['plants', 'card'],
  ['fuel', 'bolt'],
  ['players', 'people'],
  ['log', 'list'],
  ['orders', 'plan'],
  ['chat', 'chat'],
];
const OWN: Record<string, Tab> = { auction: 'plants', fuel: 'fuel', build: 'board', setup: 'board' };

export function TabBar({
  tab,
  onTab,
  cardGame,
  mine,
  orders,
}: {
  tab: Tab;
  onTab: (tab: Tab) => void;
  cardGame: boolean;
  mine: boolean;
  /** Whether there are orders to give. */
  orders: boolean;
}) {
  const t = useText();
  const { phase, session, yours, people } = usePart(({ game, session, table }) => ({
    phase: game.phase,
    session,
    yours: table.yours,
    people: hasPeople(table),
  }));
  const chat = useStoreKey(session.live, 'chat');
  const read = useStoreKey(session.live, 'read');
  const heard = unread(chat, read, yours).length;
  return (
    <nav className="tab-bar" aria-label={t('tabs')}>
      {TABS.filter(
        ([name]) =>
          (!cardGame || name !== 'board') && (orders || name !== 'orders') && (name !== 'chat' || (orders && people)),
      ).map(([name, icon]) => (
        <button
          ref={anchor(`tab:${name}`, 'unit')}
          type="button"
          key={name}
          data-tab={name}
          aria-current={tab === name ? 'page' : undefined}
          onClick={() => {
            onTab(name);
          }}
        >
          <Icon name={icon} />
          <span>{t(`tab.${name}`)}</span>
          {name === 'chat' && heard > 0 && (
            <b className="count">
              {heard}
              <span className="hidden-text"> {t('chat.new', { n: heard })}</span>
            </b>
          )}
          {((mine && OWN[phase] === name && tab !== name) || (name === 'log' && !orders && heard > 0)) && (
            <i className="dot-news" />
          )}
        </button>
      ))}
    </nav>
  );
}
