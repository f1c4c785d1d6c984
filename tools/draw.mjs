// Draws a board as the page does: a board view as JSON on stdin, its layout as JSON on stdout. Called by tools/layouts.py.
import { createRequire } from 'node:module';
import { text } from 'node:stream/consumers';
import { fileURLToPath, pathToFileURL } from 'node:url';

const web = fileURLToPath(new URL('../web/', import.meta.url));
const vite = createRequire(`${web}package.json`).resolve('vite');
const { runnerImport } = await import(pathToFileURL(vite).href);
const { module } = await runnerImport(`${web}src/boards/draw/index.ts`, { root: web, configFile: false });
process.stdout.write(JSON.stringify(module.drawn(JSON.parse(await text(process.stdin)))));
