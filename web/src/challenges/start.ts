/** Begins a challenge, or goes back to where it was left. */
import { go } from '../base/route';
import { settings } from '../base/settings';
import { api } from '../net/api';
import { noteBegun, reached } from '../state/challenges';
import { say } from '../text';

/** Begin it from its position. */
export async function begin(challenge: string): Promise<void> {
  const name = settings.get().name.trim();
  const made = await api.quick({ challenge, name: name === '' ? say('You') : name });
  noteBegun(challenge, made.table.code);
  go(`/t/${made.table.code}`);
}

/** Go on where it was left, or begin. */
export async function goOn(challenge: string): Promise<void> {
  const code = reached.get().tables[challenge];
  const there = code === undefined ? null : await api.table(code).catch(() => null);
  if (there?.state === 'playing') go(`/t/${there.code}`);
  else await begin(challenge);
}
