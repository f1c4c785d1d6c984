/** Words of the page in the chosen language. Sentences of the rules come from the server; these are the page's own. */
import { settings, useSettings } from '../state/settings';
import de from './de.json';
import en from './en.json';

export type Key = keyof typeof en;
export type Args = Record<string, string | number>;
type Language = 'en' | 'de';

const WORDS: Record<Language, Record<string, string>> = { en, de };

/** Say a text: `{name}` is an argument, `{n|one|many}` chooses by number. */
export function fill(text: string, args: Args = {}): string {
  return text
    .replace(
      /\{(\w+)\|((?:[^{}|]|\{\w+\})*)\|((?:[^{}|]|\{\w+\})*)\}/g,
      (_, name: string, one: string, many: string) => (Number(args[name]) === 1 ? one : many),
    )
    .replace(/\{(\w+)\}/g, (whole, name: string) => String(args[name] ?? whole));
}

export function say(key: Key, args?: Args, language: Language = settings.get().language): string {
  return fill(WORDS[language][key] ?? key, args);
}

/** Say a text whose key is put together from a code of the server; the code itself where there is none. */
export function sayCode(prefix: string, code: string, args?: Args): string {
  const text = WORDS[settings.get().language][`${prefix}.${code}`];
  return text === undefined ? code.replaceAll('_', ' ') : fill(text, args);
}

export type Say = (key: Key, args?: Args) => string;

/** The texts, and a new drawing when the language changes. */
export function useText(): Say {
  const { language } = useSettings();
  return (key, args) => say(key, args, language);
}
