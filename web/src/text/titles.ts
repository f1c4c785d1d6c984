/** The names of the games in the chosen language. The server sends the English ones. */
import { settings } from '../base/settings';
import de from './de.json';
import en from './en.json';

const WORDS: Record<string, Record<string, string>> = { en, de };

/** A title where room is scarce: "Germany, Recharged 2018" is "Germany 2018", and no two published games share one. */
export const shortTitle = (title: string): string => title.replace(/, \D+(?= \d{4}$)/, '');

/** The title of a ruleset as people here call it; the server's own for one that is not known here. */
export function gameTitle(ruleset: string, title: string): string {
  const key = `title.${ruleset}`;
  return WORDS.en?.[key] === title ? (WORDS[settings.get().language]?.[key] ?? title) : title;
}
