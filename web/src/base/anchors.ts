/** Things on the screen that a lesson can point at and light, by name. Components register them; nothing searches the page. */
import { useCallback, useRef, useSyncExternalStore, type RefCallback, type RefObject } from 'react';

const there = new Map<string, Set<Element>>();
const listeners = new Set<() => void>();
const refs = new Map<string, RefCallback<Element>>();
let due = false;

/** Tell the listeners once, after everything that mounts now is there. */
function changed(): void {
  if (due) return;
  due = true;
  queueMicrotask(() => {
    due = false;
    for (const listener of [...listeners]) listener();
  });
}

/**
 * The ref of an element with these names. A name is one thing (`deck`), one of many (`plant:10`) or a group that many
 * belong to (`unit`). The same names have the same ref, so drawing again registers nothing again.
 */
export function anchor(...names: string[]): RefCallback<Element> {
  const key = names.join(' ');
  let ref = refs.get(key);
  if (ref === undefined) {
    ref = (element) => {
      if (element === null) return;
      for (const name of names) there.set(name, (there.get(name) ?? new Set()).add(element));
      changed();
      return () => {
        for (const name of names) there.get(name)?.delete(element);
        changed();
      };
    };
    refs.set(key, ref);
  }
  return ref;
}

const order = (a: Element, b: Element): number =>
  a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1;

/** Everything that has this name now, as it stands on the page. */
export const anchors = (name: string): Element[] => [...(there.get(name) ?? [])].sort(order);
/** The first thing with this name. */
export const find = (name: string): Element | null => anchors(name)[0] ?? null;

/** Hear when a thing with a name comes or goes. */
export function onAnchors(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** The first thing with this name; draws again when that is another one. */
export const useAnchor = (name: string): Element | null =>
  useSyncExternalStore(
    onAnchors,
    useCallback(() => find(name), [name]),
  );

/** The ref of a named element that its component also needs itself: the box to read, and what to hand to the element. */
export function useNamedRef<E extends Element>(...names: string[]): [RefObject<E | null>, RefCallback<E>] {
  const box = useRef<E>(null);
  const named = anchor(...names);
  const ref = useCallback(
    (element: E | null) => {
      box.current = element;
      return named(element);
    },
    [named],
  );
  return [box, ref];
}
