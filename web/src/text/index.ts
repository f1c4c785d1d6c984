/** Words of the page in the chosen language. Sentences of the rules come from the server; these are the page's own. */
import { settings, useSettings } from '../base/settings';
import gameDe from '../../../src/kilowatt/table/text/de.toml';
import gameEn from '../../../src/kilowatt/table/text/en.toml';
import de from './de.json';
import en from './en.json';
import { fill, type Args } from './fill';

export type Key = keyof typeof en;
export type { Args } from './fill';
type Language = 'en' | 'de';

const WORDS: Record<Language, Record<string, string>> = { en, de };

export function say(key: Key, args?: Args, language: Language = settings.get().language): string {
  return fill(WORDS[language][key] ?? key, args);
}

/** Say a text whose key is put together from a code of the server; the code itself where there is none. */
export function sayCode(prefix: string, code: string, args?: Args): string {
  const text = WORDS[settings.get().language][`${prefix}.${code}`];
  return text === undefined ? code.replaceAll('_', ' ') : fill(text, args);
}

/** Whether the page has a text of its own for a code. */
export const canSay = (prefix: string, code: string): boolean =>
  WORDS[settings.get().language][`${prefix}.${code}`] !== undefined;

const GAME = { en: gameEn, de: gameDe };

/** Say something in the words of the game's own catalogue, which the server's records and logs use too. */
export function sayGame(section: 'events' | 'why' | 'words' | 'reconstructed', code: string, args?: Args): string {
  const text = GAME[settings.get().language][section]?.[code];
  return text === undefined ? code.replaceAll('_', ' ') : fill(text, args);
}

export type Say = (key: Key, args?: Args) => string;

/** The texts, and a new drawing when the language changes. */
export function useText(): Say {
  const { language } = useSettings();
  return (key, args) => say(key, args, language);
}
