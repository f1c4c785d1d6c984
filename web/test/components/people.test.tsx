import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { ChatMessage } from '../../src/protocol/schema';
import { show, type Fixture } from './kit';

const said = (who: string, text: string, id: number): ChatMessage => ({
  type: 'chat',
  seat: who.startsWith('seat-') ? Number(who.slice(5)) : null,
  name: '',
  text,
  at: '2026-01-01T00:00:00Z',
  id,
  who,
});
const WATCHER = '0123456789ab';

/** Open the table's menu with two people in its chat; gives what is sent to the server. */
async function people(owner: boolean, change: (shown: Fixture) => void = () => undefined) {
  const { shown, session, user } = show('build', (found) => {
    found.table.owner = owner;
    change(found);
  });
  const requests: [string, unknown][] = [];
  vi.stubGlobal('fetch', (path: string, options?: { body?: string }) => {
    requests.push([path, JSON.parse(options?.body ?? 'null')]);
    return Promise.resolve(new Response(JSON.stringify(shown.table)));
  });
  session.live.update({ chat: [said(WATCHER, 'spoiler', 7), said('seat-1', 'hello', 8), said(WATCHER, 'more', 9)] });
  await user.click(screen.getByRole('button', { name: 'Menu' }));
  const press = (name: string, which = 0) => user.click(screen.getAllByRole('button', { name })[which] as HTMLElement);
  return { requests, press, session };
}

describe('people at a table', () => {
  it('are muted and removed by the owner, spectators only removed', async () => {
    const { requests, press } = await people(true);
    expect(screen.getAllByRole('button', { name: 'Mute' })).toHaveLength(2);
    expect(screen.getAllByRole('button', { name: 'Remove' })).toHaveLength(1);
    await press('Remove');
    await press('Mute', 1);
    await press('Close the chat to spectators');
    await waitFor(() => {
      expect(requests.map(([, body]) => body)).toEqual([
        { do: 'remove', who: WATCHER },
        { do: 'mute', who: 'seat-1' },
        { do: 'close_chat', who: null },
      ]);
    });
  });
  it('are hidden and reported by anybody, with the lines they wrote', async () => {
    const { requests, press, session } = await people(false);
    const hide = vi.spyOn(session, 'hide').mockReturnValue(true);
    expect(screen.queryByRole('button', { name: 'Mute' })).toBeNull();
    await press('Hide chat');
    expect(hide).toHaveBeenCalledWith(WATCHER, true);
    await press('Report');
    await waitFor(() => {
      expect(requests).toEqual([['/api/tables/FIXTURES/report', { lines: [7, 9], reason: '' }]]);
    });
  });
});
