/** A closed server: what everybody sees who has not shown the host's invitation on this device. */
import { useState } from 'react';
import { api } from '../net/api';
import { useText } from '../text';
import { errorText } from '../text/errors';
import { Brand } from './Brand';

export function Invitation() {
  const t = useText();
  const [word, setWord] = useState('');
  const [problem, setProblem] = useState('');
  return (
    <main className="gone">
      <Brand />
      <h1>{t('closed')}</h1>
      <p>{t('closed.text')}</p>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          api.showInvitation(word.trim()).then(
            () => {
              location.reload();
            },
            (error: unknown) => {
              setProblem(errorText(error));
            },
          );
        }}
      >
        <label>
          {t('profile.invitation')}
          <input
            required
            maxLength={128}
            autoComplete="off"
            value={word}
            onChange={(event) => {
              setWord(event.target.value);
            }}
          />
        </label>
        <button type="submit" className="primary">
          {t('closed.enter')}
        </button>
      </form>
      <p role="alert">{problem}</p>
    </main>
  );
}
