/**
 * Do something once what changes now is on the screen, `frames` frames on: places are then known without laying out
 * the page once more, and what starts to move there does not wait for the table to be drawn. Returns how to call it off.
 */
export function onceDrawn(run: () => void, frames = 1): () => void {
  let frame = 0;
  let timer = 0;
  const next = (left: number): void => {
    // a page that nobody sees draws nothing
    if (left === 0 || document.hidden) timer = window.setTimeout(run);
    else
      frame = requestAnimationFrame(() => {
        next(left - 1);
      });
  };
  next(frames);
  return () => {
    cancelAnimationFrame(frame);
    window.clearTimeout(timer);
  };
}

/** Frames in which a change of the table is drawn, its edges and rings with it. */
const DRAWN = 3;
/** Milliseconds in which cards and tokens have come to their places, at the latest. */
export const REST = 800;
/** What moves at least this long, in milliseconds, is not waited for: a banner that stays, a mark that breathes. */
const LONG = 1000;

/** Until what moves now has arrived. Where nothing can move, or nothing does, that is now. */
async function arrived(): Promise<void> {
  if (!('getAnimations' in document)) return;
  const short = document.getAnimations().filter((one) => {
    const end = Number(one.effect?.getComputedTiming().endTime);
    return one.playState === 'running' && end < LONG;
  });
  await Promise.allSettled(short.map((one) => one.finished));
}

/**
 * Do something once what changes now is drawn and has come to rest, after `REST` even where something still moves: a
 * second movement beside the first would make both stutter. Returns how to call it off.
 */
export function onceStill(run: () => void): () => void {
  let off = onceDrawn(() => {
    let asked = true;
    const go = (): void => {
      if (!asked) return;
      asked = false;
      window.clearTimeout(timer);
      off = onceDrawn(run, DRAWN);
    };
    const timer = window.setTimeout(go, REST);
    off = () => {
      asked = false;
      window.clearTimeout(timer);
    };
    void arrived().then(go);
  }, DRAWN);
  return () => {
    off();
  };
}
