/** Words of the page in the chosen language. Sentences of the rules come from the server; these are the page's own. */
import { settings, useSettings } from '../base/settings';
import { textsIn, type Language } from './catalogue';
import type en from './en.json';
import { fill, type Args } from './fill';

export type Key = keyof typeof en;
export type { Args } from './fill';

export function say(key: Key, args?: Args, language: Language = settings.get().language): string {
  return fill(textsIn(language).page[key] ?? key, args);
}

/** Say a text whose key is put together from a code of the server; the code itself where there is none. */
export function sayCode(prefix: string, code: string, args?: Args): string {
  const text = textsIn().page[`${prefix}.${code}`];
  return text === undefined ? code.replaceAll('_', ' ') : fill(text, args);
}

/** Whether the page has a text of its own for a code. */
export const canSay = (prefix: string, code: string): boolean => textsIn().page[`${prefix}.${code}`] !== undefined;

/** Say something in the words of the game's own catalogue, which the server's records and logs use too. */
export function sayGame(section: 'events' | 'why' | 'words' | 'reconstructed', code: string, args?: Args): string {
  const text = textsIn().game[section]?.[code];
  return text === undefined ? code.replaceAll('_', ' ') : fill(text, args);
}

export type Say = (key: Key, args?: Args) => string;

/** The texts, and a new drawing when the language changes. */
export function useText(): Say {
  const { language } = useSettings();
  return (key, args) => say(key, args, language);
}
