import { act, render, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { App } from '../../src/App';
import { go, parse } from '../../src/base/route';
import { choose } from '../../src/base/settings';
import { routeOf, ROUTES, tableOf } from '../../src/routes';
import './kit';

describe('an address', () => {
  it.each(ROUTES.map((route) => route.place).filter((place) => place !== ''))('/%s leads to its screen', (place) => {
    expect(routeOf(parse(`/${place}/K7M2QXR9`)).place).toBe(place);
  });
  it.each(['/', '/nowhere', '/t', '/t/'])('%s leads to the lobby', (path) => {
    expect(routeOf(parse(path)).place).toBe('');
  });
  it('with a part that stands for no letter is read as it is', () => {
    expect(parse('/games/%').code).toBe('%');
    expect(parse('/player/%zz').code).toBe('%zz');
    expect(parse('/player/Amp%C3%A8re').code).toBe('Ampère');
  });
  it('names each screen once', () => {
    expect(new Set(ROUTES.map((route) => route.place)).size).toBe(ROUTES.length);
  });
  it('of a table says the moment, the review and the restore code', () => {
    expect(tableOf(parse('/t/K7M2QXR9', '?at=12', '#restore=AB-CD'))).toEqual({
      code: 'K7M2QXR9',
      at: 12,
      review: false,
      orders: false,
      restore: 'AB-CD',
    });
  });
  it('shows its screen and names the window, in the language that is chosen', async () => {
    vi.stubGlobal('fetch', () => Promise.resolve(new Response('{}')));
    go('/privacy');
    const { unmount } = render(<App />);
    await screen.findByRole('heading', { level: 1 });
    expect(document.title).toBe('Privacy · Kilowatt');
    choose({ language: 'de' });
    await vi.waitFor(() => {
      expect(document.title).toBe('Datenschutz · Kilowatt');
    });
    unmount();
    go('/', true);
  });
  it('of a screen whose code is on its way leaves the last screen where it is', async () => {
    vi.stubGlobal('fetch', () => new Promise(() => undefined));
    const scrolled = vi.spyOn(window, 'scrollTo');
    go('/privacy', true);
    const { container, unmount } = render(<App />);
    await screen.findByRole('heading', { level: 1, name: 'Privacy' });
    const pictures: string[] = [];
    const watcher = new MutationObserver(() => pictures.push(container.querySelector('h1')?.textContent ?? 'nothing'));
    watcher.observe(container, { childList: true, subtree: true });
    act(() => {
      go('/ratings');
    });
    expect(container.querySelector('h1')?.textContent).toBe('Privacy');
    expect(scrolled).not.toHaveBeenCalled();
    await screen.findByRole('heading', { level: 1, name: 'Ratings' });
    expect(scrolled).toHaveBeenCalledExactlyOnceWith(0, 0);
    watcher.disconnect();
    expect(new Set(pictures)).toEqual(new Set(['Ratings']));
    unmount();
    go('/', true);
  });
});
