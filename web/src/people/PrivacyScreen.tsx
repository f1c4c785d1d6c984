/** What the server stores about a player, and for how long. */
import { useEffect } from 'react';
import { PageHeader } from '../screens/Lobby';
import { useText, type Key } from '../text';
import './people.css';

const PARTS = [
  'device',
  'table',
  'address',
  'notify',
  'profile',
  'rating',
  'page',
  'group',
  'browser',
  'rights',
] as const satisfies readonly string[];

export default function PrivacyScreen() {
  const t = useText();
  useEffect(() => {
    document.title = `${t('privacy')} · Kilowatt`;
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once, when it opens
  }, []);
  return (
    <div className="lobby">
      <PageHeader />
      <main className="people-screen">
        <h1>{t('privacy')}</h1>
        <section className="panel privacy" aria-label={t('privacy')}>
          <p>{t('privacy.intro')}</p>
          <dl>
            {PARTS.map((part) => (
              <div key={part}>
                <dt>{t(`privacy.${part}`)}</dt>
                <dd>{t(`privacy.${part}.text` satisfies Key)}</dd>
              </div>
            ))}
          </dl>
        </section>
      </main>
    </div>
  );
}
