import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import Atlas from '../../src/atlas/Atlas';
import { entriesOf, NOTHING, passes } from '../../src/atlas/atlas';
import Sheet from '../../src/atlas/Sheet';
import de from '../../src/atlas/text/de.json';
import en from '../../src/atlas/text/en.json';
import { EXPANSIONS, ORIGINALS } from '../../src/boards/known';
import { go } from '../../src/base/route';
import { choose } from '../../src/base/settings';
import { cardsOf } from '../../src/learn/special/special';
import type { RulesetRow } from '../../src/protocol/schema';

const row = (id: string, title: string, board: string, composed = false, seats = [2, 3, 4, 5, 6]): RulesetRow => ({
  id,
  title,
  edition: id.split('/')[0] ?? '',
  board,
  seats,
  options: {},
  composed,
  revision: 1,
});
const ROWS = [
  row('recharged/germany', 'Germany, Recharged 2018', 'germany'),
  row('recharged/benelux', 'Benelux, Recharged 2018', 'benelux', true),
  row('original/benelux', 'Benelux, Original 2004', 'benelux'),
  row('original/italy', 'Italy, Original 2004', 'italy', false, [2, 3, 4]),
  row('card-game', 'The Card Game 2016', '', false, [3, 4, 5]),
  row('house/bay', 'The Bay, Original 2004', 'bay'),
];

/** A server with these games; what is posted is noted. */
function serve(): { path: string; body: unknown }[] {
  const posted: { path: string; body: unknown }[] = [];
  vi.stubGlobal('fetch', (path: string, asked: RequestInit) => {
    if (asked.method === 'POST') posted.push({ path, body: JSON.parse(asked.body as string) });
    const answer =
      path === '/api/rulesets'
        ? ROWS
        : path === '/api/levels'
          ? ['easy', 'normal']
          : path === '/api/quick'
            ? { table: { code: 'K7M2QXR9' } }
            : { games: [{ ruleset: 'recharged/germany' }], areas: [], cities: [], connections: [] };
    return Promise.resolve(new Response(JSON.stringify(answer)));
  });
  return posted;
}

beforeEach(() => {
  localStorage.clear();
  choose({ language: 'en' });
  go('/boards', true);
});

describe('the words of the atlas', () => {
  it('are the same keys in both languages, and every published board has its five words', () => {
    expect(Object.keys(de)).toEqual(Object.keys(en));
    for (const board of [...ORIGINALS, ...EXPANSIONS])
      for (const words of [en, de]) {
        const short = (words as Record<string, string>)[`short.${board || 'cards'}`] ?? '';
        expect(short.split(' ').length, board).toBeGreaterThan(1);
        expect(short.split(' ').length, board).toBeLessThanOrEqual(5);
      }
  });
});

describe('the list of boards', () => {
  const entries = () => entriesOf(ROWS);
  const names = (wish: Partial<typeof NOTHING>, cities = '') =>
    entries()
      .filter((entry) => passes(entry, { ...NOTHING, ...wish }, cities))
      .map((entry) => entry.name);
  it('has one entry a board, the published game first, in groups', () => {
    expect(entries().map(({ id, group, years }) => [id, group, years.join(' ')])).toEqual([
      ['germany', 'originals', '2018'],
      ['cards', 'originals', '2016'],
      ['italy', 'expansions', '2004'],
      ['benelux', 'expansions', '2004 2018'],
      ['bay', 'others', '2004'],
    ]);
    expect(entries()[3]?.rows.map(({ id }) => id)).toEqual(['original/benelux', 'recharged/benelux']);
  });
  it('is narrowed by players, special rule, and words with or without their marks', () => {
    expect(names({ players: 6 })).toEqual(['Germany', 'Benelux', 'The Bay']);
    expect(names({ kind: 'plants' })).toEqual(['Benelux']);
    expect(names({ find: 'ECOLOGICAL early' })).toEqual(['Benelux']);
    expect(names({ find: 'liege' }, 'Liège')).toHaveLength(5);
    expect(names({ find: 'atlantis' })).toEqual([]);
  });
  it('has a title and a sentence for every card', () => {
    expect(cardsOf('benelux')).toHaveLength(2);
    expect(cardsOf('nowhere')).toEqual([]);
  });
});

describe('the page of boards', () => {
  it('chooses a board with one click, says how many there are, and plays it', async () => {
    const posted = serve();
    const user = userEvent.setup();
    render(<Atlas />);
    const card = await screen.findByRole('link', {
      name: /^Benelux ?\. ?Ecological plants sold early ?\. 2 to 6 players/,
    });
    expect(screen.getAllByRole('status').map((one) => one.textContent)).toContain('5 boards');
    await user.click(card);
    expect(card.getAttribute('aria-current')).toBe('true');
    const console_ = within(screen.getByRole('region', { name: 'Benelux' }));
    await user.click(console_.getByRole('button', { name: 'Play now' }));
    await waitFor(() => {
      expect(location.pathname).toBe('/t/K7M2QXR9');
    });
    expect(posted[0]?.body).toMatchObject({ ruleset: 'original/benelux', seats: 4, level: 'normal' });
  });
  it('opens the sheet with the second click', async () => {
    serve();
    const user = userEvent.setup();
    render(<Atlas />);
    const card = await screen.findByRole('link', { name: /^Italy/ });
    await user.click(card);
    await user.click(card);
    expect(location.pathname).toBe('/boards/italy');
  });
  it('keeps the heading of a group without a hit, and clears the filters', async () => {
    serve();
    const user = userEvent.setup();
    render(<Atlas />);
    await screen.findByRole('link', { name: /^Italy/ });
    await user.type(screen.getByRole('searchbox'), 'benelux');
    expect(screen.getByRole('heading', { name: /Published originals/ })).toBeTruthy();
    expect(screen.getAllByText('No board of this kind').length).toBeGreaterThan(0);
    expect(screen.getAllByRole('status').map((one) => one.textContent)).toContain('1 board of 5');
    await user.click(screen.getByRole('button', { name: 'Clear' }));
    expect(screen.queryByRole('button', { name: 'Clear' })).toBeNull();
    expect(screen.getByRole('link', { name: /^Italy/ })).toBeTruthy();
  });
  it('draws a board that was not played', async () => {
    serve();
    const user = userEvent.setup();
    vi.spyOn(Math, 'random').mockReturnValue(0);
    render(<Atlas />);
    await screen.findByRole('link', { name: /^Italy/ });
    await user.click(screen.getByRole('button', { name: 'Draw one' }));
    // Germany was played here; the card game is next
    expect(await screen.findByRole('region', { name: 'The Card Game' })).toBeTruthy();
    vi.restoreAllMocks();
  });
});

describe("a board's sheet", () => {
  it('says what is special and which editions are published', async () => {
    serve();
    render(<Sheet id="benelux" />);
    expect(await screen.findByRole('heading', { level: 1, name: 'Benelux' })).toBeTruthy();
    expect(screen.getByRole('heading', { name: 'Five on offer' })).toBeTruthy();
    const editions = screen.getAllByRole('radio').map((one) => one.parentElement?.textContent);
    expect(editions).toEqual([' Original 2004 published', ' Recharged 2018 composed by us']);
  });
  it('of a board that is not here says so', async () => {
    serve();
    render(<Sheet id="atlantis" />);
    expect(await screen.findByRole('heading', { name: 'There is no board of this name here.' })).toBeTruthy();
  });
});
