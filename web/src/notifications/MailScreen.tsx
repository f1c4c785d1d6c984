/** Where the links in mails lead: one press confirms the address, or ends the mails. */
import { useState } from 'react';
import { Brand, Link } from '../parts/Brand';
import { useText } from '../text';
import { errorText } from '../text/errors';
import { answerMail } from './notifications';
import './notifications.css';

export default function MailScreen() {
  const t = useText();
  const asked = new URLSearchParams(location.hash.replace(/^#/, ''));
  const stop = asked.get('stop');
  const confirm = asked.get('confirm');
  const what = stop !== null ? 'stop' : 'confirm';
  const [done, setDone] = useState(false);
  const [note, setNote] = useState('');
  const press = (): void => {
    answerMail(what, stop ?? confirm ?? '').then(
      () => {
        setDone(true);
      },
      (error: unknown) => {
        setNote(errorText(error));
      },
    );
  };
  return (
    <main className="gone">
      <Brand />
      <h1>{t(`mail.${what}`)}</h1>
      {done ? (
        <>
          <p role="status">{t(`mail.${what}.done`)}</p>
          <Link to="/" className="button">
            {t('gone.lobby')}
          </Link>
        </>
      ) : (
        <>
          <p>{t(`mail.${what}.text`)}</p>
          <button type="button" className="primary" onClick={press}>
            {t(`mail.${what}.press`)}
          </button>
          <p role="alert">{note}</p>
        </>
      )}
    </main>
  );
}
