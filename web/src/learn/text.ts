/** Words of the lessons, tips and explanations: the English ones load with their screens, the German ones with German. */
import { useSettings } from '../base/settings';
import { fill, type Args } from '../text/fill';
import { textsIn } from '../text/catalogue';
import en from './en.json';

export type LearnKey = keyof typeof en;
const ENGLISH: Record<string, string> = en;

export type SayLearn = (key: string, args?: Args) => string;

/** The texts of the coach; a key without a text is empty, for the optional ones. */
export function useLearnText(): SayLearn {
  const { language } = useSettings();
  return (key, args) => fill((textsIn(language).learn ?? ENGLISH)[key] ?? '', args);
}
