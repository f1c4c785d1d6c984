/** What the window and the device are like: the code asks the media queries of the style sheets, which `media.css` names. */
import * as media from 'virtual:media';

const ask = (query: string): (() => boolean) => {
  const list = window.matchMedia(query);
  return () => list.matches;
};

/** One panel at a time, with the console at the foot. */
export const phone = ask(media.phone);
const tablet = ask(media.tablet);
/** A phone without room for the whole board: a tablet held upright has it. */
export const small = (): boolean => phone() && !tablet();
/** An upright phone that keeps room in its console. */
export const upright = ask(media.upright);
/** Wide, but without much height. */
export const low = ask(media.low);
/** Pointed at with a finger. */
export const coarse = ask(media.coarse);
