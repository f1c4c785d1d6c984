import { render, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { choose } from '../../src/base/settings';
import { networkOf } from '../../src/end/network';
import { moneyNote, wordsOf, type Row } from '../../src/end/standing';
import { spread } from '../../src/parts/Chart';
import { PlayAgain } from '../../src/parts/PlayAgain';
import type { TableView } from '../../src/protocol/schema';
import { show, type Fixture } from './kit';

const row = (seat: number, place: number, score: number, money: number, further = 0): Row => ({
  seat,
  place,
  score,
  money,
  further,
});
const FOUR = [row(1, 1, 17, 27), row(2, 2, 16, 69), row(0, 3, 16, 46), row(3, 4, 16, 16)];
const names = ['You', 'Ampère', 'Faraday', 'Curie'];
const words = (rows: readonly Row[], yours: number[]) => wordsOf({ rows, cards: false, names, yours });

afterEach(() => {
  document.documentElement.removeAttribute('data-motion');
});

describe('the sentences of the end', () => {
  it('say who won and why, and your own place with what decided it', () => {
    expect(words(FOUR, [0])).toEqual({
      title: 'Ampère wins',
      why: 'The only one with 17 cities powered.',
      place: 'You are third of four.',
      detail: '16 cities powered, like Faraday and Curie. Faraday had 23 Elektro more. Curie had 30 Elektro less.',
    });
  });
  it('say when money decided', () => {
    const rows = [row(2, 1, 16, 69), row(0, 2, 16, 46)];
    expect(words(rows, [0]).why).toBe('Most money of the 2 with 16 cities powered.');
    expect(rows.map((one) => moneyNote(one, rows))).toEqual(['most of 16', '23 less']);
    expect(FOUR.map((one) => moneyNote(one, FOUR))).toEqual(['', 'most of 16', '23 less', '53 less']);
  });
  it('say what decided where money was equal too, and then call nobody’s money the most', () => {
    const rows = [row(2, 1, 16, 69, 18), row(0, 2, 16, 69, 17), row(1, 3, 16, 20, 21)];
    expect(words(rows, [0]).why).toBe('Most cities, 18, of the 2 with 16 cities powered and the same money.');
    expect(rows.map((one) => moneyNote(one, rows))).toEqual(['', '', '49 less']);
    expect(wordsOf({ rows, cards: true, names, yours: [] }).why).toBe(
      'Largest plant, 18, of the 2 with 16 points and the same money.',
    );
    expect(words([row(2, 1, 16, 69, 18), row(0, 1, 16, 69, 18)], [0]).why).toBe(
      '16 cities powered and the same money each.',
    );
  });
  it('compare what is left over in the card game, and do not call it all the money a player had', () => {
    const rows = [row(2, 1, 10, 5), row(0, 2, 10, 0)];
    expect(wordsOf({ rows, cards: true, names, yours: [0] })).toMatchObject({
      why: 'Most money left over of the 2 with 10 points.',
      detail: '10 points, like Faraday.',
    });
  });
  it('say that you win, alone or with others, and nothing of your place to those who look', () => {
    const own = [row(0, 1, 17, 27), row(1, 2, 15, 9)];
    expect(words(own, [0])).toMatchObject({ title: 'You win', detail: '17 cities powered, 2 more than Ampère.' });
    expect(words([row(0, 1, 17, 27), row(3, 1, 17, 27)], [0]).title).toBe('You share the win with Curie');
    expect(words(FOUR, []).place).toBeNull();
    expect(words([], [0])).toMatchObject({ title: 'The game ended early', place: null });
  });
  it('are German where German is chosen', () => {
    choose({ language: 'de' });
    expect(words(FOUR, [0]).place).toBe('Platz 3 von 4 für dich.');
  });
});

describe('a network', () => {
  it('is held together by dotted ways through others’ cities, the cheapest ones', () => {
    const links: [string, string, number][] = [
      ['a', 'b', 3],
      ['b', 'x', 5],
      ['x', 'c', 5],
      ['b', 'y', 2],
      ['y', 'z', 2],
      ['z', 'c', 9],
      ['c', 'd', 4],
    ];
    const { own, through } = networkOf(['a', 'b', 'c', 'd'], links);
    expect(own.map(({ from, to }) => from + to)).toEqual(['ab', 'cd']);
    expect(own.map(({ after }) => after)).toEqual([1, 3]);
    expect(through.map(({ from, to }) => from + to)).toEqual(['bx', 'xc']);
  });
});

describe('names at the ends of lines', () => {
  it('stay apart and inside', () => {
    expect(spread([50, 52, 51], 10, 200)).toEqual([50, 86, 68]);
    expect(spread([198, 199], 10, 200)).toEqual([182, 200]);
  });
});

describe('the end of a game', () => {
  const won = ({ table, view }: Fixture): void => {
    table.seats.forEach((seat) => {
      seat.name = seat.seat === 1 ? 'Ampère' : 'You';
    });
    expect(view.game.result?.ranking[0]).toEqual([1]);
  };
  it('shows the winner’s network, and another player’s at a press', async () => {
    const { shown, user } = show('over', won);
    await screen.findByRole('dialog', { name: 'Ampère wins' });
    const cities = shown.view.game.seats.map((seat) => seat.cities.length);
    expect(await screen.findByRole('img', { name: `The network of Ampère: ${cities[1]} cities` })).toBeTruthy();
    expect(document.querySelectorAll('.end-city.own')).toHaveLength(cities[1] ?? 0);
    await user.click(screen.getByRole('button', { name: 'You', pressed: false }));
    expect(document.querySelectorAll('.end-city.own')).toHaveLength(cities[0] ?? 0);
    expect(screen.getByText('You are second of two.')).toBeTruthy();
  });
  it.each([
    [true, 'Copied'],
    [false, 'Not copied'],
  ])('shows on its button whether the link was copied: %s', async (done, name) => {
    Object.assign(document, { execCommand: () => done });
    const { user } = show('over', won);
    await user.click(await screen.findByRole('button', { name: 'Share' }));
    expect(await screen.findByRole('button', { name })).toBeTruthy();
    Reflect.deleteProperty(document, 'execCommand');
  });
  it('has no scene for a game that was over when it was opened', async () => {
    show('over', won);
    const end = await screen.findByRole('dialog', { name: 'Ampère wins' });
    expect(end.className).not.toContain('plays');
  });
  it('plays its scene where the game ends here, and any key ends that', async () => {
    const { shown, user, next } = show('over', (all) => {
      won(all);
      all.view.game.phase = 'power';
    });
    choose({ pace: 'normal' });
    next((later) => {
      later.view.game.phase = 'over';
      later.view.seq = shown.view.seq + 1;
    });
    const end = await screen.findByRole('dialog', { name: 'Ampère wins' });
    expect(end.className).toContain('plays');
    await user.keyboard('x');
    expect(end.className).not.toContain('plays');
  });
  it('has no scene where motion is reduced', async () => {
    document.documentElement.dataset.motion = 'less';
    const { next } = show('over', (all) => {
      won(all);
      all.view.game.phase = 'power';
    });
    choose({ pace: 'normal' });
    next((later) => {
      later.view.game.phase = 'over';
    });
    const end = await screen.findByRole('dialog', { name: 'Ampère wins' });
    await waitFor(() => {
      expect(end.className).not.toContain('plays');
    });
  });
});

describe('a rematch with the same people', () => {
  const person = (seat: number, name: string) => ({ seat, name, kind: 'person', resigned: false });
  const table = (again: number[], rematch: string | null = null): TableView =>
    ({
      code: 'OLD',
      yours: [0],
      again,
      rematch,
      seats: [person(0, 'Ann'), person(1, 'Ben'), { ...person(2, 'Cid'), resigned: true }, { seat: 3, kind: 'bot' }],
    }) as unknown as TableView;
  it('says who wants one, then for whom it waits, and follows to the new table only whoever agreed', () => {
    const { rerender } = render(<PlayAgain table={table([])} quiet />);
    expect(screen.getByRole('button').textContent).toBe('Rematch');
    rerender(<PlayAgain table={table([1])} quiet />);
    expect(screen.getByRole('status').textContent).toBe('asked by Ben');
    rerender(<PlayAgain table={table([0])} quiet />);
    expect(screen.getByRole('status').textContent).toBe('waiting for Ben');
    expect(screen.getByRole('button').getAttribute('aria-disabled')).toBe('true');
    rerender(<PlayAgain table={table([1], 'NEW')} quiet />);
    expect(location.pathname).not.toBe('/t/NEW');
    rerender(<PlayAgain table={table([0, 1], 'NEW')} quiet />);
    expect(location.pathname).toBe('/t/NEW');
  });
});
