/** In place of a screen that is about other people, where there is no server: what it needs, and what works here. */
import { siteServer } from '../base/site';
import { PageHeader } from '../frame/PageHeader';
import { Icon } from '../glyphs/glyphs';
import { Link } from '../parts/Brand';
import { useText, type Key } from '../text';

const WORKS: readonly [string, Key][] = [
  ['/', 'nav.play'],
  ['/puzzles', 'puzzles'],
  ['/challenges', 'challenges'],
  ['/games', 'nav.games'],
  ['/workshop', 'lobby.workshop'],
  ['/real', 'real'],
];

export default function NeedsServer() {
  const t = useText();
  return (
    <div className="lobby">
      <PageHeader />
      <main className="new-table">
        <h1>
          <Icon name="lock" /> {t('site.needs')}
        </h1>
        <section className="panel">
          <p>{t('site.needs.why')}</p>
          {siteServer !== null && (
            <p>
              <a className="button primary" href={siteServer}>
                {t('site.server')}
              </a>
            </p>
          )}
          <p>{t('site.needs.works')}</p>
          <span className="way-row">
            {WORKS.map(([to, key]) => (
              <Link key={to} to={to} className="button">
                {t(key)}
              </Link>
            ))}
          </span>
        </section>
      </main>
    </div>
  );
}
