// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react';
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
  it('names each screen once', () => {
    expect(new Set(ROUTES.map((route) => route.place)).size).toBe(ROUTES.length);
  });
  it('of a table says the moment, the review and the restore code', () => {
    expect(tableOf(parse('/t/K7M2QXR9', '?at=12', '#restore=AB-CD'))).toEqual({
      code: 'K7M2QXR9',
      at: 12,
      review: false,
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
});
