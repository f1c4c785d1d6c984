/** All your groups, the form for a new one, and the way into one by its link. */
import { useState } from 'react';
import { PageHeader } from '../frame/PageHeader';
import { go } from '../base/route';
import { useText } from '../text';
import Groups from './Groups';
import { Tournaments } from './Tournaments';
import './people.css';

/** What a pasted link or the code at its end leads to. */
export const joinPath = (text: string): string =>
  `/g/${encodeURIComponent(
    text
      .trim()
      .replace(/^.*(?:\/g\/|#join=)/, '')
      .replace(/\s/g, ''),
  )}`;

export default function GroupsScreen() {
  const t = useText();
  const [link, setLink] = useState('');
  return (
    <div className="lobby">
      <PageHeader />
      <main className="people-screen">
        <h1>{t('groups')}</h1>
        <Groups />
        <Tournaments group={null} />
        <section className="panel" aria-labelledby="h-join">
          <h2 id="h-join">{t('groups.join')}</h2>
          <form
            className="people-form"
            onSubmit={(event) => {
              event.preventDefault();
              go(joinPath(link));
            }}
          >
            <label>
              {t('groups.code')}
              <input
                value={link}
                required
                maxLength={200}
                autoComplete="off"
                onChange={(event) => {
                  setLink(event.target.value);
                }}
              />
            </label>
            <button type="submit">{t('groups.open')}</button>
          </form>
        </section>
      </main>
    </div>
  );
}
