/** What the page says of the game on this device: what is not kept, and what could not be got. */
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Getting } from '../../src/home/Getting';
import { offer, startInstall } from '../../src/base/install';
import { online } from '../../src/base/online';
import { Here } from '../../src/frame/Here';
import { Saved } from '../../src/home/Saved';
import { choosePort, type Reply } from '../../src/net/port';
import { device, type Device } from '../../src/net/device';
import { DeviceNotes } from '../../src/parts/DeviceNotes';
import './kit';

const first: Device = { ...device.get() };
beforeEach(() => {
  device.set({ ...first });
});

describe('a browser without room', () => {
  it('is named at the table as soon as a move is not kept, until one is', () => {
    render(<DeviceNotes />);
    expect(screen.queryByRole('alert')).toBeNull();
    act(() => {
      device.update({ kept: false });
    });
    expect(screen.getByRole('alert').textContent).toContain('does not store this game: there is no room');
    act(() => {
      device.update({ kept: true });
    });
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('is named on the first screen where the files are not kept, in place of "works offline"', () => {
    device.update({ state: 'ready', stored: false, offline: true });
    render(<Getting />);
    expect(screen.getByRole('status').textContent).toContain('only while the page is open');
    expect(screen.queryByText(/Works offline from now on/)).toBeNull();
  });

  it('is not named where all is kept, and the note is closed for good', async () => {
    device.update({ state: 'ready', stored: true, offline: true });
    const user = userEvent.setup();
    render(<Getting />);
    expect(screen.getByText(/Works offline from now on/)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Close' }));
    expect(screen.queryByText(/Works offline from now on/)).toBeNull();
  });

  it('is said once in a visit: not again after another screen', () => {
    device.update({ state: 'ready', stored: true, offline: true });
    render(<Getting />).unmount();
    render(<Getting />);
    expect(screen.queryByText(/Works offline from now on/)).toBeNull();
  });
});

describe('a download', () => {
  it.each([
    ['stopped', /stopped/i],
    ['damaged', /came damaged/],
    ['elsewhere', /window/],
    ['failed', /./],
  ] as const)('that is %s says so, and can be tried again', (fault, said) => {
    device.update({ state: fault, detail: 'why' });
    render(<Getting />);
    expect(screen.getByRole('alert').textContent).toMatch(said);
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
  });
});

describe('the way to the home screen', () => {
  afterEach(() => {
    offer.set(null);
  });

  it('is offered only where the browser offers it, and once', async () => {
    device.update({ state: 'ready', stored: true, offline: true });
    const user = userEvent.setup();
    startInstall();
    render(<Getting />);
    expect(screen.queryByRole('button', { name: 'Put it on the home screen' })).toBeNull();
    const prompt = vi.fn(() => Promise.resolve());
    const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt });
    act(() => {
      window.dispatchEvent(event);
    });
    // the browser's own bar would cover the page
    expect(event.defaultPrevented).toBe(true);
    await user.click(screen.getByRole('button', { name: 'Put it on the home screen' }));
    expect(prompt).toHaveBeenCalledTimes(1);
    expect(screen.queryByRole('button', { name: 'Put it on the home screen' })).toBeNull();
  });
});

describe('the head of the page', () => {
  it('says when the network is gone, and when it is back', () => {
    render(<Here />);
    expect(screen.getByText('no account, no server')).toBeTruthy();
    act(() => {
      online.set(false);
    });
    expect(screen.getByRole('status').textContent).toBe('No network · playing on this device');
    act(() => {
      online.set(true);
    });
    expect(screen.queryByText(/No network/)).toBeNull();
  });
});

describe('what the device keeps', () => {
  const answering = (games: number): void => {
    const history = { games: Array.from({ length: games }, (_, n) => ({ code: `G${n}` })), boards: [] };
    const reply: Reply = { ok: true, status: 200, statusText: '200', json: () => Promise.resolve(history) };
    choosePort({
      request: () => Promise.resolve(reply),
      wire: () => ({ isOpen: () => false, send: () => undefined, close: () => undefined }),
    });
  };
  const wrong = vi.fn();

  beforeEach(() => {
    localStorage.removeItem('kilowatt.proposed');
    vi.stubGlobal('navigator', { ...navigator, storage: { estimate: () => Promise.resolve({ usage: 9_440_000 }) } });
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    localStorage.removeItem('kilowatt.proposed');
  });

  it('is counted', async () => {
    answering(0);
    render(<Saved onFail={wrong} />);
    expect(await screen.findByText(/This browser keeps 9.4 MB, the game itself included/)).toBeTruthy();
  });

  it('is proposed for a file after the tenth game, once', async () => {
    answering(9);
    const { unmount } = render(<Saved onFail={wrong} />);
    await screen.findByText(/9.4 MB/);
    expect(screen.queryByText(/You have played/)).toBeNull();
    unmount();
    answering(10);
    const second = render(<Saved onFail={wrong} />);
    expect(await screen.findByText(/You have played 10 games here/)).toBeTruthy();
    await userEvent.setup().click(screen.getByRole('button', { name: 'Not now' }));
    expect(screen.queryByText(/You have played/)).toBeNull();
    second.unmount();
    render(<Saved onFail={wrong} />);
    await screen.findByText(/9.4 MB/);
    expect(screen.queryByText(/You have played/)).toBeNull();
    expect(wrong).not.toHaveBeenCalled();
  });
});
