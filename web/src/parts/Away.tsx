/** Between a server and the game on this device: the way from one to the other when the server goes and when it comes back. */
import { useEffect, useState } from 'react';
import { OFFLINE, offlineCopy } from '../base/offline';
import { ownServer } from '../base/site';
import { useStore, useStoreKey } from '../base/store';
import { away, watchServer } from '../net/away';
import { useText } from '../text';

/** Milliseconds between two looks. */
const SOON = 4000;
const LATER = 15_000;

/** A line above the page with the way to the other place. */
function Way({ text, to, label, fine = false }: { text: string; to: string; label: string; fine?: boolean }) {
  return (
    <div className={fine ? 'lost here-again' : 'lost'} role="status">
      {text}
      <a className="button" href={to}>
        {label}
      </a>
    </div>
  );
}

/** On the page of a server that does not answer. */
export function Away() {
  const t = useText();
  const gone = useStore(away);
  const here = useStoreKey(offlineCopy, 'state') === 'here';
  useEffect(() => (gone ? watchServer(SOON) : undefined), [gone]);
  if (!gone || !here) return null;
  return <Way text={t('away')} to={OFFLINE} label={t('away.play')} />;
}

/** In the game on this device, once its server has been away and answers again. */
export function Back() {
  const t = useText();
  const gone = useStore(away);
  const [missed, setMissed] = useState(false);
  useEffect(() => (ownServer === null ? undefined : watchServer(gone ? SOON : LATER)), [gone]);
  useEffect(() => {
    if (gone) setMissed(true);
  }, [gone]);
  if (ownServer === null || gone || !missed) return null;
  return <Way text={t('away.back')} to={ownServer} label={t('back.go')} fine />;
}
