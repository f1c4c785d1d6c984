import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { BoardCheck, BoardView, RulesetRow, WorkshopInfo } from '../../src/protocol/schema';
import { Lobby } from '../../src/screens/Lobby';
import { NewTable } from '../../src/screens/NewTable';
import type { FuelTables } from '../../src/workshop/fuel';
import type { BoardData } from '../../src/workshop/model';
import { keyOf, save, savedBoards } from '../../src/workshop/saved';
import { RulesForm } from '../../src/workshop/RulesForm';
import { useEditor } from '../../src/workshop/useEditor';
import './kit';

interface Answers {
  board: BoardData;
  check: BoardCheck;
  view: BoardView;
  info: WorkshopInfo;
  rulesets: RulesetRow[];
}
// by a pattern: the file is written by `python -m tools.page_fixtures` and absent from a fresh clone
const STORED = import.meta.glob<Answers>('../fixtures/boards/answers.json', { import: 'default', eager: true });
const answers = STORED['../fixtures/boards/answers.json'] as Answers;

/** A server that knows one board of mine; gives what is sent to it. */
function serve(change: Partial<Answers> = {}): [string, { options?: { board?: BoardData }; seats?: unknown }][] {
  const told = { ...answers, ...change };
  const sent: [string, { options?: { board?: BoardData }; seats?: unknown }][] = [];
  vi.stubGlobal('fetch', (path: string, options?: { body?: string }) => {
    if (options?.body) sent.push([path, JSON.parse(options.body) as (typeof sent)[number][1]]);
    const found: Record<string, unknown> = {
      '/api/rulesets': told.rulesets,
      '/api/levels': ['easy', 'normal'],
      '/api/workshop/check': told.check,
      '/api/workshop/board': told.view,
      '/api/quick': { table: { code: 'QUICK' } },
      '/api/tables': { table: { code: 'MADE' }, tables: [] },
    };
    const body = found[path] ?? (path.includes('/board?') ? told.view : { tables: [], games: [] });
    return Promise.resolve(new Response(JSON.stringify(body)));
  });
  return sent;
}

beforeEach(() => {
  localStorage.clear();
  save('k1', answers.board);
});

const title = 'The Ring, Recharged 2018';

describe('Play now', () => {
  it('leads to house rules, and to the speed of the bots', async () => {
    serve();
    const user = userEvent.setup();
    render(<Lobby />);
    // with what is chosen, and the words that start a game stand once
    expect(screen.getByRole('link', { name: 'House rules' }).getAttribute('href')).toBe(
      '/new?game=recharged%2Fgermany&seats=4&level=normal',
    );
    expect(screen.getAllByText('Play now')).toHaveLength(1);
    await user.click(screen.getByRole('button', { name: 'Bot speed: normal' }));
    expect(await screen.findByRole('dialog', { name: 'Settings' })).toBeTruthy();
  });
});

describe('a first visit of somebody who knows the game', () => {
  it('plays at once', async () => {
    const sent = serve();
    const user = userEvent.setup();
    render(<Lobby />);
    await user.click(await screen.findByRole('button', { name: 'I know it: play now' }));
    await waitFor(() => {
      expect(sent.map(([path]) => path)).toContain('/api/quick');
    });
  });
});

describe('a board of mine', () => {
  it('is offered by Play now, with the numbers of players that the server allows', async () => {
    const sent = serve();
    const user = userEvent.setup();
    render(<Lobby />);
    const games = await screen.findByRole('combobox', { name: 'Game' });
    await user.selectOptions(games, await within(games).findByRole('option', { name: title }));
    const players = screen.getByRole('combobox', { name: 'Players' });
    await waitFor(() => {
      expect(
        within(players)
          .getAllByRole('option')
          .map((one) => Number(one.textContent)),
      ).toEqual(answers.check.seats);
    });
    await user.click(screen.getByRole('button', { name: 'Play now' }));
    await waitFor(() => {
      const [, body] = sent.find(([path]) => path === '/api/quick') ?? [];
      expect(body).toMatchObject({ ruleset: 'custom', seats: 4 });
      expect(body?.options?.board).toEqual(answers.board);
    });
  });

  it('that must be fixed says so in the lobby and is not played', async () => {
    const fault = { code: 'x', level: 'fix' as const, field: '', text: 'Aa has no link', remedy: '' };
    const findings = [{ ...fault, cities: [], areas: [], links: [] }];
    const sent = serve({ check: { ...answers.check, findings, seats: [] } });
    const user = userEvent.setup();
    render(<Lobby />);
    const games = await screen.findByRole('combobox', { name: 'Game' });
    await user.selectOptions(games, await within(games).findByRole('option', { name: title }));
    const alert = await screen.findByText(/^The Ring cannot be played yet: Aa has no link\./);
    expect(alert.getAttribute('role')).toBe('alert');
    await user.click(screen.getByRole('button', { name: 'Play now' }));
    expect(sent.map(([path]) => path)).not.toContain('/api/quick');
  });

  it('is offered in the form for a table with friends, and the table holds it', async () => {
    const sent = serve();
    const user = userEvent.setup();
    render(<NewTable />);
    const games = screen.getByRole('combobox', { name: 'Game' });
    await user.selectOptions(games, await within(games).findByRole('option', { name: title }));
    await waitFor(() => {
      expect(sent.find(([path]) => path === '/api/workshop/board')?.[1]).toMatchObject({ seats: 4 });
    });
    await user.click(screen.getByRole('button', { name: 'Create table' }));
    await waitFor(() => {
      const body = sent.find(([path]) => path === '/api/tables')?.[1];
      expect(body).toMatchObject({ ruleset: 'custom' });
      expect(body?.options?.board).toEqual(answers.board);
    });
  });

  it('that is opened by the same link again is kept once', () => {
    expect(keyOf(answers.board)).toBe('k1');
    expect(keyOf({ ...answers.board, title: 'Another' })).not.toBe('k1');
    expect(savedBoards()).toHaveLength(1);
  });
});

describe('the rules of a board', () => {
  let changed: BoardData = answers.board;
  function Form({ problem = null }: { problem?: string | null }) {
    const editor = useEditor(answers.board, 'k1', String);
    changed = editor.board;
    return (
      <RulesForm
        editor={editor}
        info={answers.info}
        check={answers.check}
        problem={problem}
        onClose={() => undefined}
      />
    );
  }
  const cell = (name: string): HTMLElement => screen.getByRole('textbox', { name });
  const retype = async (name: string, value: string): Promise<void> => {
    const user = userEvent.setup();
    await user.clear(cell(name));
    if (value !== '') await user.type(cell(name), value);
    await user.tab();
  };

  it('have market and refill tables that a maker changes cell by cell', async () => {
    render(<Form />);
    await userEvent.setup().click(screen.getByRole('button', { name: 'Change these tables' }));
    await retype('coal: spaces at price 1', '5');
    await retype('uranium: spaces at price 16', '');
    await retype('uranium: highest price with tokens at the start', '14');
    await retype('oil: refill with 4 players in Step 2', '9');
    await retype('Tokens of coal in the game', '30');
    const fuel = changed.fuel as FuelTables;
    const [market] = fuel.market;
    expect(market?.spaces.coal?.[0]).toEqual([1, 5]);
    expect(market?.spaces.uranium?.at(-1)).toEqual([14, 1]);
    expect(market?.start.uranium).toEqual([14, 14]);
    expect(market?.refill['4']?.oil).toEqual([3, 9, 5]);
    expect(fuel.tokens.coal).toBe(30);
  });

  it('show what the server refuses where the maker types', () => {
    render(<Form problem="fuel.tokens.coal: expected 0 to 60" />);
    expect(screen.getByRole('status', { name: 'Checks of these rules' }).textContent).toContain('expected 0 to 60');
  });

  it('keep a number that the maker sets, and drop one that is emptied', async () => {
    render(<Form />);
    await retype('Cities that end the game, 3', '11');
    await retype('Cities that end the game, 6', '');
    expect(changed.end_cities).toMatchObject({ source: 'set in the workshop', '3': 11 });
    expect(changed.end_cities).not.toHaveProperty('6');
  });
});
