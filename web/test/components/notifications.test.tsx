import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import HookForm from '../../src/notifications/HookForm';
import { notifications } from '../../src/notifications/notifications';
import { NotificationsDialog } from '../../src/notifications/NotificationsDialog';
import type { HookView, NotificationsView, TableView } from '../../src/protocol/schema';

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
  let trouble: string | null = null;
  let kept: HookView | null = null;
  let view = VIEW;
  beforeEach(() => {
    requests = [];
    trouble = null;
    kept = null;
    view = VIEW;
    notifications.set(null);
    vi.stubGlobal('fetch', (path: string, options?: { body?: string }) => {
      const body = JSON.parse(options?.body ?? 'null') as object | null;
      if (body !== null) requests.push([path, body]);
      const unset = { kind: null, host: null, off: [], mentions: {}, trouble };
      const hook = options?.body === undefined ? (kept ?? unset) : { ...(kept ?? unset), ...body };
      const answers = [
        ['/hook', hook],
        ['/test', { trouble: null }],
        ['', { ...view, ...body }],
      ] as const;
      const answer = answers.find(([end]) => path.endsWith(end))?.[1];
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
    const chat = await screen.findByRole<HTMLInputElement>('checkbox', {
      name: 'when somebody writes, once per hour at most',
    });
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
  it('of a set chat room are switched, tried and removed where they are', async () => {
    kept = {
      kind: 'slack',
      host: 'hooks.example.org',
      off: ['half', 'chat'],
      mentions: { 2: 'U024BE7LH' },
      trouble: null,
    };
    render(<HookForm table={TABLE} />);
    const user = userEvent.setup();
    const chat = await screen.findByRole<HTMLInputElement>('checkbox', {
      name: 'when somebody writes, once per hour at most',
    });
    expect(chat.checked).toBe(false);
    expect(screen.getByLabelText<HTMLInputElement>(/Id of Bob/).value).toBe('U024BE7LH');
    await user.click(chat);
    await user.click(screen.getByRole('checkbox', { name: 'when the game begins' }));
    await user.click(screen.getByRole('button', { name: 'Save the changes' }));
    const [path, wish] = requests[0] ?? [];
    expect(path).toBe('/api/tables/K7M2QXR9/hook');
    expect(wish).toMatchObject({ keep: true, off: ['half', 'began'], mentions: { 2: 'U024BE7LH' } });
    expect(wish).not.toHaveProperty('url');
    await user.click(screen.getByRole('button', { name: 'Send a test to the chat room' }));
    expect(await screen.findByText(/should be in the chat room/)).toBeTruthy();
    expect(requests[1]?.[0]).toBe('/api/tables/K7M2QXR9/hook/test');
    await user.click(screen.getByRole('button', { name: 'Remove the webhook' }));
    expect(requests[2]?.[1]).toEqual({ url: null });
  });

  it('say that the mail about an address could not be sent, and send it again', async () => {
    view = { ...VIEW, mail_on: false, troubles: { mail: 'unreached' } };
    render(<NotificationsDialog onClose={() => undefined} />);
    expect((await screen.findByRole('alert')).textContent).toMatch(/could not send the mail/);
    expect(screen.queryByText(/We have sent you a mail/)).toBeNull();
    view = { ...view, troubles: {} };
    await userEvent.setup().click(screen.getByRole('button', { name: 'Send the mail again' }));
    expect(requests).toEqual([['/api/notifications/mail', { mail: 'anna@example.org' }]]);
    expect(await screen.findByText(/We have sent you a mail/)).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it.each([
    ['gone', /does not know this webhook any more/],
    ['refused', /refused the last notification/],
    ['unreached', /did not answer/],
  ])('of a chat room say to the owner that the last one failed: %s', async (why, text) => {
    trouble = why;
    render(<HookForm table={TABLE} />);
    expect((await screen.findByRole('alert')).textContent).toMatch(text);
  });
});
