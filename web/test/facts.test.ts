import { describe, expect, it } from 'vitest';
import { cityFacts } from '../src/state/facts';
import { rows } from '../src/state/play';
import { fixture } from './components/kit';

/** The facts of your own building turn, with and without the server's answer about the empty plan. */
function facts(answered: boolean) {
  const { board, view, quotes } = fixture('build');
  const quoted = quotes.find(({ plan }) => plan.cities?.length === 0)?.quoted ?? null;
  const { mine, game } = view;
  const { menu } = mine;
  const all = cityFacts({
    board,
    mine,
    areas: game.areas,
    own: game.seats[0],
    menu,
    me: 0,
    plan: [],
    costs: true,
    quoted: answered ? quoted : null,
  });
  const open = Object.entries(all)
    .filter(([, { light }]) => light === 'open')
    .map(([city]) => city);
  return { all, open: open.sort(), offered: [...new Set(rows(menu, 'build').map((row) => row.city))].sort() };
}

describe('before the answer about a plan has come', () => {
  it('the cities that can be built are open, and no others; the same with the answer', () => {
    const { all, open, offered } = facts(false);
    expect(open).toEqual(offered);
    expect(Object.values(all).filter(({ light }) => light === 'closed').length).toBeGreaterThan(0);
    expect(facts(true).open).toEqual(offered);
  });
});
