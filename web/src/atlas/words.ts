/** The words of the atlas; they are loaded with it. */
import { useSettings, settings } from '../base/settings';
import { fill, type Args } from '../text/fill';
import de from './text/de.json';
import en from './text/en.json';

export type Word = keyof typeof en;
const WORDS: Record<'en' | 'de', Record<string, string>> = { en, de };

export const word = (key: Word, args?: Args): string => fill(WORDS[settings.get().language][key] ?? key, args);

export type Words = (key: Word, args?: Args) => string;

/** The words, and a new drawing when the language changes. */
export function useWords(): Words {
  useSettings();
  return word;
}

/** A word that not every board has. */
export function maybeWord(key: string): string | null {
  return WORDS[settings.get().language][key] ?? null;
}
