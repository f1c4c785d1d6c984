/** Chooses the screen of the address and puts the shared pictures into the page. */
import { lazy, Suspense } from 'react';
import { Sprite } from './glyphs/Sprite';
import { Lobby } from './screens/Lobby';
import { Newer } from './parts/Newer';
import { NewTable } from './screens/NewTable';
import { TableScreen } from './screens/TableScreen';
import { useRoute } from './base/route';
import { useText } from './text';

// drawing boards is for few: its code comes when it is opened
const Workshop = lazy(() => import('./workshop/Workshop'));

function Loading() {
  const t = useText();
  return <p className="empty">{t('loading')}</p>;
}

const Puzzles = lazy(() => import('./puzzles/Puzzles').then((found) => ({ default: found.Puzzles })));
const RatingsScreen = lazy(() => import('./people/RatingsScreen'));
const PlayerScreen = lazy(() => import('./people/PlayerScreen'));
const GroupScreen = lazy(() => import('./people/GroupScreen'));
const PrivacyScreen = lazy(() => import('./people/PrivacyScreen'));
const GamesScreen = lazy(() => import('./home/GamesScreen'));
const MailScreen = lazy(() => import('./notifications/MailScreen'));

export function App() {
  const route = useRoute();
  return (
    <>
      <Sprite />
      <Newer />
      {route.screen === 'table' ? (
        <TableScreen key={route.code} code={route.code} restore={route.restore} at={route.at} review={route.review} />
      ) : route.screen === 'workshop' ? (
        <Suspense fallback={<Loading />}>
          <Workshop key={route.code} shared={route.code} />
        </Suspense>
      ) : route.screen === 'new' ? (
        <NewTable group={route.code === '' ? null : route.code} />
      ) : route.screen === 'puzzles' ? (
        <Suspense fallback={null}>
          <Puzzles />
        </Suspense>
      ) : route.screen === 'games' ? (
        <Suspense>
          <GamesScreen />
        </Suspense>
      ) : route.screen === 'ratings' ? (
        <Suspense>
          <RatingsScreen />
        </Suspense>
      ) : route.screen === 'player' ? (
        <Suspense>
          <PlayerScreen key={route.code} name={route.code} />
        </Suspense>
      ) : route.screen === 'group' ? (
        <Suspense>
          <GroupScreen key={route.code} id={route.code} link={route.restore} />
        </Suspense>
      ) : route.screen === 'privacy' ? (
        <Suspense>
          <PrivacyScreen />
        </Suspense>
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
