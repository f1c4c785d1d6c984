/** Ratings, players' pages and groups: requests, and how their numbers are written. */
import { ask } from '../net/api';
import type {
  ClockPlan,
  GroupInvitation,
  GroupList,
  GroupView,
  PlayerPage,
  RatingList,
  Seated,
  StandingPlan,
} from '../protocol/schema';
import { CLOCKS, clockName, clockText, turnTime } from './clocks';
import { say, sayCode } from '../text';

const at = (group: string): string => `/groups/${encodeURIComponent(group)}`;

export const people = {
  ratings: (season: number | null, edition: string | null) => {
    const query = new URLSearchParams();
    if (season !== null) query.set('season', String(season));
    if (edition !== null) query.set('edition', edition);
    return ask<RatingList>(`/ratings?${query}`);
  },
  player: (name: string) => ask<PlayerPage>(`/players/${encodeURIComponent(name)}`),
  groups: () => ask<GroupList>('/groups'),
  group: (id: string) => ask<GroupView>(at(id)),
  make: (name: string, member: string) => ask<GroupView>('/groups', { name, member }),
  invitation: (link: string) => ask<GroupInvitation>('/groups/invitation', { link }),
  join: (link: string, member: string) => ask<GroupView>('/groups/join', { link, member }),
  leave: (id: string) => ask(`${at(id)}/leave`, {}),
  remove: (id: string, number: number, name: string) => ask<GroupView>(`${at(id)}/remove`, { number, name }),
  renew: (id: string) => ask<GroupView>(`${at(id)}/link`, {}),
  destroy: (id: string) => ask(`${at(id)}/delete`, {}),
  keep: (id: string, plan: StandingPlan) => ask<GroupView>(`${at(id)}/standing`, plan),
  drop: (id: string, number: number) => ask<GroupView>(`${at(id)}/standing/delete`, { number }),
  start: (id: string, number: number) => ask<Seated>(`${at(id)}/start`, { number }),
};

/** The link that somebody joins a group by; what is behind the `#` is not sent to servers on the way. */
export const linkOf = (group: GroupView): string => `${location.origin}/group#join=${group.link}`;

export const playerPath = (name: string): string => `/player/${encodeURIComponent(name)}`;

/** A rating with its uncertainty. */
export const ratingName = (points: number, spread: number): string => say('rating.points', { points, spread });

export const seasonName = (name: string): string => (name === '' ? say('ratings.first') : name);

/** What a clock is called in the form, or nothing for one without a name there. */
export function clockTitle(clock: ClockPlan): string | null {
  if (clock.kind === 'days') return clockText(clockName({ kind: 'days', left: [turnTime(clock)] }) ?? 'none');
  const entry = Object.entries(CLOCKS).find(([, plan]) => plan.kind === 'bank' && plan.bank === clock.bank);
  return entry === undefined || clock.kind === 'none' ? null : sayCode('clocks', entry[0]);
}
