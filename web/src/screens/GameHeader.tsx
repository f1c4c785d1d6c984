/** The head of the table screen: name, tracker, tools; on phones the bar of tabs at the foot. */
import { lazy, memo, Suspense, useEffect, useState } from 'react';
import { Icon } from '../glyphs/glyphs';
import { Tracker } from '../panels/Tracker';
import { Brand } from '../parts/Brand';
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
}

export const GameHeader = memo(function GameHeader({ onOpen, advised }: HeaderProps) {
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
  const wait = useReason(mine ? null : { title: t('hint'), text: t('hint.wait'), rule: '' });
  return (
    <header ref={anchor('header')} className="game-header">
      <Brand />
      <div className="table-name">
        <b>{named}</b>
        <span>
          {named === title ? t('header.code', { code: table.code }) : title} ·{' '}
          {t('header.players', { n: table.seats.length })}
        </span>
        {table.yours.length > 0 && (
          <Suspense>
            <NextGame table={table} free={free} />
          </Suspense>
        )}
      </div>
      <Tracker />
      <div className="tools">
        {/* on the smallest phones the console has no room for it */}
        {mine && (
          <Suspense>
            <TipButton />
          </Suspense>
        )}
        {me !== null && table.hints && (
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
        {me !== null && (
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
          className="tool tool-rules"
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
];
const OWN: Record<string, Tab> = { auction: 'plants', fuel: 'fuel', build: 'board', setup: 'board' };

export function TabBar({
  tab,
  onTab,
  cardGame,
  mine,
}: {
  tab: Tab;
  onTab: (tab: Tab) => void;
  cardGame: boolean;
  mine: boolean;
}) {
  const t = useText();
  const { phase, session, yours } = usePart(({ game, session, table }) => ({
    phase: game.phase,
    session,
    yours: table.yours,
  }));
  const chat = useStoreKey(session.live, 'chat');
  const heard = chat.filter((said) => said.seat === null || !yours.includes(said.seat)).length;
  const [read, setRead] = useState(heard);
  useEffect(() => {
    if (tab === 'log') setRead(heard);
  }, [tab, heard]);
  return (
    <nav className="tab-bar" aria-label={t('tabs')}>
      {TABS.filter(([name]) => !cardGame || name !== 'board').map(([name, icon]) => (
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
          {((mine && OWN[phase] === name && tab !== name) || (name === 'log' && tab !== name && heard > read)) && (
            <i className="dot-news" />
          )}
        </button>
      ))}
    </nav>
  );
}
