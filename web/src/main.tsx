/** The door: settings first, so that the first paint has the right colours, then the screen of the address. */
import { createRoot } from 'react-dom/client';
import { App } from './App';
import { Fault } from './parts/Fault';
import { startSettings } from './state/settings';
import './styles/tokens.css';
import './styles/base.css';
import './styles/glyphs.css';
import './styles/dialogs.css';
import './styles/lobby.css';
import './styles/table.css';
import './styles/board.css';
import './styles/panels.css';
import './styles/fuel.css';
import './styles/players.css';
import './styles/console.css';
import './styles/power.css';
import './styles/moves.css';
import './styles/low.css';
import './styles/small.css';
import './styles/phone.css';
import './styles/tiny.css';

startSettings();
const place = document.getElementById('page');
if (place)
  createRoot(place).render(
    <Fault>
      <App />
    </Fault>,
  );
