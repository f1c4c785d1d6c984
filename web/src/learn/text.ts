/** Words of the lessons, tips and explanations, in the chosen language; they load with them. */
import { useSettings } from '../base/settings';
import { fill, type Args } from '../text/fill';
import de from './de.json';
import en from './en.json';

export type LearnKey = keyof typeof en;
const WORDS: Record<'en' | 'de', Record<string, string>> = { en, de };

export type SayLearn = (key: string, args?: Args) => string;

/** The texts of the coach; a key without a text is empty, for the optional ones. */
export function useLearnText(): SayLearn {
  const { language } = useSettings();
  return (key, args) => fill(WORDS[language][key] ?? '', args);
}
