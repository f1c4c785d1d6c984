import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { BotTokens } from '../../src/parts/BotTokens';
import type { BotTokenView } from '../../src/protocol/schema';

const ROW: BotTokenView = {
  id: 'TOKEN234',
  name: 'Robo',
  table: 'K7M2QXR9',
  group: null,
  made: '2026-11-01T00:00:00Z',
  until: '2026-12-01T12:00:00Z',
  seats: [{ code: 'K7M2QXR9', seat: 1 }],
};

describe('the tokens of your own bots', () => {
  let rows: BotTokenView[] = [];
  let requests: [string, unknown][] = [];
  beforeEach(() => {
    rows = [];
    requests = [];
    vi.stubGlobal('fetch', (path: string, options?: { body?: string }) => {
      requests.push([path, JSON.parse(options?.body ?? 'null')]);
      if (path.endsWith('/revoke')) {
        rows = [];
        return Promise.resolve(new Response(null, { status: 204 }));
      }
      if (options?.body === undefined) return Promise.resolve(new Response(JSON.stringify({ tokens: rows })));
      rows = [ROW, { ...ROW, id: 'OTHER234', name: 'Elsewhere', table: 'ELSEWHER' }];
      return Promise.resolve(new Response(JSON.stringify({ token: 'kwb_secret', made: ROW })));
    });
  });
  afterEach(() => {
    cleanup();
    vi.unstubAllGlobals();
  });

  it('asks for nothing until it is opened, shows a token once with its command, and revokes it', async () => {
    render(<BotTokens table="K7M2QXR9" />);
    expect(requests).toEqual([]);
    const user = userEvent.setup();
    await user.click(screen.getByText('Your own bot'));
    await user.type(screen.getByLabelText('Name of the bot'), ' Robo ');
    await user.click(screen.getByRole('button', { name: 'Make a bot token' }));
    const field = await screen.findByLabelText<HTMLInputElement>('Start the bot with');
    expect(field.value).toContain('KILOWATT_BOT_TOKEN=kwb_secret kilowatt connect');
    expect(field.value).toContain('K7M2QXR9 --bot');
    expect(requests).toContainEqual(['/api/bots', { name: 'Robo', table: 'K7M2QXR9', group: null }]);
    expect(await screen.findByText(/valid until 1 December|valid until December 1/)).toBeTruthy();
    expect(screen.queryByText(/Elsewhere/)).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Revoke Robo' }));
    await waitFor(() => {
      expect(screen.queryByRole('button', { name: 'Revoke Robo' })).toBeNull();
    });
    expect(requests).toContainEqual(['/api/bots/TOKEN234/revoke', {}]);
    expect(screen.queryByLabelText('Start the bot with')).toBeNull();
  });
});
