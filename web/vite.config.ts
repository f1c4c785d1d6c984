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
  // a component test draws a whole table; on a busy machine that takes its time
  // style sheets are left out of tests, but for their text where it is asked for
  test: { include: ['test/**/*.test.{ts,tsx}'], testTimeout: 30_000, css: { include: [/\.css\?raw/] } },
  server: { proxy: { '/api': { target: 'http://127.0.0.1:8000', ws: true } } },
});
