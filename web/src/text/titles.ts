/** The names of the games in the chosen language. The server sends the English ones. */
import { ENGLISH, textsIn } from './catalogue';

/** A title where room is scarce: "Germany, Recharged 2018" is "Germany 2018", and no two published games share one. */
export const shortTitle = (title: string): string => title.replace(/, \D+(?= \d{4}$)/, '');

/** The title of a ruleset as people here call it; the server's own for one that is not known here. */
export function gameTitle(ruleset: string, title: string): string {
  const key = `title.${ruleset}`;
  return ENGLISH.page[key] === title ? (textsIn().page[key] ?? title) : title;
}
