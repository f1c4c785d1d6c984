// @vitest-environment happy-dom
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
    noteTry(recallSolved(), 1, true, today());
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
  it('brings its name along', async () => {
    const none = { name: null, devices: [], passkeys: [], recovery_left: 0, invitation: false };
    const asked = serve({ '/api/profile': none, '/api/profile/enter': { ...none, name: 'Anna of the grid' } });
    const reload = vi.spyOn(location, 'reload').mockImplementation(() => undefined);
    const user = userEvent.setup();
    render(<PageHeader />);
    await user.click(screen.getByRole('button', { name: 'Profile' }));
    await user.type(await screen.findByRole('textbox', { name: /^Code from your other device/ }), 'AB12{Enter}');
    await waitFor(() => {
      expect(reload).toHaveBeenCalledTimes(1);
    });
    expect(asked).toContain('/api/profile/enter');
    expect(settings.get().name).toBe('Anna of the grid');
    choose({ name: '' });
  });
});

describe('other ways to play', () => {
  it('say how many days in a row the puzzle was solved', () => {
    noteTry(recallSolved(), 1, true, today());
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
