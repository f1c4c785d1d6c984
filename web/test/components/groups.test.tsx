import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import GroupScreen from '../../src/people/GroupScreen';
import { parse } from '../../src/base/route';
import { groupOf } from '../../src/state/people';
import { joinPath } from '../../src/people/GroupsScreen';
import TournamentScreen from '../../src/people/TournamentScreen';
import { Switches } from '../../src/profile/Switches';
import { dayText } from '../../src/text/day';
import type {
  GroupChat,
  GroupView,
  MemberRow,
  ProfileView,
  TableView,
  TournamentView,
} from '../../src/protocol/schema';

const SEASON = {
  number: 1,
  name: 'Autumn',
  began: '2026-11-01T00:00:00Z',
  until: '2026-12-19T00:00:00Z',
  days: 7,
  rounds: 10,
  points: [8, 5, 3, 2, 1, 0],
  round: 3,
  next: '2026-11-24T00:00:00Z',
};

const GROUP: GroupView = {
  id: 'K7M2QXR9',
  name: 'Friday',
  owner: true,
  link: 'ABC-DEF',
  members: [
    {
      number: 0,
      name: 'Anna',
      since: '2026-11-01T00:00:00Z',
      owner: true,
      you: true,
      who: 'a'.repeat(12),
      seen: null,
      here: false,
      off_from: null,
      off_until: null,
    },
    {
      number: 1,
      name: 'Bob',
      since: '2026-11-02T00:00:00Z',
      owner: false,
      you: false,
      who: 'b'.repeat(12),
      seen: null,
      here: true,
      off_from: null,
      off_until: null,
    },
  ],
  standing: [
    {
      number: 7,
      name: 'Quick cards',
      ruleset: 'card-game',
      title: 'The Card Game 2016',
      seats: 4,
      bots: 1,
      clock: { kind: 'days', days: 3 },
      rated: true,
    },
  ],
  tables: [],
  made: '2026-11-01T00:00:00Z',
  finished: [
    {
      code: 'FINISHED',
      name: 'Grid night 23',
      ruleset: 'recharged/germany',
      title: 'Recharged, Germany',
      at: '2026-11-10T20:00:00Z',
      score: 16,
      measure: 'powered',
      places: [
        { name: 'Bob', place: 1, you: false, resigned: false },
        { name: 'Anna', place: 2, you: true, resigned: false },
      ],
    },
  ],
  league: {
    season: SEASON,
    games: 2,
    rows: [
      { rank: 1, name: 'Bob', you: false, games: 2, wins: 1, points: 12, rounds: [8, 4], won: [1], plays: false },
      { rank: 2, name: 'Anna', you: true, games: 1, wins: 0, points: 4, rounds: [null, 4], won: [], plays: true },
    ],
  },
  seasons: [SEASON],
  games: 2,
  unread: 1,
  usual: {
    ruleset: 'recharged/germany',
    title: 'Recharged, Germany',
    clock: { kind: 'days', days: 1, bank: 0, increment: 0, hours: 0 },
  },
  votes: [
    { ruleset: 'recharged/italy', title: 'Recharged, Italy', votes: 3, yours: true },
    { ruleset: 'recharged/germany', title: 'Recharged, Germany', votes: 1, yours: false },
  ],
  off: ['result'],
};

const seat = (n: number, name: string): unknown => ({ seat: n, kind: 'person', name, present: false, vacant: false });
const TABLE = {
  name: 'Grid night 24',
  ruleset: 'recharged/germany',
  title: 'Recharged, Germany',
  state: 'playing',
  early: [],
  seats: [seat(0, 'Anna'), seat(1, 'Bob')],
  round: 4,
  phase: 'auction',
  created: '2026-11-10T20:00:00Z',
  clock: {
    kind: 'days',
    left: [86400, 86400],
    running: 1,
    at: '2026-11-10T20:00:00Z',
    increment: 0,
    resting: false,
    ends: null,
  },
} as unknown as TableView;

const GAMES = ['germany', 'italy', 'france'].map((board) => ({
  id: `recharged/${board}`,
  title: `Recharged, ${board}`,
  composed: false,
}));

const CHAT: GroupChat = {
  lines: [
    { type: 'chat', id: 1, seat: null, name: 'Anna', text: 'gg!', at: '2026-11-10T20:00:00Z', who: 'a'.repeat(12) },
    { type: 'chat', id: 2, seat: null, name: 'Bob', text: 'again?', at: '2026-11-11T08:00:00Z', who: 'b'.repeat(12) },
  ],
  read: 1,
  hidden: [],
};

const CUP: TournamentView = {
  id: 'CUPCUPCU',
  group: 'K7M2QXR9',
  name: 'Autumn cup',
  organiser: true,
  state: 'playing',
  system: 'swiss',
  seats: 2,
  rounds: 4,
  round: 1,
  settled: false,
  points: [8, 5, 3, 2, 1, 0],
  ruleset: 'recharged/germany',
  title: 'Recharged, Germany',
  clock: { kind: 'days', days: 2 },
  rated: false,
  you: true,
  standing: [
    { rank: 1, name: 'Bob', you: false, left: false, points: 8, wins: 0, opponents: 0, rounds: [8] },
    { rank: 2, name: 'Anna', you: true, left: false, points: 0, wins: 0, opponents: 0, rounds: [null] },
    { rank: 2, name: 'Cleo', you: false, left: true, points: 0, wins: 0, opponents: 0, rounds: [null] },
  ],
  tables: [
    [
      {
        number: 1,
        state: 'playing',
        code: 'TABLE001',
        players: [
          { name: 'Anna', you: true, place: null, points: null },
          { name: 'Cleo', you: false, place: null, points: null },
        ],
      },
      { number: 2, state: 'bye', code: null, players: [{ name: 'Bob', you: false, place: null, points: 8 }] },
    ],
  ],
};

describe('a group', () => {
  let requests: [string, unknown][] = [];
  const answers = new Map<string, unknown>();
  beforeEach(() => {
    requests = [];
    answers.clear();
    vi.stubGlobal('fetch', (path: string, options?: { body?: string }) => {
      requests.push([path, JSON.parse(options?.body ?? 'null')]);
      const given = options?.body === undefined ? answers.get(path) : undefined;
      if (given !== undefined) return Promise.resolve(new Response(JSON.stringify(given)));
      const body = path.endsWith('/start')
        ? { table: { code: 'STARTED1' }, restore: {} }
        : path.includes('/chat')
          ? CHAT
          : path.endsWith('/tournaments')
            ? { tournaments: [] }
            : path.endsWith('/rulesets')
              ? GAMES
              : path.includes('/api/tournaments/')
                ? CUP
                : GROUP;
      return Promise.resolve(new Response(JSON.stringify(body)));
    });
  });
  afterEach(() => {
    cleanup();
    vi.unstubAllGlobals();
  });

  it('starts its standing table with one press, and shows what it is', async () => {
    render(<GroupScreen id="K7M2QXR9" link={null} />);
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Start Quick cards' }));
    expect(screen.getByText(/4 players · 1 bot · 3 days per turn · Rated/)).toBeTruthy();
    expect(requests).toContainEqual(['/api/groups/K7M2QXR9/start', { number: 7 }]);
    await waitFor(() => {
      expect(location.pathname).toBe('/t/STARTED1');
    });
  });
  it('says what it usually plays, which its owner changes', async () => {
    render(<GroupScreen id="K7M2QXR9" link={null} />);
    const user = userEvent.setup();
    expect(await screen.findByText(/Germany, .*1 day per turn unless said otherwise/)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Usual game' }));
    const form = within(screen.getByRole('dialog'));
    await form.findByRole('option', { name: /france/ });
    await user.selectOptions(form.getByLabelText('Game'), 'recharged/france');
    await user.selectOptions(form.getByLabelText('Clock'), 'days3');
    await user.click(form.getByRole('button', { name: 'Save' }));
    const game = { ruleset: 'recharged/france', clock: { kind: 'days', days: 3 } };
    expect(requests).toContainEqual(['/api/groups/K7M2QXR9/usual', { game }]);
  });
  it('lets a member vote for the next round, and choose which messages come', async () => {
    render(<GroupScreen id="K7M2QXR9" link={null} />);
    const user = userEvent.setup();
    expect(await screen.findByText(/leads 3 to 1/)).toBeTruthy();
    const vote = screen.getByLabelText('Vote for its game');
    await within(vote).findByRole('option', { name: /france/ });
    await user.selectOptions(vote, 'recharged/france');
    expect(requests).toContainEqual(['/api/groups/K7M2QXR9/vote', { ruleset: 'recharged/france' }]);
    const result = screen.getByRole('switch', { name: 'a game is over: the result' });
    expect((result as HTMLInputElement).checked).toBe(false);
    await user.click(screen.getByRole('switch', { name: 'a member opens a table' }));
    expect(requests).toContainEqual(['/api/groups/K7M2QXR9/messages', { off: ['result', 'opened'] }]);
    await user.click(result);
    expect(requests).toContainEqual(['/api/groups/K7M2QXR9/messages', { off: [] }]);
  });
  it('shows who is off and until when, the rest of the week, and the chat as a message to ask for', async () => {
    const day = (n: number): string => new Date(Date.now() + n * 86_400_000).toISOString();
    const off = (row: MemberRow): MemberRow => (row.you ? row : { ...row, off_from: day(-1), off_until: day(1) });
    answers.set('/api/groups/K7M2QXR9', { ...GROUP, members: GROUP.members.map(off), off: ['talk'] });
    render(<GroupScreen id="K7M2QXR9" link={null} />);
    const week = within(await screen.findByRole('region', { name: 'This week' }));
    const members = within(screen.getByRole('region', { name: 'Members' }));
    const last = dayText(Date.parse(day(1)) - 1000);
    expect(members.getByText(`days off to ${last}`)).toBeTruthy();
    expect(week.getByText('Bob is away')).toBeTruthy();
    expect(week.getByText(`to ${last}, the clock stops`)).toBeTruthy();
    expect(week.getByText('Round 4 begins')).toBeTruthy();
    await userEvent.setup().click(screen.getByRole('switch', { name: 'chat, once per hour at most' }));
    expect(requests).toContainEqual(['/api/groups/K7M2QXR9/messages', { off: [] }]);
  });
  it('leads to orders at a table where the others take their days, and lists all finished games by board', async () => {
    const [game] = GROUP.finished;
    const table = { ...TABLE, code: 'RUNNING1', yours: [0], actor: 1 };
    answers.set('/api/groups/K7M2QXR9', { ...GROUP, tables: [table], games: 3 });
    const other = { ...game, code: 'ITALY001', ruleset: 'recharged/italy', title: 'Recharged, Italy' };
    answers.set('/api/groups/K7M2QXR9/games', { games: [other, game, { ...game, code: 'OLDER001' }] });
    render(<GroupScreen id="K7M2QXR9" link={null} />);
    const link = await screen.findByRole('link', { name: /^Orders/ });
    expect(link.getAttribute('href')).toBe('/t/RUNNING1?orders');
    await userEvent.setup().click(screen.getByRole('button', { name: 'All 3, by board' }));
    const boards = await screen.findAllByRole('heading', { level: 3, name: /Germany|Italy/ });
    expect(boards.map((row) => row.parentElement?.textContent)).toEqual([
      expect.stringMatching(/Germany.* 2 games/),
      expect.stringMatching(/Italy.* 1 game$/),
    ]);
  });
  it('shows a past season on a page of its own', async () => {
    const old = { ...SEASON, number: 0, name: 'Summer', round: null, next: null };
    answers.set('/api/groups/K7M2QXR9', { ...GROUP, seasons: [SEASON, old] });
    answers.set('/api/groups/K7M2QXR9/seasons/0', { ...GROUP.league, season: old });
    const first = render(<GroupScreen id="K7M2QXR9" link={null} />);
    const link = await screen.findByRole('link', { name: 'Past seasons' });
    const address = parse('/g/K7M2QXR9', new URL(link.getAttribute('href') ?? '', location.href).search);
    expect(groupOf(address)).toMatchObject({ id: 'K7M2QXR9', season: 0 });
    first.unmount();
    render(<GroupScreen {...groupOf(address)} />);
    expect(await screen.findByRole('heading', { name: 'League, Summer' })).toBeTruthy();
    expect(await screen.findByRole('rowheader', { name: '1 Bob' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Autumn' }).getAttribute('href')).toBe('/g/K7M2QXR9?season=1');
  });
  it('asks before a member is removed', async () => {
    render(<GroupScreen id="K7M2QXR9" link={null} />);
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Remove Bob' }));
    expect(requests.filter(([path]) => path.endsWith('/remove'))).toEqual([]);
    await user.click(screen.getAllByRole('button', { name: 'Remove' }).at(-1) as HTMLElement);
    expect(requests).toContainEqual(['/api/groups/K7M2QXR9/remove', { number: 1, name: 'Bob' }]);
  });
  it('shows the league round by round as a table with headings', async () => {
    render(<GroupScreen id="K7M2QXR9" link={null} />);
    const table = await screen.findByRole('table');
    const cells = [...table.querySelectorAll('tr')].map((row) => [...row.children].map((cell) => cell.textContent));
    expect(cells).toEqual([
      ['Player', 'Round 1', 'Round 2', 'Round 3', 'Wins', 'Points'],
      ['1 Bob', '8', '4', 'free', '1', '12'],
      ['2 Anna', '–', '4', 'plays', '0', '4'],
    ]);
    expect([...table.querySelectorAll('tbody th')].map((cell) => cell.querySelectorAll('.token').length)).toEqual([
      1, 1,
    ]);
    expect(screen.getByText('round 3 of 10 · until Dec 19')).toBeTruthy();
    expect(screen.getByText(/Bob won with 16 cities/)).toBeTruthy();
  });
  it('marks new lines, notes results between them, and hides a member', async () => {
    render(<GroupScreen id="K7M2QXR9" link={null} />);
    const user = userEvent.setup();
    expect(await screen.findByText('1 new message')).toBeTruthy();
    expect(screen.getByText('Grid night 23 is over: Bob, Anna')).toBeTruthy();
    await user.type(screen.getByRole('textbox', { name: 'Write to the group' }), 'sure{Enter}');
    expect(requests).toContainEqual(['/api/groups/K7M2QXR9/chat', { text: 'sure' }]);
    await user.click(screen.getByText('Hide chat'));
    expect(requests).toContainEqual(['/api/groups/K7M2QXR9/chat/hide', { who: 'b'.repeat(12), hide: true }]);
  });
  it('shows a tournament with its standing and tables, and its organiser closes a table', async () => {
    render(<TournamentScreen id="CUPCUPCU" />);
    const user = userEvent.setup();
    const table = await screen.findByRole('table');
    const cells = [...table.querySelectorAll('tbody tr')].map((row) =>
      [...row.children].map((cell) => cell.textContent),
    );
    expect(cells).toEqual([
      ['1 Bob', '8', '8', '0', '0'],
      ['2 Anna', '–', '0', '0', '0'],
      ['2 Cleo left', '–', '0', '0', '0'],
    ]);
    expect(screen.getByText(/being played · round 1 of 4 · Swiss · up to 2 per table/)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'CSV' }).getAttribute('href')).toBe('/api/tournaments/CUPCUPCU/csv');
    await user.click(screen.getByRole('button', { name: 'Count as abandoned Anna, Cleo' }));
    expect(requests).toContainEqual(['/api/tournaments/CUPCUPCU/close', { round: 1, number: 1 }]);
  });
  it('reads the link or the code of an invitation', () => {
    expect(joinPath(' https://games.example.org/g/K7QDK7QDK7QD ')).toBe('/g/K7QDK7QDK7QD');
    expect(joinPath('k7qd k7qd k7qd')).toBe('/g/k7qdk7qdk7qd');
    expect(joinPath('https://games.example.org/group#join=ABCDEFGHJ-ABCDEFGHJ')).toBe('/g/ABCDEFGHJ-ABCDEFGHJ');
    expect(groupOf(parse('/g/K7QDK7QD'))).toEqual({ id: 'K7QDK7QD', link: null, season: null });
    expect(groupOf(parse('/g/K7QDK7QDK7QD'))).toEqual({ id: '', link: 'K7QDK7QDK7QD', season: null });
    expect(groupOf(parse('/group', '', '#join=ABC-DEF'))).toEqual({ id: '', link: 'ABC-DEF', season: null });
  });
});

describe('a profile', () => {
  it('is rated only after its owner has switched it on', async () => {
    const view: ProfileView = {
      name: 'Anna K',
      devices: [],
      passkeys: [],
      recovery_left: 4,
      further: false,
      invitation: false,
      rated: false,
      public: false,
      undo: null,
    };
    const sent: unknown[] = [];
    vi.stubGlobal('fetch', (_: string, options?: { body?: string }) => {
      sent.push(JSON.parse(options?.body ?? 'null'));
      return Promise.resolve(new Response(JSON.stringify({ ...view, rated: true })));
    });
    const onView = vi.fn();
    render(<Switches view={view} onView={onView} onFail={vi.fn()} />);
    const rated = screen.getByRole('switch', { name: 'Play rated games' });
    expect((rated as HTMLInputElement).checked).toBe(false);
    await userEvent.setup().click(rated);
    expect(sent).toEqual([{ rated: true }]);
    expect(onView).toHaveBeenCalledWith({ ...view, rated: true });
    cleanup();
    vi.unstubAllGlobals();
  });
});
