/** The entry point: settings first, so that the first paint has the right colours and words, then the screen of the address. */
import { createRoot } from 'react-dom/client';
import { App } from './App';
import { Fault } from './parts/Fault';
import { startScale } from './base/scale';
import { startInstall } from './base/install';
import { mayBeReached } from './base/reached';
import { startSettings } from './base/settings';
import { isSite } from './base/site';
import { startWorker } from './base/worker';
import { api } from './net/api';
import { startDevice } from './net/device';
import { startMirror } from './net/mirror';
import { loadTexts } from './text/catalogue';
import './styles/index.css';

startSettings();
startScale();
startWorker();
if (!isSite && mayBeReached())
  window.addEventListener('load', () => void import('./notifications/push').then((push) => push.reconcilePush()));

/** A link with an invitation to a closed server shows it, and keeps it out of the address that people copy. */
async function showInvitation(): Promise<void> {
  const word = /^#invitation=(.+)$/.exec(location.hash)?.[1];
  if (word === undefined) return;
  history.replaceState(history.state, '', location.pathname + location.search);
  try {
    await api.showInvitation(decodeURIComponent(word));
  } catch {
    // the page asks for it
  }
}

/** On a device that keeps games: what the page had lost is back with the next load; a browser that loses it again is left alone. */
async function recoverTexts(): Promise<void> {
  const [opened] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if ((await startMirror()) && opened?.type !== 'reload') location.reload();
}

const place = document.getElementById('page');
if (isSite) {
  startInstall();
  void recoverTexts();
}
if (place)
  void Promise.all([loadTexts(), isSite ? startDevice() : showInvitation()]).then(() => {
    createRoot(place).render(
      <Fault>
        <App />
      </Fault>,
    );
  });
