/** Advice for tests: choices, answers, and a table with the adviser open. */
import { waitFor } from '@testing-library/react';
import { expect, vi } from 'vitest';
import type { ChoiceView, Hint } from '../../src/protocol/schema';
import { show, type Fixture } from './kit';

export const choice = (part: Partial<ChoiceView>): ChoiceView => ({
  kind: 'leave',
  actions: [{ type: 'pass', seat: 0 }],
  gain: [0, 0],
  limit: 0,
  chance: 0.4,
  low: 0.3,
  high: 0.5,
  claims: [{ code: 'no_burner', args: {}, text: 'None of your plants burns fuel.' }],
  plan: null,
  ...part,
});

export const hintOf = (table: { shown: Fixture }, choices: ChoiceView[], part: Partial<Hint> = {}): Hint => ({
  type: 'hint',
  id: '1',
  seat: 0,
  seq: table.shown.view.seq,
  level: 'coach',
  advice: { action: choices[0]?.actions[0] ?? { type: 'pass', seat: 0 }, value: 0, reason: null },
  alternatives: [],
  choices,
  worths: {},
  alike: false,
  ...part,
});

/** Open the adviser with what it answers. */
export async function advised(
  name: string,
  choices: (shown: Fixture) => ChoiceView[],
  part: (shown: Fixture) => Partial<Hint> = () => ({}),
) {
  const table = show(name, (shown) => {
    shown.table.hints = true;
  });
  const answer = vi.spyOn(table.session, 'hint');
  answer.mockResolvedValue(hintOf(table, choices(table.shown), part(table.shown)));
  const proxy = vi.spyOn(table.session, 'proxy').mockReturnValue(undefined);
  await table.user.keyboard('h');
  await waitFor(() => {
    const told = document.querySelector('.advised-do, .advised-note');
    expect(told?.textContent ?? '').not.toBe('');
  });
  return { ...table, proxy, answer };
}
