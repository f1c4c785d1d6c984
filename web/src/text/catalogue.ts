/** The texts of each language: English comes with the page, German when it is chosen. */
import { settings, type Settings } from '../base/settings';
import gameEn from '../../../src/kilowatt/table/text/en.toml';
import en from './en.json';

export type Language = Settings['language'];
type Words = Record<string, string>;

interface Texts {
  page: Words;
  game: Record<string, Words>;
  /** Of lessons and tips, and of special rules; the English ones load with their screens. */
  learn?: Words;
  special?: Words;
}

export const ENGLISH: Texts = { page: en, game: gameEn };
const LOADED: Partial<Record<Language, Texts>> = { en: ENGLISH };

/** The texts in a language; the English ones while it is not loaded. */
export const textsIn = (language: Language = settings.get().language): Texts => LOADED[language] ?? ENGLISH;

/** Load a language before it is shown. Without the network the page stays English. */
export async function loadTexts(language: Language = settings.get().language): Promise<void> {
  if (LOADED[language] !== undefined) return;
  try {
    LOADED[language] = await import('./deutsch');
  } catch {
    // the file cannot be had right now; the next start tries again
  }
}
