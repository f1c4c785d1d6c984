import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { App } from '../../src/App';
import { closed } from '../../src/net/api';

afterEach(() => {
  cleanup();
  closed.set(false);
});

describe('a closed server', () => {
  it('asks for the invitation, with every picture that the page shows', () => {
    closed.set(true);
    render(<App />);
    expect(screen.getByRole('heading').textContent).toBe('This server is closed');
    for (const used of document.querySelectorAll('use')) {
      const name = used.getAttribute('href') ?? '';
      expect(document.querySelector(`symbol${name}`), name).not.toBeNull();
    }
    expect(document.querySelectorAll('main use')).toHaveLength(1);
  });
});
