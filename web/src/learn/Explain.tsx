/** Explains what is pointed at, held or focused: plants, fuel tracks, cities, players and phases. */
import { useContext, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { find } from '../base/anchors';
import { PlayContext, type Play } from '../state/play';
import { explainCity, explainFuel, explainPhase, explainPlant, explainPlayer, type Explained } from './explain';
import { place } from './place';
import { useLearnText, type SayLearn } from './text';

const THINGS = '[data-plant], [data-fuel], [data-city], .player[data-seat], .strip [data-seat], .phases li';
/** Milliseconds before something explains itself: to a mouse that rests, to a finger that stays. */
const HOVER = 600;
const HOLD = 500;
const WANDER = 10;
const ID = 'explained';

/** What the page knows of a thing. */
function explained(play: Play, thing: Element, t: SayLearn): Explained | null {
  const of = (name: string): string | null => thing.getAttribute(`data-${name}`);
  const plant = of('plant');
  const fuel = of('fuel');
  const city = of('city');
  const seat = of('seat');
  if (plant !== null) return explainPlant(play, plant, t);
  if (fuel !== null)
    return explainFuel(play, fuel, thing.closest('[data-track]')?.getAttribute('data-track') ?? null, t);
  if (city !== null) return explainCity(play, city, t);
  if (seat !== null) return explainPlayer(play, Number(seat), t);
  const at = [...(thing.parentElement?.children ?? [])].indexOf(thing);
  const phase = play.board.phases[at];
  return phase === undefined ? null : explainPhase(play, phase, t);
}

/** The thing to explain; what says by itself why it is closed is left to that. */
function thingAt(target: EventTarget | null): Element | null {
  const thing = target instanceof Element ? target.closest(THINGS) : null;
  if (thing === null || (target as Element).closest('[aria-description], .light-closed') !== null) return null;
  // asked last: it looks through the whole page
  return document.querySelector('dialog:modal, .coach') === null ? thing : null;
}

/** In a panel that has the focus the arrows go from thing to thing. */
function walk(event: KeyboardEvent): void {
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const now = document.activeElement;
  const panel = now?.closest('#plants, #players, .fuels, .phases');
  if (by === undefined || !panel || !(now === panel || now?.matches(THINGS))) return;
  if (now.matches('[role=radio], [data-city] *')) return;
  const things = [...panel.querySelectorAll<HTMLElement>(THINGS)];
  const next = things[things.indexOf(now as HTMLElement) + by];
  if (!next) return;
  event.preventDefault();
  if (!next.hasAttribute('tabindex')) next.tabIndex = -1;
  next.focus();
}

export function Explain() {
  const t = useLearnText();
  const store = useContext(PlayContext);
  const [open, setOpen] = useState<{ at: Element; said: Explained } | null>(null);
  const say = useRef(t);
  say.current = t;
  useEffect(() => {
    if (store === null) return;
    let timer = 0;
    let held = false;
    let from = { x: 0, y: 0 };
    const stop = (): void => {
      window.clearTimeout(timer);
      setOpen(null);
    };
    const show = (thing: Element): void => {
      const said = explained(store.get(), thing, say.current);
      if (said) setOpen({ at: thing, said });
    };
    const soon = (thing: Element, wait: number): void => {
      window.clearTimeout(timer);
      timer = window.setTimeout(() => {
        held = wait === HOLD;
        if (thing.isConnected) show(thing);
      }, wait);
    };
    let over: Element | null = null;
    const enter = (event: PointerEvent): void => {
      const thing = thingAt(event.target);
      if (event.pointerType !== 'mouse' || thing === over) return;
      over = thing;
      stop();
      if (thing) soon(thing, HOVER);
    };
    const press = (event: PointerEvent): void => {
      held = false;
      stop();
      const thing = thingAt(event.target);
      from = { x: event.clientX, y: event.clientY };
      if (thing && event.pointerType !== 'mouse') soon(thing, HOLD);
    };
    const move = (event: PointerEvent): void => {
      if (event.pointerType === 'mouse' || held) return;
      if (Math.hypot(event.clientX - from.x, event.clientY - from.y) > WANDER) window.clearTimeout(timer);
    };
    const lift = (event: PointerEvent): void => {
      if (event.pointerType !== 'mouse' && !held) window.clearTimeout(timer);
    };
    // a finger that stayed has asked, not tapped
    const click = (event: Event): void => {
      if (!held) return;
      held = false;
      event.preventDefault();
      event.stopPropagation();
    };
    const menu = (event: Event): void => {
      if (held) event.preventDefault();
    };
    const focus = (event: FocusEvent): void => {
      const thing = thingAt(event.target);
      stop();
      if (thing && event.target instanceof Element && event.target.matches(':focus-visible')) show(thing);
    };
    const key = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') stop();
      else walk(event);
    };
    const list: [string, (event: never) => void, boolean][] = [
      ['pointerover', enter, false],
      ['pointerdown', press, true],
      ['pointermove', move, false],
      ['pointerup', lift, false],
      ['pointercancel', lift, false],
      ['click', click, true],
      ['contextmenu', menu, false],
      ['focusin', focus, false],
      ['focusout', stop, false],
      ['keydown', key, false],
    ];
    for (const [name, work, early] of list) document.addEventListener(name, work as EventListener, early);
    find('phases')?.setAttribute('tabindex', '0');
    return () => {
      stop();
      for (const [name, work, early] of list) document.removeEventListener(name, work as EventListener, early);
    };
  }, [store]);
  return open && <Card {...open} />;
}

function Card({ at, said }: { at: Element; said: Explained }) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const spot = place(
      { width: element.offsetWidth, height: element.offsetHeight },
      (at.querySelector(':scope > .marker') ?? at).getBoundingClientRect(),
      // it leaves what is listed beside it in view
      [...document.querySelectorAll('.why'), ...(at.matches('li') ? (at.parentElement?.children ?? []) : [])].map(
        (one) => one.getBoundingClientRect(),
      ),
      { width: window.innerWidth, height: window.innerHeight },
    );
    element.style.left = `${spot.left}px`;
    element.style.top = `${spot.top}px`;
    const focused = document.activeElement;
    const about = focused && at.contains(focused) ? focused : null;
    about?.setAttribute('aria-describedby', ID);
    return () => {
      about?.removeAttribute('aria-describedby');
    };
  }, [at, said]);
  return (
    <div className="explain" id={ID} role="tooltip" ref={box}>
      <b>{said.title}</b>
      <p>{said.text}</p>
    </div>
  );
}
