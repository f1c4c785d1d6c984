/** The entry point: settings first, so that the first paint has the right colours and words, then the screen of the address. */
import { createRoot } from 'react-dom/client';
import { App } from './App';
import { Fault } from './parts/Fault';
import { startScale } from './base/scale';
import { startSettings } from './base/settings';
import { startWorker } from './base/worker';
import { api } from './net/api';
import { loadTexts } from './text/catalogue';
import './styles/index.css';

startSettings();
startScale();
startWorker();

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

const place = document.getElementById('page');
if (place)
  void Promise.all([loadTexts(), showInvitation()]).then(() => {
    createRoot(place).render(
      <Fault>
        <App />
      </Fault>,
    );
  });
