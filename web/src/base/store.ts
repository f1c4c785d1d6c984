/** A value that components can watch. Knows nothing of what the value is. */
import { useSyncExternalStore } from 'react';

export class Store<T> {
  private readonly watchers = new Set<() => void>();
  constructor(private value: T) {}

  get = (): T => this.value;

  set = (value: T): void => {
    this.value = value;
    for (const watcher of this.watchers) watcher();
  };

  update = (change: Partial<T>): void => {
    this.set({ ...this.value, ...change });
  };

  watch = (watcher: () => void): (() => void) => {
    this.watchers.add(watcher);
    return () => this.watchers.delete(watcher);
  };
}

export function useStore<T>(store: Store<T>): T {
  return useSyncExternalStore(store.watch, store.get);
}

/** One part of the value; only a change of that part renders again. */
export function useStoreKey<T, K extends keyof T>(store: Store<T>, key: K): T[K] {
  return useSyncExternalStore(store.watch, () => store.get()[key]);
}
