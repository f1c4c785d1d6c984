/** The head of every page but the table: the main screens, the player's name, the menu. */
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { NameDialog } from '../drawers/NameDialog';
import { SettingsDialog } from '../drawers/SettingsDialog';
import { Icon, Token } from '../glyphs/glyphs';
import { learn } from '../learn/start';
import { Brand, Link } from '../parts/Brand';
import { groupNews } from '../state/people';
import { recallSolved, today } from '../state/solved';
import { able } from '../base/able';
import { useAddress } from '../base/route';
import { isSite } from '../base/site';
import { useSettings } from '../base/settings';
import { useStore } from '../base/store';
import { useText } from '../text';
import { errorText } from '../text/errors';
import { Here } from './Here';

const ProfileDialog = lazy(() => import('../profile/ProfileDialog'));

const PAGES = [
  ['', '/', 'play', 'nav.play'],
  ['learn', '', 'book', 'nav.learn'],
  ['puzzles', '/puzzles', 'bulb', 'puzzles'],
  ['groups', '/groups', 'people', 'groups'],
  ['games', '/games', 'list', 'nav.games'],
  ['workshop', '/workshop', 'map', 'lobby.workshop'],
] as const;

/** The main screens: in the head of the page, on phones a bar at its foot. */
export function Pages() {
  const t = useText();
  const [problem, setProblem] = useState('');
  const { place } = useAddress();
  const news = useStore(groupNews);
  const unsolved = !recallSolved().days.includes(today());
  return (
    <>
      <nav className="pages" aria-label={t('nav')}>
        {PAGES.filter(([name]) => able.people || name !== 'groups').map(([name, to, icon, key]) => {
          const inside = (
            <>
              <Icon name={icon} />
              <span>{t(key)}</span>
              {name === 'groups' && news > 0 && (
                <i className="badge badge-count" role="img" aria-label={t('chat.new', { n: news })}>
                  {news}
                </i>
              )}
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
            <Link
              key={name}
              to={to}
              current={place === name || (name === 'groups' && ['group', 'tournament'].includes(place))}
            >
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

/** `children` stand between the main screens and the player's name. */
export function PageHeader({ children }: { children?: ReactNode }) {
  const t = useText();
  const { name } = useSettings();
  const [open, setOpen] = useState<'settings' | 'profile' | null>(null);
  const who = t(able.profile ? 'profile' : 'form.name');
  const close = (): void => {
    setOpen(null);
  };
  return (
    <header className="page-header">
      <Brand />
      <Pages />
      {children}
      <span className="grow" />
      {isSite && <Here />}
      <button
        type="button"
        className="who"
        aria-label={name === '' ? who : `${who}: ${name}`}
        onClick={() => {
          setOpen('profile');
        }}
      >
        <Token seat={0} size={16} /> <span>{name === '' ? who : name}</span>
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
      {open === 'profile' && !able.profile && <NameDialog onClose={close} />}
      {open === 'profile' && able.profile && (
        <Suspense>
          <ProfileDialog onClose={close} />
        </Suspense>
      )}
    </header>
  );
}
