/** Runs before each file of tests, which share one window: after every test it is as before the first. */
import { cleanup, configure } from '@testing-library/react';
import { afterEach, vi } from 'vitest';
import { go } from '../src/base/route';
import { choose, settings } from '../src/base/settings';
import { choosePort, server } from '../src/net/port';
import { loadTexts } from '../src/text/catalogue';

// whether something is visible is a browser's to say; asking for it here takes most of the time; parts loaded later take
// theirs on a busy machine
configure({ defaultHidden: true, asyncUtilTimeout: 60_000 });

const first = settings.get();
await loadTexts('de');

afterEach(async () => {
  cleanup();
  go('/', true);
  choose({ ...first, language: 'en' });
  choosePort(server);
  window.localStorage.clear();
  window.sessionStorage.clear();
  vi.useRealTimers();
  // a part whose loading is cut off by the end of its file would be missing from every later one
  await vi.dynamicImportSettled();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});
