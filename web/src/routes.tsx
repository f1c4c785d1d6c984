/** Every screen that has an address: a new one is a row here, its own module, and its texts. */
import { lazy, type ReactNode } from 'react';
import type { Address } from './base/route';
import { Lobby } from './screens/Lobby';
import { NewTable } from './screens/NewTable';
import { TableScreen } from './screens/TableScreen';
import type { Key } from './text';

// the code of a screen that few open is loaded when it is opened
const Workshop = lazy(() => import('./workshop/Workshop'));
const Puzzles = lazy(() => import('./puzzles/Puzzles'));
const Challenges = lazy(() => import('./challenges/Challenges'));
const RatingsScreen = lazy(() => import('./people/RatingsScreen'));
const PlayerScreen = lazy(() => import('./people/PlayerScreen'));
const GroupScreen = lazy(() => import('./people/GroupScreen'));
const PrivacyScreen = lazy(() => import('./people/PrivacyScreen'));
const GamesScreen = lazy(() => import('./home/GamesScreen'));
const MailScreen = lazy(() => import('./notifications/MailScreen'));

export interface Route {
  /** The first part of the path. */
  place: string;
  /** The name of the window; null where the screen sets it by what it shows. */
  title: Key | null;
  draw: (address: Address) => ReactNode;
}

const LOBBY: Route = { place: '', title: null, draw: () => <Lobby /> };

export const ROUTES: readonly Route[] = [
  LOBBY,
  { place: 't', title: null, draw: (address) => <TableScreen key={address.code} {...tableOf(address)} /> },
  {
    place: 'new',
    title: 'lobby.new',
    draw: ({ query }) => <NewTable group={query.get('group') || null} wish={query} />,
  },
  { place: 'games', title: 'games', draw: () => <GamesScreen /> },
  { place: 'puzzles', title: 'puzzles', draw: () => <Puzzles /> },
  { place: 'challenges', title: 'challenges', draw: () => <Challenges /> },
  { place: 'workshop', title: null, draw: ({ code }) => <Workshop key={code} shared={code} /> },
  { place: 'ratings', title: 'ratings', draw: () => <RatingsScreen /> },
  { place: 'player', title: null, draw: ({ code }) => <PlayerScreen key={code} name={code} /> },
  {
    place: 'group',
    title: null,
    draw: ({ code, secret }) => <GroupScreen key={code} id={code} link={secret.get('join')} />,
  },
  { place: 'privacy', title: 'privacy', draw: () => <PrivacyScreen /> },
  { place: 'mail', title: null, draw: () => <MailScreen /> },
];

/** What an address says of a table: which one, the moment to show, whether its review is open, a seat's restore code. */
export function tableOf({ code, query, secret }: Address) {
  const at = query.get('at');
  return { code, at: at === null ? null : Number(at), review: query.has('review'), restore: secret.get('restore') };
}

/** The screen of an address; the lobby where there is none. */
export function routeOf({ place, code }: Address): Route {
  if (place === 't' && code === '') return LOBBY;
  return ROUTES.find((route) => route.place === place) ?? LOBBY;
}
