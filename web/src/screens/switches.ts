/** Options of a ruleset that are on or off: those that have a text, in the order of the server. */
import en from '../text/en.json';
import type { Key } from '../text';

type Noted<K> = K extends `option.${infer Name}.note` ? Name : never;
export type Switch = Noted<Key>;

export function switchesOf(options: Record<string, unknown>): Switch[] {
  return Object.keys(options).filter(
    (name): name is Switch => typeof options[name] === 'boolean' && `option.${name}.note` in en,
  );
}
