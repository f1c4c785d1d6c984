/** Runs before each file of tests, which share one window: after every test it is as before the first. */
import { cleanup, configure } from '@testing-library/react';
import { afterEach, vi } from 'vitest';
import { choose, settings } from '../src/base/settings';
import { loadTexts } from '../src/text/catalogue';

// whether something is visible is a browser's to say; asking for it here takes most of the time; parts loaded later take
// theirs on a busy machine
configure({ defaultHidden: true, asyncUtilTimeout: 20_000 });

const first = settings.get();
await loadTexts('de');

afterEach(() => {
  cleanup();
  choose({ ...first, language: 'en' });
  window.localStorage.clear();
  window.sessionStorage.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});
