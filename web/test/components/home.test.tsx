import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PageHeader } from '../../src/frame/PageHeader';
import { Ways } from '../../src/home/Ways';
import PrivacyScreen from '../../src/people/PrivacyScreen';
import RatingNote from '../../src/people/RatingNote';
import { noteTry, recallSolved, today } from '../../src/state/solved';
import { go } from '../../src/base/route';
import { choose, settings } from '../../src/base/settings';
import './kit';

/** A server that answers these paths. */
function serve(answers: Record<string, unknown>): string[] {
  const asked: string[] = [];
  vi.stubGlobal('fetch', (path: string) => {
    asked.push(path);
    return Promise.resolve(new Response(JSON.stringify(answers[path] ?? {})));
  });
  return asked;
}

beforeEach(() => {
  localStorage.clear();
  go('/', true);
});
afterEach(() => {
  vi.useRealTimers();
});

describe('the head of the page', () => {
  it('leads to the main screens, and marks the one that is shown', async () => {
    const user = userEvent.setup();
    render(<PageHeader />);
    const pages = within(screen.getByRole('navigation', { name: 'Main pages' }));
    const current = (name: string) => pages.getByRole('link', { name }).getAttribute('aria-current');
    expect(current('Play')).toBe('page');
    await user.click(pages.getByRole('link', { name: 'My games' }));
    expect(location.pathname).toBe('/games');
    expect(current('My games')).toBe('page');
    expect(current('Play')).toBeNull();
  });

  it('has a badge while the puzzle of the day is unsolved', () => {
    const { unmount } = render(<PageHeader />);
    expect(screen.getByRole('img', { name: "today's puzzle is unsolved" })).toBeTruthy();
    unmount();
    noteTry(recallSolved(), 'a1', true, today());
    render(<PageHeader />);
    expect(screen.queryByRole('img', { name: "today's puzzle is unsolved" })).toBeNull();
  });

  it('opens the profile by the name', async () => {
    serve({ '/api/profile': { name: null, devices: [], passkeys: [], recovery_left: 0, invitation: false } });
    const user = userEvent.setup();
    render(<PageHeader />);
    await user.click(screen.getByRole('button', { name: 'Profile' }));
    expect(await screen.findByRole('heading', { name: 'Profile' })).toBeTruthy();
  });
});

describe('a profile on a second device', () => {
  const none = { name: null, devices: [], passkeys: [], recovery_left: 0, invitation: false };
  const anna = { ...none, name: 'Anna of the grid' };

  async function typeCode(): Promise<ReturnType<typeof userEvent.setup>> {
    const user = userEvent.setup();
    render(<PageHeader />);
    await user.click(screen.getByRole('button', { name: 'Profile' }));
    await user.type(await screen.findByRole('textbox', { name: /^Code from your other device/ }), 'AB12{Enter}');
    return user;
  }

  it('names whose it is, asks again, and brings its name along', async () => {
    const asked = serve({ '/api/profile': none, '/api/profile/enter': anna });
    const fetched = vi.mocked(fetch);
    const question = { code: 'sign_in_as', text: '', rule: null, args: { name: 'Anna of the grid', tables: 2 } };
    const sent: unknown[] = [];
    vi.stubGlobal('fetch', (path: string, options: RequestInit) => {
      if (path !== '/api/profile/enter') return fetched(path, options);
      const wish = JSON.parse(String(options.body)) as { profile: string | null };
      sent.push(wish.profile);
      return wish.profile === null
        ? Promise.resolve(new Response(JSON.stringify(question), { status: 409 }))
        : fetched(path, options);
    });
    const reload = vi.spyOn(location, 'reload').mockImplementation(() => undefined);
    const user = await typeCode();
    expect(await screen.findByText(/2 tables, groups and chat/)).toBeTruthy();
    expect(reload).not.toHaveBeenCalled();
    await user.click(screen.getByRole('button', { name: 'Yes, I am Anna of the grid' }));
    await waitFor(() => {
      expect(reload).toHaveBeenCalledTimes(1);
    });
    expect(sent).toEqual([null, 'Anna of the grid']);
    expect(asked).toContain('/api/profile/enter');
    expect(settings.get().name).toBe('Anna of the grid');
    choose({ name: '' });
  });

  it('lists its devices, signs another one out, and can be undone', async () => {
    const devices = [
      { label: '', at: '', here: false, id: 'a' },
      { label: 'Firefox, Linux', at: '', here: true, id: 'b' },
    ];
    const undo = '2026-11-18T12:00:00Z';
    const asked = serve({
      '/api/profile': { ...anna, devices, undo },
      '/api/profile/end': { ...anna, devices: [devices[1]], undo },
    });
    const user = userEvent.setup();
    render(<PageHeader />);
    await user.click(screen.getByRole('button', { name: 'Profile' }));
    await user.click(await screen.findByRole('button', { name: 'Sign out First device' }));
    await waitFor(() => {
      expect(screen.queryByText('First device')).toBeNull();
    });
    expect(asked).toContain('/api/profile/end');
    vi.spyOn(location, 'reload').mockImplementation(() => undefined);
    await user.click(screen.getByRole('button', { name: 'Undo the sign-in' }));
    await user.click(screen.getByRole('button', { name: 'Undo the sign-in' }));
    expect(asked).toContain('/api/profile/undo');
  });
});

describe('other ways to play', () => {
  it('say how many days in a row the puzzle was solved', () => {
    noteTry(recallSolved(), 'a1', true, today());
    render(<Ways first={false} onLearn={vi.fn()} onFail={vi.fn()} />);
    expect(screen.getByText('1 day')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Start Learn in 5 minutes' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'More puzzles' })).toBeTruthy();
  });

  it('open a table by its code and a shared board by its link', async () => {
    const user = userEvent.setup();
    render(<Ways first onLearn={vi.fn()} onFail={vi.fn()} />);
    const field = screen.getByRole('textbox', { name: 'Join by code or link' });
    await user.type(field, 'K7M2QXR9{Enter}');
    expect(location.pathname).toBe('/t/K7M2QXR9');
    await user.clear(field);
    await user.type(field, 'http://other/workshop/abc{Enter}');
    expect(location.pathname).toBe('/workshop/abc');
  });
});

describe('the privacy page', () => {
  it('has the times that this server has set, and says where something is kept for good', async () => {
    serve({ '/api/retention': { unfinished: 30, finished: 0, packed: 7, reports: 1 } });
    render(<PrivacyScreen />);
    expect(
      await screen.findByText(/packed without its chat after 30 days. A finished one is kept for good./),
    ).toBeTruthy();
    expect(screen.getByText(/A packed table is deleted 7 days later./)).toBeTruthy();
    expect(screen.getByText(/Reports are deleted after 1 day./)).toBeTruthy();
    expect(screen.getByText(/A group is kept until its owner deletes it./)).toBeTruthy();
  });
});

describe('the end of a rated game', () => {
  it('says what it changed as soon as the server has counted it', async () => {
    const games = { games: [{ code: 'A', rating: null }] };
    const asked = serve({ '/api/history': games });
    render(<RatingNote code="A" />);
    await waitFor(() => {
      expect(asked).toHaveLength(1);
    });
    serve({ '/api/history': { games: [{ code: 'A', rating: { before: 1000, after: 1105 } }] } });
    expect(await screen.findByText('Your rating: 1000 → 1105')).toBeTruthy();
  });
});
