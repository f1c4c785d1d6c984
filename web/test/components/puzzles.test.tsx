import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { choose } from '../../src/base/settings';
import { api } from '../../src/net/api';
import type { ChoiceView, PuzzleVerdict, PuzzleView, StepView } from '../../src/protocol/schema';
import { Asked } from '../../src/puzzles/Asked';
import { choice } from './advice';
import { fixture } from './kit';

beforeEach(() => {
  choose({ pace: 'instant' });
});

function asked(name: string, kind: string, verdict: PuzzleVerdict) {
  const { board, view, quotes } = fixture(name);
  const seat = view.mine.menu?.seat ?? 0;
  const puzzle: PuzzleView = {
    number: 3,
    kind,
    difficulty: 2,
    seat,
    title: 'Germany',
    board,
    game: view.game,
    mine: view.mine,
    record: '',
  };
  const answer = vi.spyOn(api, 'puzzleAnswer').mockResolvedValue(verdict);
  vi.spyOn(api, 'puzzleQuote').mockImplementation((_, plan) => {
    const wanted = quotes.find((row) => JSON.stringify(row.plan.cities ?? []) === JSON.stringify(plan.cities ?? []));
    return wanted === undefined ? Promise.reject(new Error('no such quote')) : Promise.resolve(wanted.quoted);
  });
  render(<Asked puzzle={puzzle} onAnswer={() => undefined} more={() => null} />);
  return { puzzle, answer, user: userEvent.setup(), seat };
}

const loud = (): string => document.querySelector('.puzzle-console [data-primary]')?.textContent ?? '';
const claim = (code: string, args: Record<string, unknown>, text: string) => ({ code, args, text });

describe('a puzzle about a bid', () => {
  const bid = (limit: number, chance: number): ChoiceView =>
    choice({ kind: 'bid', actions: [{ type: 'bid', seat: 0, amount: limit }], limit, chance });
  const verdict: PuzzleVerdict = { right: false, own: bid(20, 0.2), best: bid(45, 0.3), other: bid(20, 0.2) };

  it('asks for the limit on the axis, and its loud button repeats the answer', async () => {
    const { answer, user } = asked('bidding', 'worth', verdict);
    expect(document.querySelector('.bid-answer .advised-axis .grip')).not.toBeNull();
    expect(document.querySelector('.bid-answer .worth-mark, .bid-answer .flag, .bid-answer .likely')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Raise bid' }));
    const value = Number(screen.getByRole('spinbutton').getAttribute('aria-valuenow'));
    expect(loud()).toBe(`Answer: Bid up to ${value}`);
    await user.click(screen.getByRole('button', { name: `Answer: Bid up to ${value}` }));
    expect(answer.mock.lastCall?.[1]).toMatchObject([{ type: 'bid', amount: value }]);
    expect(await screen.findByText('You stop too early.')).toBeTruthy();
  });

  it('says too much of a limit that is above the best', async () => {
    const { user } = asked('bidding', 'worth', { ...verdict, own: bid(60, 0.2), other: bid(60, 0.2) });
    await user.click(screen.getByRole('button', { name: /^Answer: Bid/ }));
    expect(await screen.findByText('You would pay too much.')).toBeTruthy();
  });
});

describe('a puzzle about cities', () => {
  const step = (city: string, money: number): StepView => ({
    phase: 'build',
    code: 'step_city',
    text: city,
    note: '',
    money,
    city,
    fuel: {},
  });
  const plan = (cities: [string, number][], income: number) => ({
    steps: cities.map(([city, money]) => step(city, money)),
    cost: -cities.reduce((sum, [, money]) => sum + money, 0),
    left: 11,
    sums: [claim('plan_some', { supplied: 6, cities: 7, income }, '6 of 7 cities powered: you earn 73.')],
  });

  it('compares the answers line by line, with reasons either way and figures on the map', async () => {
    const { view } = fixture('build');
    const seat = view.mine.menu?.seat ?? 0;
    const [one, two] = Object.keys(view.mine.reach[String(seat)] ?? {});
    if (one === undefined || two === undefined) throw new Error('no cities');
    const builds = (cities: string[]) => [
      ...cities.map((city) => ({ type: 'build' as const, seat, city })),
      { type: 'pass' as const, seat },
    ];
    const own = choice({ kind: 'build', actions: builds([one]), plan: plan([[one, -23]], 64) });
    const best = choice({
      kind: 'build',
      actions: builds([two]),
      plan: plan([[two, -20]], 73),
      claims: [
        claim('builds', {}, 'Build 1 city for 20.'),
        claim('beats_income', { more: 9 }, 'You earn 9 Elektro more this round than as played.'),
        claim('capacity', {}, 'Your plants can power 7 cities.'),
      ],
    });
    const less = choice({ ...own, claims: [claim('extra_money', { more: 4 }, 'You have 4 Elektro more.')] });
    const { user } = asked('build', 'city', { right: false, own: less, best, other: less });
    expect(loud()).toMatch(/^Answer: /);
    await user.click(document.querySelector('.puzzle-console [data-primary]') ?? document.body);
    await user.click(await screen.findByRole('button', { name: 'Show the answer' }));
    const lines = [...document.querySelectorAll('.puzzle-pair .best .puzzle-line')].map((line) => line.textContent);
    expect(lines).toEqual([expect.stringContaining('20'), 'Money left 11', 'Cities, powered 7, 6', 'You earn 73']);
    const ways = [...document.querySelectorAll('.puzzle-reasons li')].map((line) => line.className);
    expect(ways).toEqual(['pro', 'con', 'same']);
    await waitFor(() => {
      const tags = [...document.querySelectorAll('.ring-tag')].map((tag) => tag.textContent);
      expect(tags.toSorted()).toEqual(['missing +20', 'not needed −23']);
    });
  });
});
