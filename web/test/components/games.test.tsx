import { render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { GameRow } from '../../src/home/GameRow';
import { MyGames } from '../../src/home/MyGames';
// loaded with the file: what the page loads later takes its time on a busy machine
import '../../src/review/Review';
import type { PlayedGame } from '../../src/protocol/schema';
import { choose } from '../../src/base/settings';
import { parse } from '../../src/base/route';
import { tableOf } from '../../src/routes';
import { inConsole, show } from './kit';

const GAME: PlayedGame = {
  code: 'K7M2QXR9',
  name: '',
  ruleset: 'recharged/germany',
  title: 'Germany, Recharged 2018',
  at: new Date().toISOString(),
  place: 2,
  score: 16,
  measure: 'powered',
  left: false,
  seats: [
    { name: 'Anna', kind: 'person', who: '', place: 2, score: 16, you: true },
    { name: 'Bo', kind: 'person', who: 'b', place: 1, score: 17, you: false },
    { name: 'Curie', kind: 'bot', who: 'easy', place: 3, score: 12, you: false },
  ],
  rating: null,
  review: { accuracy: 81.4, curve: [33, 52, 48, 0] },
};

beforeEach(() => {
  localStorage.clear();
});
afterEach(() => {
  choose({ language: 'en' });
});

describe('a finished game in the list', () => {
  it('shows its chances as a curve and the accuracy, and reads as one link', () => {
    render(<GameRow game={GAME} />);
    const curve = screen.getByRole('img', {
      name: 'Your chance to win: 33 % after the first turn, 52 % at most, 0 % at the end',
    });
    const points = [...(curve.querySelector('path')?.getAttribute('d') ?? '').matchAll(/[ML][\d.]+ ([\d.]+)/g)];
    const heights = points.map((point) => Number(point[1]));
    expect(heights).toHaveLength(4);
    expect(heights[1]).toBe(Math.min(...heights));
    expect(heights[3]).toBe(Math.max(...heights));
    expect(screen.getByText('81 %')).toBeTruthy();
    expect(screen.getByText('Germany 2018')).toBeTruthy();
    const link = screen.getByRole('link', {
      name: '2nd of 3, Germany, Recharged 2018, today, 16 cities, 81 % accuracy, against Bo, Curie. Review',
    });
    expect(link.getAttribute('href')).toBe('/t/K7M2QXR9?review');
  });

  it('says the same in German', () => {
    choose({ language: 'de' });
    render(<GameRow game={GAME} />);
    expect(
      screen.getByRole('img', { name: 'Deine Siegchance: 33 % nach dem ersten Zug, höchstens 52 %, am Ende 0 %' }),
    ).toBeTruthy();
    expect(
      screen.getByRole('link', {
        name: '2. von 3, Deutschland, Recharged 2018, heute, 16 Städte, 81 % Genauigkeit, gegen Bo, Curie. Analyse',
      }),
    ).toBeTruthy();
  });

  it.each([
    ['en', 'Not reviewed yet', 'Review'],
    ['de', 'Noch nicht analysiert', 'Analyse'],
  ] as const)('without a review offers it and shows no figures (%s)', (language, note, press) => {
    choose({ language });
    render(<GameRow game={{ ...GAME, review: null }} />);
    expect(screen.queryByRole('img')).toBeNull();
    expect(screen.queryByText(/%/)).toBeNull();
    expect(screen.getByText(note)).toBeTruthy();
    expect(screen.getByRole('link').textContent).toMatch(new RegExp(`${press}$`));
  });

  it('names its opponents where there is room', () => {
    render(<GameRow game={GAME} long />);
    expect(screen.getByText('Bo, Curie')).toBeTruthy();
  });
});

describe('my games on the home page', () => {
  it('are summed up in wins, accuracy of the reviewed ones, and mean place', async () => {
    const games = [GAME, { ...GAME, code: 'A', place: 1, review: null }, { ...GAME, code: 'B', place: 3, left: true }];
    vi.stubGlobal('fetch', () => Promise.resolve(new Response(JSON.stringify({ games, ratings: [] }))));
    render(<MyGames />);
    const panel = within(await screen.findByRole('region', { name: 'My games' }));
    expect(panel.getAllByRole('listitem')).toHaveLength(3);
    expect(panel.getByText('win of 2').textContent).toBe('1 win of 2');
    expect(panel.getByTitle('Mean of 1 reviewed game').textContent).toBe('81 % accuracy');
    expect(panel.getByText('mean place').textContent).toBe('1.5 mean place');
  });
});

describe('the address of a review', () => {
  it('opens a finished game with its review, at its last moment', async () => {
    expect(tableOf(parse('/t/K7M2QXR9', '?review'))).toMatchObject({ code: 'K7M2QXR9', at: null, review: true });
    expect(tableOf(parse('/t/K7M2QXR9'))).toMatchObject({ review: false });
    const { session, shown } = show('over', undefined, true);
    expect(await screen.findByRole('heading', { name: 'Review' })).toBeTruthy();
    expect(session.looked).toEqual([shown.view.seq]);
  });

  it('opens a game that goes on as it is', () => {
    const { session } = show('fuel', undefined, true);
    expect(session.looked).toEqual([]);
    expect(inConsole().getByRole('heading', { level: 2 }).textContent).toContain('fuel');
  });
});
