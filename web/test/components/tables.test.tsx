import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { TableLine } from '../../src/home/TableLine';
import { YourTurn } from '../../src/home/YourTurn';
import type { TableView } from '../../src/protocol/schema';
import { fixture } from './kit';

const alone = (change: Partial<TableView>): TableView => {
  const { table } = fixture('auction');
  const seats = table.seats.map((seat, at) => ({ ...seat, kind: at === 0 ? ('person' as const) : ('bot' as const) }));
  return { ...table, seats, state: 'playing', actor: 0, yours: [0], owner: true, ...change };
};
const game = alone({ code: 'GAME', name: 'Night train' });
const lesson = alone({ code: 'LESSON', name: 'Lesson', lesson: 'first' });
const tried = alone({ code: 'TRIAL', name: 'Tried out', fork_of: ['GAME', 3] });

describe('a lesson and a position that is tried out', () => {
  it.each([
    ['a lesson', lesson],
    ['a position', tried],
  ])('are never your turn, and can be dismissed: %s', async (_, table) => {
    const away = vi.fn();
    render(
      <ul>
        <TableLine table={table} onDismiss={away} />
      </ul>,
    );
    expect(screen.queryByText('Your turn')).toBeNull();
    await userEvent.setup().click(screen.getByRole('button', { name: `Dismiss ${table.name}` }));
    expect(away).toHaveBeenCalledExactlyOnceWith(table.code);
  });

  it('cannot be dismissed by somebody else than the owner', () => {
    render(<TableLine table={{ ...lesson, owner: false }} onDismiss={vi.fn()} />);
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('are not among the games that wait for you, whose lines have no such button', () => {
    render(<YourTurn tables={[lesson, tried, game]} />);
    expect(document.body.textContent).toContain('Night train');
    expect(document.body.textContent).not.toContain('Tried out');
    expect(document.body.textContent).not.toContain('Lesson');
    const { container } = render(<TableLine table={game} onDismiss={vi.fn()} />);
    expect(within(container).getByText('Your turn')).toBeTruthy();
    expect(within(container).queryByRole('button')).toBeNull();
  });
});
