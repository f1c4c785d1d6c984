/** What a person chose for this device: language, theme, sound, motion, letter keys, name. Kept in local storage. */
import { keepText } from './kept';
import { Store, useStore } from './store';

export type Pace = 'slow' | 'normal' | 'fast' | 'instant';
export const PACES: readonly Pace[] = ['slow', 'normal', 'fast', 'instant'];

export interface Settings {
  language: 'en' | 'de';
  theme: 'system' | 'light' | 'dark';
  sound: boolean;
  motion: 'system' | 'less';
  letters: boolean;
  toasts: boolean;
  badge: boolean;
  name: string;
  /** The bots last played against; empty before the first game. */
  level: string;
  /** How fast others' moves are shown. */
  pace: Pace;
}

const KEY = 'kilowatt';

function preferred(): Settings {
  const first: Settings = {
    language: navigator.language.toLowerCase().startsWith('de') ? 'de' : 'en',
    theme: 'system',
    sound: true,
    motion: 'system',
    letters: true,
    toasts: true,
    badge: true,
    name: '',
    level: '',
    pace: 'normal',
  };
  try {
    return { ...first, ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Settings>) };
  } catch {
    return first; // storage may be closed or hold something else; the defaults play as well
  }
}

export const settings = new Store<Settings>(preferred());
const dark = window.matchMedia('(prefers-color-scheme: dark)');
const still = window.matchMedia('(prefers-reduced-motion: reduce)');

function apply(): void {
  const { theme, motion, language } = settings.get();
  const root = document.documentElement;
  root.dataset.theme = theme === 'system' ? (dark.matches ? 'dark' : 'light') : theme;
  root.dataset.motion = motion === 'less' || still.matches ? 'less' : 'full';
  root.lang = language;
}

export function choose(change: Partial<Settings>): void {
  settings.update(change);
  try {
    keepText(KEY, JSON.stringify(settings.get()));
  } catch {
    // without storage the choice lasts as long as the page
  }
}

export function startSettings(): void {
  apply();
  settings.watch(apply);
  dark.addEventListener('change', apply);
  still.addEventListener('change', apply);
}

/** Whether a scene may play: not where motion is reduced, nor where others' moves are shown at once. */
export const scenes = (): boolean =>
  settings.get().pace !== 'instant' && document.documentElement.dataset.motion !== 'less';

export const useSettings = (): Settings => useStore(settings);
