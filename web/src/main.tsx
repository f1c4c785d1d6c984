/** The entry point: settings first, so that the first paint has the right colours and words, then the screen of the address. */
import { createRoot } from 'react-dom/client';
import { App } from './App';
import { Fault } from './parts/Fault';
import { startScale } from './base/scale';
import { startSettings } from './base/settings';
import { startWorker } from './base/worker';
import { loadTexts } from './text/catalogue';
import './styles/index.css';

startSettings();
startScale();
startWorker();
const place = document.getElementById('page');
if (place)
  void loadTexts().then(() => {
    createRoot(place).render(
      <Fault>
        <App />
      </Fault>,
    );
  });
