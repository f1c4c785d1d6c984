/** Every screen that has an address: a new one is a row here, its own module, and its texts. */
import { lazy, type ReactNode } from 'react';
import { able } from './base/able';
import type { Address } from './base/route';
import { Lobby } from './screens/Lobby';
import { NewTable } from './screens/NewTable';
import { TableScreen } from './screens/TableScreen';
import { groupOf } from './state/people';
import type { Key } from './text';

// the code of a screen that few open is loaded when it is opened
const Workshop = lazy(() => import('./workshop/Workshop'));
const Atlas = lazy(() => import('./atlas/Atlas'));
const Sheet = lazy(() => import('./atlas/Sheet'));
const Puzzles = lazy(() => import('./puzzles/Puzzles'));
const Challenges = lazy(() => import('./challenges/Challenges'));
const NewReal = lazy(() => import('./screens/NewReal'));
const RatingsScreen = lazy(() => import('./people/RatingsScreen'));
const PlayerScreen = lazy(() => import('./people/PlayerScreen'));
const GroupScreen = lazy(() => import('./people/GroupScreen'));
const GroupsScreen = lazy(() => import('./people/GroupsScreen'));
const TournamentScreen = lazy(() => import('./people/TournamentScreen'));
const PrivacyScreen = lazy(() => import('./people/PrivacyScreen'));
const GamesScreen = lazy(() => import('./home/GamesScreen'));
const NeedsServer = lazy(() => import('./screens/NeedsServer'));
const MailScreen = lazy(() => import('./notifications/MailScreen'));

export interface Route {
  /** The first part of the path. */
  place: string;
  /** The name of the window; null where the screen sets it by what it shows. */
  title: Key | null;
  draw: (address: Address) => ReactNode;
  /** It is about other people: without a server it says so. */
  people?: true;
}

const LOBBY: Route = { place: '', title: null, draw: () => <Lobby /> };

const NEEDS_SERVER: Route = { place: '', title: 'site.needs', draw: () => <NeedsServer /> };

export const ROUTES: readonly Route[] = [
  LOBBY,
  { place: 't', title: null, draw: (address) => <TableScreen key={address.code} {...tableOf(address)} /> },
  {
    place: 'new',
    title: 'lobby.new',
    draw: ({ query }) => <NewTable group={query.get('group') || null} wish={query} />,
  },
  {
    place: 'boards',
    title: 'boards',
    draw: ({ code }) => (code === '' ? <Atlas /> : <Sheet key={code} id={code} />),
  },
  { place: 'real', title: 'real', draw: () => <NewReal /> },
  { place: 'games', title: 'games', draw: () => <GamesScreen /> },
  { place: 'puzzles', title: 'puzzles', draw: ({ code }) => <Puzzles name={code} /> },
  { place: 'challenges', title: 'challenges', draw: () => <Challenges /> },
  { place: 'workshop', title: null, draw: ({ code }) => <Workshop key={code} shared={code} /> },
  { place: 'ratings', title: 'ratings', draw: () => <RatingsScreen />, people: true },
  { place: 'player', title: null, draw: ({ code }) => <PlayerScreen key={code} name={code} />, people: true },
  {
    place: 'g',
    title: null,
    draw: (address) => <GroupScreen key={address.code} {...groupOf(address)} />,
    people: true,
  },
  // where links of earlier versions lead
  {
    place: 'group',
    title: null,
    draw: (address) => <GroupScreen key={address.code} {...groupOf(address)} />,
    people: true,
  },
  { place: 'groups', title: 'groups', draw: () => <GroupsScreen />, people: true },
  { place: 'tournament', title: null, draw: ({ code }) => <TournamentScreen key={code} id={code} />, people: true },
  { place: 'privacy', title: 'privacy', draw: () => <PrivacyScreen />, people: true },
  { place: 'mail', title: null, draw: () => <MailScreen />, people: true },
];

/** What an address says of a table: which one, the moment to show, whether review or orders are open, a restore code. */
export function tableOf({ code, query, secret }: Address) {
  const at = query.get('at');
  const opened = { review: query.has('review'), orders: query.has('orders') };
  return { code, at: at === null ? null : Number(at), ...opened, restore: secret.get('restore') };
}

/** The screen of an address; the lobby where there is none. */
export function routeOf({ place, code }: Address): Route {
  if (place === 't' && code === '') return LOBBY;
  const route = ROUTES.find((one) => one.place === place) ?? LOBBY;
  // a board of others is behind a link of a server
  const people = route.people === true || (place === 'workshop' && code !== '');
  return people && !able.people ? NEEDS_SERVER : route;
}
