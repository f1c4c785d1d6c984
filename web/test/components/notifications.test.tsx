import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import HookForm from '../../src/notifications/HookForm';
import { notifications } from '../../src/notifications/notifications';
import { NotificationsDialog } from '../../src/notifications/NotificationsDialog';
import type { NotificationsView, TableView } from '../../src/protocol/schema';

const VIEW: NotificationsView = {
  push_key: null,
  mail_offered: true,
  hooks_offered: true,
  after: 180,
  pushing: false,
  mail: 'anna@example.org',
  mail_on: true,
  language: 'en',
  zone: 'UTC',
  quiet_from: 60,
  quiet_to: 120,
  off: ['chat'],
  troubles: { mail: 'refused' },
};
const TABLE = {
  code: 'K7M2QXR9',
  seats: [
    { seat: 0, kind: 'person', name: 'Anna' },
    { seat: 1, kind: 'bot', name: 'Watt' },
    { seat: 2, kind: 'person', name: 'Bob' },
  ],
} as TableView;

describe('notifications', () => {
  let requests: [string, unknown][] = [];
  beforeEach(() => {
    requests = [];
    notifications.set(null);
    vi.stubGlobal('fetch', (path: string, options?: { body?: string }) => {
      const body = JSON.parse(options?.body ?? 'null') as { off?: string[] } | null;
      if (body !== null) requests.push([path, body]);
      const hook = { kind: null, host: null, off: [], mentions: {} };
      const answer = path.endsWith('/hook') ? hook : { ...VIEW, off: body?.off ?? VIEW.off };
      return Promise.resolve(new Response(JSON.stringify(answer)));
    });
  });
  afterEach(() => {
    cleanup();
    vi.unstubAllGlobals();
  });

  it('are switched off one by one, and the quiet hours stay', async () => {
    render(<NotificationsDialog onClose={() => undefined} />);
    const user = userEvent.setup();
    const chat = await screen.findByRole<HTMLInputElement>('checkbox', { name: /somebody writes/ });
    expect(chat.checked).toBe(false);
    await user.click(screen.getByRole('checkbox', { name: 'when a game begins' }));
    expect(requests[0]?.[1]).toMatchObject({ off: ['began', 'chat'], quiet_from: 60, quiet_to: 120 });
    await user.click(chat);
    expect(requests[1]?.[1]).toMatchObject({ off: ['began'] });
  });

  it('that did not arrive are shown, and a test clears it', async () => {
    render(<NotificationsDialog onClose={() => undefined} />);
    expect((await screen.findByRole('alert')).textContent).toMatch(/^Mail: the last notification was refused/);
    vi.stubGlobal('fetch', () => Promise.resolve(new Response('{"trouble":null}')));
    await userEvent.setup().click(screen.getByRole('button', { name: 'Send a test mail' }));
    expect(await screen.findByText(/It should arrive/)).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('of a chat room mention the people whose ids the owner knows', async () => {
    render(<HookForm table={TABLE} />);
    const user = userEvent.setup();
    await user.type(await screen.findByLabelText('Webhook address'), 'https://chat.example.org/x');
    expect(screen.queryByLabelText(/Id of Watt/)).toBeNull();
    await user.type(screen.getByLabelText(/Id of Bob/), ' 123456789012345678 ');
    await user.click(screen.getByRole('button', { name: 'Set the webhook' }));
    expect(requests).toEqual([
      [
        '/api/tables/K7M2QXR9/hook',
        expect.objectContaining({ url: 'https://chat.example.org/x', mentions: { 2: '123456789012345678' } }),
      ],
    ]);
  });
});
