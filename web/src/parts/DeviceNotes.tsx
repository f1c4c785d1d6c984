/** Of the game on this device, on every screen: how long a bot has thought, that bots have stopped, that nothing is kept. */
import { useEffect, useState } from 'react';
import { useStoreKey } from '../base/store';
import { device, retryDevice, stopThinking } from '../net/device';
import { useText } from '../text';
import { Arriving } from './Arriving';
import { Back } from './Away';
import './device.css';

/** Seconds before the time is said, and before it can be stopped. */
const SAY = 1;
const STOP = 5;

/** Of an error of Python the line that says what it was. */
const lastLine = (text: string): string => text.split('\n').filter(Boolean).at(-1) ?? '';

function Thinking() {
  const t = useText();
  const since = useStoreKey(device, 'thinking');
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    setSeconds(0);
    if (since === null) return undefined;
    const timer = window.setInterval(() => {
      setSeconds(Math.floor((Date.now() - since) / 1000));
    }, 500);
    return () => {
      window.clearInterval(timer);
    };
  }, [since]);
  if (since === null || seconds < SAY) return null;
  return (
    <div className="device-thinking">
      <span>{t('thinking.since', { n: seconds })}</span>
      {seconds >= STOP && (
        <button type="button" onClick={stopThinking}>
          {t('thinking.stop')}
        </button>
      )}
    </div>
  );
}

/** What a player must know, on a line above everything: it waits for an answer, or for room. */
function Trouble() {
  const t = useText();
  const speechless = useStoreKey(device, 'speechless');
  const kept = useStoreKey(device, 'kept');
  if (speechless === null && kept) return null;
  return (
    <div className="lost" role="alert">
      {speechless === null ? t('device.unsaved') : t('device.speechless', { detail: lastLine(speechless) })}
      {speechless !== null && (
        <button type="button" onClick={retryDevice}>
          {t('device.again')}
        </button>
      )}
    </div>
  );
}

export function DeviceNotes() {
  return (
    <>
      <Trouble />
      <Arriving />
      <Back />
      <Thinking />
    </>
  );
}
