import { defineConfig } from 'vitest/config';

// Only the tests of the network side, and none of the page's plugins: nothing there reads a catalogue or a style.
export default defineConfig({
  test: { include: ['test/net/*.test.ts'], environment: 'node', setupFiles: ['mutants/window.ts'] },
});
