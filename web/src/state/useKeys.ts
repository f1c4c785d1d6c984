/** The keyboard of the table: letters lead to panels and drawers, digits to fuels, Enter plays the primary button. */
import { useLayoutEffect } from 'react';
import { flushSync } from 'react-dom';
import type { Drawer, Tab } from './places';
import { settings } from '../base/settings';

/** A way through the moments of a game: so many moves, a round, or to an end. */
export type Step = number | 'first' | 'last' | 'round-back' | 'round-next';

export interface KeyActions {
  tab: (tab: Tab) => void;
  open: (drawer: Drawer) => void;
  undo: () => void;
  step: (by: Step) => void;
  replaying: boolean;
  /** Plays or pauses the replay. */
  play: () => void;
  /** Shows at once what others did and do before your own turn. */
  skip: () => void;
}

const PLACES: Record<string, Tab | 'console'> = {
  g: 'console',
  m: 'board',
  k: 'plants',
  f: 'fuel',
  y: 'players',
  l: 'log',
};
const DRAWERS: Record<string, Drawer> = { h: 'hint', n: 'planner', b: 'cities', r: 'rules', '?': 'keys' };
const STEPS: Record<string, Step> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  ArrowUp: 'round-back',
  ArrowDown: 'round-next',
  Home: 'first',
  End: 'last',
};
const BUTTONS: Record<string, string> = {
  x: '.console .pass',
  o: '.console [data-key=o]',
  a: '.console [data-key=a]',
  t: '.chance-table summary',
  s: '.review-console [data-key=s]',
};
const PRESSABLE = 'a, button, input, select, textarea, summary, [role=button]';

const find = (selector: string): HTMLElement | null => document.querySelector<HTMLElement>(selector);

/** Go to a part of the table: to what can be done there, if anything can. */
function visit(place: Tab | 'console', actions: KeyActions): void {
  if (place !== 'console') turnTo(place, actions);
  const within =
    place === 'console' ? '[data-primary], .end' : '.hit[tabindex="0"], [role=radio][tabindex="0"], [role=spinbutton]';
  const box = document.getElementById(place);
  (box?.querySelector<HTMLElement>(within) ?? box)?.focus();
}

/** Show a tab now, so that whatever key comes next finds the focus where this one led. */
function turnTo(tab: Tab, actions: KeyActions): void {
  flushSync(() => {
    actions.tab(tab);
  });
}

/** Go to the nth fuel that can be bought. */
function visitFuel(nth: number, actions: KeyActions): boolean {
  const wanted = `#fuel [data-row="${nth}"] [role=spinbutton]`;
  if (find('#fuel [role=spinbutton]') === null) return false;
  turnTo('fuel', actions);
  find(wanted)?.focus();
  return true;
}

function letter(key: string, actions: KeyActions): boolean {
  const place = PLACES[key];
  const drawer = DRAWERS[key];
  const button = BUTTONS[key];
  if (place !== undefined) visit(place, actions);
  else if (drawer !== undefined) actions.open(drawer);
  else if (button !== undefined) find(button)?.click();
  else if (/^[1-9]$/.test(key)) return visitFuel(Number(key), actions);
  else return false;
  return true;
}

export function useKeys(actions: KeyActions): void {
  // in place before the table is seen: a key is not lost because it came early
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const target = event.target instanceof Element ? event.target : document.body;
      const typing = target.matches('input:not([type=checkbox], [type=range]), select, textarea');
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'z' && !typing) {
        event.preventDefault();
        actions.undo();
        return;
      }
      const special = event.ctrlKey || event.metaKey || event.altKey;
      if (event.defaultPrevented || special || find('dialog:modal') !== null) return;
      const step = STEPS[event.key];
      if (actions.replaying && step !== undefined && !typing) {
        event.preventDefault();
        actions.step(step);
      } else if (event.key === ' ' && !target.matches(`${PRESSABLE}, [role=radio], [role=spinbutton]`)) {
        event.preventDefault();
        if (actions.replaying) actions.play();
        else actions.skip();
      } else if (event.key === 'Enter' && !target.matches(PRESSABLE))
        find('.review-console [data-primary], .console [data-primary]')?.click();
      else if (!typing && settings.get().letters && letter(event.key.toLowerCase(), actions)) event.preventDefault();
    };
    window.addEventListener('keydown', press);
    return () => {
      window.removeEventListener('keydown', press);
    };
  }, [actions]);
}
