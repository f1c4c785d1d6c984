/** Ratings, players' pages and groups: requests, and how their numbers are written. */
import type { Address } from '../base/route';
import { Store } from '../base/store';
import { ask } from '../net/api';
import type {
  ClockPlan,
  CreateTable,
  GroupChat,
  GroupGames,
  GroupInvitation,
  GroupList,
  GroupMessages,
  GroupView,
  League,
  MakeTournament,
  NewSeason,
  PlayerPage,
  RatingList,
  Seated,
  StandingPlan,
  TournamentList,
  TournamentView,
  UsualGame,
} from '../protocol/schema';
import { CLOCKS, clockName, clockText, turnTime } from './clocks';
import { say, sayCode } from '../text';
import { linkTo } from '../base/site';

/** Lines in the chats of your groups that you have not read, as far as a page has asked for them. */
export const groupNews = new Store(0);

const SHAPES = 6;

/** The shape of a member in the group's lists and chat. */
export const shapeOf = (member: { number: number }): number => member.number % SHAPES;

const at = (group: string): string => `/groups/${encodeURIComponent(group)}`;

export const people = {
  ratings: (season: number | null, edition: string | null) => {
    const query = new URLSearchParams();
    if (season !== null) query.set('season', String(season));
    if (edition !== null) query.set('edition', edition);
    return ask<RatingList>(`/ratings?${query}`);
  },
  player: (name: string) => ask<PlayerPage>(`/players/${encodeURIComponent(name)}`),
  groups: async () => {
    const list = await ask<GroupList>('/groups');
    groupNews.set(list.groups.reduce((sum, group) => sum + group.unread, 0));
    return list;
  },
  group: (id: string) => ask<GroupView>(at(id)),
  make: (name: string, member: string) => ask<GroupView>('/groups', { name, member }),
  invitation: (link: string) => ask<GroupInvitation>('/groups/invitation', { link }),
  join: (link: string, member: string) => ask<GroupView>('/groups/join', { link, member }),
  leave: (id: string) => ask(`${at(id)}/leave`, {}),
  remove: (id: string, number: number, name: string) => ask<GroupView>(`${at(id)}/remove`, { number, name }),
  hand: (id: string, number: number, name: string) => ask<GroupView>(`${at(id)}/owner`, { number, name }),
  rename: (id: string, name: string) => ask<GroupView>(`${at(id)}/rename`, { name }),
  begin: (id: string, season: NewSeason) => ask<GroupView>(`${at(id)}/season`, season),
  season: (id: string, number: number) => ask<League>(`${at(id)}/seasons/${number}`),
  games: (id: string) => ask<GroupGames>(`${at(id)}/games`),
  open: (id: string, plan: CreateTable) => ask<Seated>(`${at(id)}/tables`, plan),
  chat: (id: string) => ask<GroupChat>(`${at(id)}/chat`),
  say: (id: string, text: string) => ask<GroupChat>(`${at(id)}/chat`, { text }),
  read: (id: string, upto: number) => ask(`${at(id)}/chat/read`, { upto }),
  hide: (id: string, who: string, hide: boolean) => ask<GroupChat>(`${at(id)}/chat/hide`, { who, hide }),
  report: (id: string, line: number) => ask(`${at(id)}/chat/report`, { lines: [line] }),
  usual: (id: string, game: UsualGame | null) => ask<GroupView>(`${at(id)}/usual`, { game }),
  vote: (id: string, ruleset: string | null) => ask<GroupView>(`${at(id)}/vote`, { ruleset }),
  messages: (id: string, off: GroupMessages['off']) => ask<GroupView>(`${at(id)}/messages`, { off }),
  renew: (id: string) => ask<GroupView>(`${at(id)}/link`, {}),
  destroy: (id: string) => ask(`${at(id)}/delete`, {}),
  keep: (id: string, plan: StandingPlan) => ask<GroupView>(`${at(id)}/standing`, plan),
  drop: (id: string, number: number) => ask<GroupView>(`${at(id)}/standing/delete`, { number }),
  start: (id: string, number: number) => ask<Seated>(`${at(id)}/start`, { number }),
};

const of = (id: string): string => `/tournaments/${encodeURIComponent(id)}`;

export const tournaments = {
  list: (group: string | null) => ask<TournamentList>(group === null ? '/tournaments' : `${at(group)}/tournaments`),
  make: (group: string, plan: MakeTournament) => ask<TournamentView>(`${at(group)}/tournaments`, plan),
  show: (id: string) => ask<TournamentView>(of(id)),
  enter: (id: string, name: string) => ask<TournamentView>(`${of(id)}/enter`, { name }),
  leave: (id: string) => ask<TournamentView>(`${of(id)}/leave`, {}),
  start: (id: string) => ask<TournamentView>(`${of(id)}/start`, {}),
  round: (id: string) => ask<TournamentView>(`${of(id)}/round`, {}),
  close: (id: string, round: number, number: number) => ask<TournamentView>(`${of(id)}/close`, { round, number }),
};

/** The link that somebody joins a group by. */
export const linkOf = (group: GroupView): string => linkTo(`/g/${group.link}`);

/** Letters of a group's own code; a longer one is what its link ends with. */
const ID_LENGTH = 8;

/** What an address says of a group: which one, to its members, and which season of it; or the code by which one joins. */
export const groupOf = ({ code, secret, query }: Address) =>
  code.length <= ID_LENGTH
    ? { id: code, link: secret.get('join'), season: query.has('season') ? Number(query.get('season')) : null }
    : { id: '', link: code, season: null };

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
