/** Chooses the screen of the address and puts the shared pictures into the page. */
import { lazy, Suspense } from 'react';
import { Sprite } from './glyphs/Sprite';
import { Lobby } from './screens/Lobby';
import { Newer } from './parts/Newer';
import { NewTable } from './screens/NewTable';
import { TableScreen } from './screens/TableScreen';
import { useRoute } from './state/route';

const MailScreen = lazy(() => import('./calls/MailScreen'));

export function App() {
  const route = useRoute();
  return (
    <>
      <Sprite />
      <Newer />
      {route.screen === 'table' ? (
        <TableScreen key={route.code} code={route.code} restore={route.restore} at={route.at} />
      ) : route.screen === 'new' ? (
        <NewTable />
      ) : route.screen === 'mail' ? (
        <Suspense>
          <MailScreen />
        </Suspense>
      ) : (
        <Lobby />
      )}
    </>
  );
}
