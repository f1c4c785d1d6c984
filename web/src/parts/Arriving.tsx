/** In the game on this device: a game that comes from the server is taken in as soon as the game can be played. */
import { useEffect, useState } from 'react';
import { go } from '../base/route';
import { ownServer } from '../base/site';
import { useStoreKey } from '../base/store';
import { device } from '../net/device';
import { gameWaits, leaveIt, takeIn } from '../net/moving';
import { useText } from '../text';
import { errorText } from '../text/errors';

export function Arriving() {
  const t = useText();
  const ready = useStoreKey(device, 'state') === 'ready';
  const [waits, setWaits] = useState(gameWaits);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    if (!ready || !waits) return;
    takeIn()
      .then((code) => {
        setWaits(false);
        if (code !== null) go(`/t/${code}`, true);
      })
      .catch((error: unknown) => {
        setProblem(errorText(error));
      });
  }, [ready, waits]);
  if (!waits) return null;
  if (problem === null)
    return (
      <div className="lost here-again" role="status">
        {t('move.arrives')}
      </div>
    );
  return (
    <div className="lost" role="alert">
      {t('move.failed', { problem })}
      <a className="button" href={ownServer ?? '/'} onClick={leaveIt}>
        {t('back.go')}
      </a>
    </div>
  );
}
