import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import GroupScreen from '../../src/people/GroupScreen';
import { Switches } from '../../src/profile/Switches';
import type { GroupView, ProfileView } from '../../src/protocol/schema';

const GROUP: GroupView = {
  id: 'K7M2QXR9',
  name: 'Friday',
  owner: true,
  link: 'ABC-DEF',
  members: [
    { number: 0, name: 'Anna', since: '2026-11-01T00:00:00Z', owner: true, you: true },
    { number: 1, name: 'Bob', since: '2026-11-02T00:00:00Z', owner: false, you: false },
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
  league: [{ name: 'Bob', you: false, games: 2, wins: 1, points: 2.5 }],
  games: 2,
};

describe('a group', () => {
  let requests: [string, unknown][] = [];
  beforeEach(() => {
    requests = [];
    vi.stubGlobal('fetch', (path: string, options?: { body?: string }) => {
      requests.push([path, JSON.parse(options?.body ?? 'null')]);
      const body = path.endsWith('/start') ? { table: { code: 'STARTED1' }, restore: {} } : GROUP;
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
    expect(requests.at(-1)).toEqual(['/api/groups/K7M2QXR9/start', { number: 7 }]);
    await waitFor(() => {
      expect(location.pathname).toBe('/t/STARTED1');
    });
  });
  it('asks before a member is removed', async () => {
    render(<GroupScreen id="K7M2QXR9" link={null} />);
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Remove Bob' }));
    expect(requests).toHaveLength(1);
    await user.click(screen.getAllByRole('button', { name: 'Remove' }).at(-1) as HTMLElement);
    expect(requests.at(-1)).toEqual(['/api/groups/K7M2QXR9/remove', { number: 1, name: 'Bob' }]);
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
