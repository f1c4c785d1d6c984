/** Writes every text of the built page compressed too, with Brotli and gzip: the server sends what a browser takes. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Plugin, ResolvedConfig } from 'vite';

const TEXTS = /\.(?:js|css|html|svg|json|webmanifest)$/;
/** Below this a compressed file spares nothing: an answer fits into one packet anyway. */
const LEAST = 1000;

const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };

export function compressed(): Plugin {
  let config: ResolvedConfig;
  return {
    name: 'compressed',
    apply: 'build',
    configResolved(resolved) {
      config = resolved;
    },
    closeBundle() {
      const folder = join(config.root, config.build.outDir);
      for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
        if (!TEXTS.test(name)) continue;
        const file = join(folder, name);
        const body = readFileSync(file);
        if (body.length < LEAST) continue;
        writeFileSync(`${file}.br`, brotliCompressSync(body, BROTLI));
        writeFileSync(`${file}.gz`, gzipSync(body, { level: constants.Z_BEST_COMPRESSION }));
      }
    },
  };
}
