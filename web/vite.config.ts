import { defineConfig } from 'vitest/config';
import { catalogues } from './catalogue';
import { compressed } from './compress';
import { media } from './media';

// The page is served by the game server from its own folder; while developing, its API is reached through a proxy.
export default defineConfig({
  plugins: [catalogues(), media(), compressed()],
  // media queries are named once, in media.css
  css: { transformer: 'lightningcss', lightningcss: { drafts: { customMedia: true } } },
  build: {
    outDir: '../src/kilowatt/server/page',
    emptyOutDir: true,
    target: 'es2022',
    // An inlined asset would be a data: address, which the server's content policy forbids.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  worker: { format: 'es' },
  // chunks and style sheets find each other relative to themselves: the page works below any path; only index.html names its place
  experimental: {
    renderBuiltUrl: (name, { hostType }) => (hostType === 'html' ? `/${name}` : { relative: true }),
  },
  test: {
    include: ['test/**/*.test.{ts,tsx}'],
    // all files share one window and one copy of the page: to load them for each took as long as half of the tests
    environment: 'happy-dom',
    setupFiles: ['test/setup.ts'],
    isolate: false,
    maxWorkers: '100%',
    // a component test draws a whole table; on a busy machine that takes its time
    testTimeout: 120_000,
    // style sheets are left out of tests, but for their text where it is asked for
    css: { include: [/\.css\?raw/] },
  },
  // tests read the boards and the texts of the game from beside this folder
  server: {
    fs: { allow: ['..'] },
    proxy: { '/api': { target: process.env['KILOWATT_DEV_SERVER'] ?? 'http://127.0.0.1:8000', ws: true } },
  },
});
