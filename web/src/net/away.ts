/** Whether the game server answers: noted with every request, and asked while it does not. */
import { Store } from '../base/store';

/** Whether the server cannot be reached. */
export const away = new Store(false);

/** Answers of a proxy that cannot reach the server behind it. */
const BEHIND = new Set([502, 504]);

export const noteReached = (yes: boolean): void => {
  if (away.get() === yes) away.set(!yes);
};

/** Note what an answer means; a failed request has none. */
export const noteAnswer = (status: number): void => {
  noteReached(!BEHIND.has(status));
};

async function look(): Promise<void> {
  try {
    noteAnswer((await fetch('/healthz', { cache: 'no-store' })).status);
  } catch {
    noteReached(false);
  }
}

/** Ask the server at once and from time to time whether it is there; returns how to stop. */
export function watchServer(every: number): () => void {
  const now = (): void => {
    if (!document.hidden) void look();
  };
  now();
  const timer = window.setInterval(now, every);
  window.addEventListener('online', now);
  document.addEventListener('visibilitychange', now);
  return () => {
    window.clearInterval(timer);
    window.removeEventListener('online', now);
    document.removeEventListener('visibilitychange', now);
  };
}
