/** What the server stores about a player, and for how long. */
import { useEffect, useState } from 'react';
import { PageHeader } from '../frame/PageHeader';
import { ask } from '../net/api';
import type { Retention } from '../protocol/schema';
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
  'bots',
  'browser',
  'rights',
] as const satisfies readonly string[];

/** The sentences about times that this server's host has set; 0 days keeps for good. */
function useTimes(kept: Retention | null): Partial<Record<(typeof PARTS)[number], string>> {
  const t = useText();
  if (kept === null) return {};
  const time = (key: 'unfinished' | 'finished' | 'packed' | 'reports' | 'groups', days: number): string =>
    days > 0 ? t(`privacy.${key}`, { n: days }) : t(`privacy.${key}.good`);
  return {
    table: [time('unfinished', kept.unfinished), time('finished', kept.finished), time('packed', kept.packed)].join(
      ' ',
    ),
    address: time('reports', kept.reports),
    group: time('groups', kept.finished),
  };
}

export default function PrivacyScreen() {
  const t = useText();
  const [kept, setKept] = useState<Retention | null>(null);
  const times = useTimes(kept);
  useEffect(() => {
    ask<Retention>('/retention').then(setKept, () => undefined);
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
                <dd>
                  {t(`privacy.${part}.text` satisfies Key)} {times[part]}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      </main>
    </div>
  );
}
