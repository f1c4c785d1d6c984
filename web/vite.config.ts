import { defineConfig } from 'vite';
import { catalogues } from './catalogue';

// The page is served by the game server from its own folder; while developing, its API is reached through a proxy.
export default defineConfig({
  plugins: [catalogues()],
  build: {
    outDir: '../src/kilowatt/server/page',
    emptyOutDir: true,
    target: 'es2022',
    // An inlined asset would be a data: address, which the server's content policy forbids.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: { proxy: { '/api': { target: 'http://127.0.0.1:8000', ws: true } } },
});
