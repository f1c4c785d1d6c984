/** The head of every page but the table: the main screens, the player's name, the menu. */
import { lazy, Suspense, useState } from 'react';
import { SettingsDialog } from '../drawers/SettingsDialog';
import { Icon, Token } from '../glyphs/glyphs';
import { learn } from '../learn/start';
import { Brand, Link } from '../parts/Brand';
import { recallSolved, today } from '../state/solved';
import { useAddress } from '../base/route';
import { useSettings } from '../base/settings';
import { useText } from '../text';
import { errorText } from '../text/errors';

const ProfileDialog = lazy(() => import('../profile/ProfileDialog'));

const PAGES = [
  ['', '/', 'play', 'nav.play'],
  ['learn', '', 'book', 'nav.learn'],
  ['puzzles', '/puzzles', 'bulb', 'puzzles'],
  ['games', '/games', 'list', 'nav.games'],
  ['workshop', '/workshop', 'map', 'lobby.workshop'],
] as const;

/** The main screens: in the head of the page, on phones a bar at its foot. */
export function Pages() {
  const t = useText();
  const [problem, setProblem] = useState('');
  const { place } = useAddress();
  const unsolved = !recallSolved().days.includes(today());
  return (
    <>
      <nav className="pages" aria-label={t('nav')}>
        {PAGES.map(([name, to, icon, key]) => {
          const inside = (
            <>
              <Icon name={icon} />
              <span>{t(key)}</span>
              {name === 'puzzles' && unsolved && <i className="badge" role="img" aria-label={t('nav.unsolved')} />}
            </>
          );
          return name === 'learn' ? (
            <button
              key={name}
              type="button"
              onClick={() => {
                learn().catch((error: unknown) => {
                  setProblem(errorText(error));
                });
              }}
            >
              {inside}
            </button>
          ) : (
            <Link key={name} to={to} current={place === name}>
              {inside}
            </Link>
          );
        })}
      </nav>
      {problem !== '' && (
        <p className="refused" role="alert">
          {problem}
        </p>
      )}
    </>
  );
}

export function PageHeader() {
  const t = useText();
  const { name } = useSettings();
  const [open, setOpen] = useState<'settings' | 'profile' | null>(null);
  const close = (): void => {
    setOpen(null);
  };
  return (
    <header className="page-header">
      <Brand />
      <Pages />
      <span className="grow" />
      <button
        type="button"
        className="who"
        aria-label={name === '' ? t('profile') : `${t('profile')}: ${name}`}
        onClick={() => {
          setOpen('profile');
        }}
      >
        <Token seat={0} size={16} /> <span>{name === '' ? t('profile') : name}</span>
      </button>
      <button
        type="button"
        className="tool"
        aria-label={t('settings')}
        onClick={() => {
          setOpen('settings');
        }}
      >
        <Icon name="menu" />
      </button>
      {open === 'settings' && <SettingsDialog onClose={close} />}
      {open === 'profile' && (
        <Suspense>
          <ProfileDialog onClose={close} />
        </Suspense>
      )}
    </header>
  );
}
