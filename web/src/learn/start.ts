/** Begins a lesson, or goes back to the one that was begun. */
import { api } from '../net/api';
import { go } from '../base/route';
import { settings } from '../base/settings';
import { say } from '../text';
import { noteLast, noteSeen, noteTable, progress } from './progress';

export async function startLesson(lesson: 'first' | 'cards'): Promise<void> {
  const name = settings.get().name.trim();
  const made = await api.quick({ lesson, name: name === '' ? say('You') : name });
  noteSeen('visit', `lesson ${lesson}`);
  if (lesson === 'first') noteLast(made.table.code);
  go(`/t/${made.table.code}`);
}

/** The first lesson: where it was left, or from its beginning. */
export async function learn(): Promise<void> {
  const { last } = progress.get();
  const there = last === null ? null : await api.table(last).catch(() => null);
  if (last !== null && there?.state === 'playing') {
    noteTable(last, { left: false });
    go(`/t/${last}`);
  } else await startLesson('first');
}
