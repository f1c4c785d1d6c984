/** Pictures of the rules in every published game, at its first decision. */
import { cleanup, render, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { Store } from '../../src/base/store';
import { EXPANSIONS } from '../../src/boards/known';
import { Overview } from '../../src/learn/Overview';
import { RulePicture } from '../../src/learn/RulePicture';
import { tipsOf } from '../../src/learn/special/special';
import { EMPTY, PlayContext, type Play } from '../../src/state/play';
import { nothing, STILL } from '../../src/state/still';
import { NotedSession, type Fixture } from './kit';

const GAMES = import.meta.glob<Fixture>('../fixtures/rules/*.json', { import: 'default' });
/** What the rules say of this very game; the others are chapters of the rule book. */
const OWN = ['numbers', 'tables', 'switches', 'policies', 'reconstructed', 'refusals'];

const played = ({ table, board, view, entries }: Fixture): Play => ({
  session: new NotedSession([], view.game),
  table,
  board,
  layout: null,
  view,
  game: view.game,
  entries,
  me: null,
  menu: null,
  names: table.seats.map((seat) => seat.name),
  draft: EMPTY,
  change: nothing,
  ...STILL,
  plants: new Map(board.plants.map((plant) => [plant.id, plant])),
  busy: false,
});

describe.each(Object.entries(GAMES))('%s', (_, load) => {
  it('has a picture beside each sentence of the overview, each chapter and each special rule', async () => {
    const shown = await load();
    const { board, rules, view } = shown;
    const tips = EXPANSIONS.includes(board.board) ? tipsOf(board.board, board.ruleset) : [];
    const chapters = rules.sections.map((section) => section.key).filter((key) => !OWN.includes(key));
    render(
      <PlayContext.Provider value={new Store(played(shown))}>
        <Overview onAll={nothing} />
        {chapters.map((key) => (
          <div key={key} className="chapter" data-chapter={key}>
            <RulePicture topic={key} />
          </div>
        ))}
      </PlayContext.Provider>,
    );
    await waitFor(() => {
      expect(document.querySelectorAll('[data-special]')).toHaveLength(tips.length);
    });
    const bare = [
      ...document.querySelectorAll('.overview section:not(:has(ul)), .overview li:not(li li), .chapter'),
    ].filter((one) => !one.closest('.rule-picture') && !one.querySelector('.rule-picture :is(svg, b, li, .money)'));
    expect(bare.map((one) => one.outerHTML)).toEqual([]);
    const fuel = document.querySelector('.overview [data-topic=fuel]');
    if (board.kind === 'cards')
      expect(fuel?.querySelectorAll('.rule-card')).toHaveLength(Object.values(view.game.columns).flat().length);
    else expect(fuel?.querySelectorAll('[data-market]')).toHaveLength(board.markets.length);
    cleanup();
  });
});

it('covers every published game', () => {
  expect(Object.keys(GAMES).length).toBeGreaterThanOrEqual(49);
});
