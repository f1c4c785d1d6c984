// Writes every mutant's result to build/mutants/page.jsonl as soon as it is known: a run that is stopped leaves what it has.
import { appendFileSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PluginKind, declareClassPlugin } from '@stryker-mutator/api/plugin';

const FOLDER = fileURLToPath(new URL('../../build/mutants/', import.meta.url));
const FILE = `${FOLDER}page.jsonl`;

/** The text between two places, both with lines and columns that begin with 1. */
function cut(lines, start, end) {
  const part = lines.slice(start.line - 1, end.line);
  part[part.length - 1] = part.at(-1).slice(0, end.column - 1);
  part[0] = part[0].slice(start.column - 1);
  return part.join('\n');
}

class Results {
  onMutationTestingPlanReady() {
    mkdirSync(FOLDER, { recursive: true });
    rmSync(FILE, { force: true });
  }

  onMutantTested({ fileName, location, mutatorName, replacement, status }) {
    const { start, end } = location;
    const place = `${relative(process.cwd(), fileName)}:${start.line}:${start.column}`;
    const before = cut(readFileSync(fileName, 'utf8').split('\n'), start, end);
    appendFileSync(FILE, `${JSON.stringify({ status, place, mutatorName, before, replacement })}\n`);
  }
}

export const strykerPlugins = [declareClassPlugin(PluginKind.Reporter, 'results', Results)];
