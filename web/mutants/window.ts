// A window of the few parts that the network side uses: a whole one costs more than half of a mutant's time.
const stored = new Map<string, string>();
const part = (more: object): object => Object.assign(new EventTarget(), more);
Object.assign(globalThis, {
  window: globalThis,
  document: part({ hidden: false, documentElement: { dataset: {}, style: {}, lang: 'en' } }),
  location: new URL('http://localhost:3000/'),
  matchMedia: (): object => part({ matches: false }),
  localStorage: {
    getItem: (key: string): string | null => stored.get(key) ?? null,
    setItem: (key: string, value: string): void => void stored.set(key, value),
    removeItem: (key: string): void => void stored.delete(key),
  },
});
