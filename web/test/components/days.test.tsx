import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { settings } from '../../src/base/settings';
import { dayOf, daysBetween } from '../../src/days/days';
import DaysDialog from '../../src/days/DaysDialog';
import Requests from '../../src/days/Requests';
import type { TableView } from '../../src/protocol/schema';
import { clockName, clockPlan, clockText, hoursOf } from '../../src/state/clocks';

const TABLE = {
  code: 'K7M2QXR9',
  yours: [2],
  clock: { kind: 'days' },
  pause: null,
  back: null,
  rated: false,
  seats: ['Anna', 'Bob', 'Greg', 'Watt'].map((name, seat) => ({
    seat,
    name,
    kind: seat === 3 ? 'bot' : 'person',
    resigned: false,
  })),
} as unknown as TableView;
const PAUSE = { by: 0, until: null, agreed: [0, 1], running: false };

describe('pauses, days off and moves to take back', () => {
  let requests: [string, unknown][] = [];
  beforeEach(() => {
    requests = [];
    vi.stubGlobal('fetch', (path: string, options?: { body?: string }) => {
      const body: unknown = JSON.parse(options?.body ?? 'null');
      if (body !== null) requests.push([path, body]);
      const days = { days: [`${String(new Date().getFullYear())}-01-01`], yearly: 10 };
      return Promise.resolve(new Response(JSON.stringify(path.endsWith('days-off') ? days : TABLE)));
    });
  });
  afterEach(() => {
    cleanup();
    vi.unstubAllGlobals();
    settings.set({ ...settings.get(), language: 'en' });
  });

  it('ask you to agree, count people only, and send your answer', async () => {
    render(<Requests table={{ ...TABLE, pause: PAUSE }} />);
    expect(screen.getByText('Anna asks for a pause.')).toBeTruthy();
    expect(screen.getByText('2 of 3 agree; all must.')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Agree' }));
    expect(requests).toEqual([['/api/tables/K7M2QXR9/pause', { do: 'agree', seat: 2 }]]);
  });

  it('show the shapes of those who agree, and as a card the days off that are left', async () => {
    const { container, rerender } = render(<Requests table={{ ...TABLE, pause: PAUSE }} card />);
    expect(container.querySelectorAll('.day-agreed .token')).toHaveLength(2);
    expect(container.querySelector('.day-agreed')?.textContent).toContain('Anna, Bob');
    expect(await screen.findByText('Your days off: 9 of 10 left this year')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Take days off' }));
    await screen.findByText(/9 days of 10 left this year/);
    await userEvent.keyboard('{Escape}');
    settings.set({ ...settings.get(), language: 'de' });
    rerender(<Requests table={{ ...TABLE, pause: { ...PAUSE, agreed: [0] } }} card />);
    expect(container.querySelectorAll('.day-agreed .token')).toHaveLength(1);
    expect(await screen.findByText('Freie Tage: noch 9 von 10 im Jahr')).toBeTruthy();
    rerender(<Requests table={{ ...TABLE, pause: PAUSE }} />);
    expect(screen.queryByText(/Freie Tage: noch/)).toBeNull();
    rerender(<Requests table={{ ...TABLE, clock: { ...TABLE.clock, kind: 'bank' }, pause: PAUSE }} card />);
    expect(screen.queryByText(/Freie Tage: noch/)).toBeNull();
  });

  it('are withdrawn by the one who asked, and only looked at by watchers', async () => {
    const { rerender } = render(<Requests table={{ ...TABLE, back: { by: 2, to: 9, cards: true, agreed: [2] } }} />);
    expect(screen.getByText(/a card was revealed meanwhile/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Agree' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Withdraw' }));
    expect(requests).toEqual([['/api/tables/K7M2QXR9/back', { do: 'refuse', seat: 2 }]]);
    rerender(<Requests table={{ ...TABLE, yours: [], pause: PAUSE }} />);
    expect(screen.queryAllByRole('button')).toEqual([]);
  });

  it('say until when the pause lasts and end it', async () => {
    settings.set({ ...settings.get(), language: 'de' });
    const until = new Date(2026, 10, 19).toISOString();
    render(<Requests table={{ ...TABLE, pause: { ...PAUSE, until, running: true } }} />);
    expect(screen.getByText(/Pause bis Do., 19. Nov./)).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Pause beenden' }));
    expect(requests[0]?.[1]).toEqual({ do: 'resume', seat: 2 });
  });

  it('take days off in the zone of the browser', async () => {
    render(<DaysDialog table={TABLE} seat={2} onClose={() => undefined} />);
    await screen.findByText(/9 days of 10 left this year/);
    await userEvent.click(screen.getByRole('button', { name: 'Take 1 day off' }));
    const today = dayOf(new Date());
    expect(requests[0]?.[1]).toMatchObject({ days: [today], take: true });
    await userEvent.click(screen.getByRole('button', { name: 'Ask to take back my last move' }));
    expect(requests[1]).toEqual(['/api/tables/K7M2QXR9/back', { do: 'ask', seat: 2 }]);
  });

  it('count days over a change of months and none the wrong way round', () => {
    expect(daysBetween('2026-10-30', '2026-11-02')).toEqual(['2026-10-30', '2026-10-31', '2026-11-01', '2026-11-02']);
    expect(daysBetween('2026-11-02', '2026-11-01')).toEqual([]);
  });

  it('show a clock of more than two weeks as it is', () => {
    const name = clockName({ kind: 'days', left: [30 * 86400] });
    expect(hoursOf(name ?? '')).toBe(720);
    expect(clockText(name ?? '')).toBe('30 days per turn');
    expect(clockPlan(name ?? '')).toMatchObject({ days: 30 });
  });
});
