/** What the page keeps on this device beside games, as texts by key: in local storage, and where somebody mirrors it. */

export type Texts = Record<string, string>;

/** Keys of this page. */
export const OURS = /^kilowatt/;

/** Learns of each text that is kept; null: it was dropped. */
type Mirror = (key: string, text: string | null) => void;
let mirror: Mirror | null = null;

export const mirrorTo = (other: Mirror | null): void => {
  mirror = other;
};

/** Keep a text. Throws where storage is switched off or full. */
export function keepText(key: string, text: string): void {
  localStorage.setItem(key, text);
  mirror?.(key, text);
}

export function dropText(key: string): void {
  localStorage.removeItem(key);
  mirror?.(key, null);
}

/** Everything that is kept. */
export const keptTexts = (): Texts =>
  Object.fromEntries(Object.entries(localStorage).filter(([key]) => OURS.test(key)) as [string, string][]);
