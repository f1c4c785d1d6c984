/** The coach's bubble: points at the real thing, says one thing to do, and keeps out of the way of both. */
import { useCallback, useEffect, useId, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { find } from '../base/anchors';
import { pageScale } from '../base/scale';
import { useBodyClass } from '../base/useBodyClass';
import { follow } from './follow';
import { Callouts, type Path } from './Callouts';
import { callout, place, type Box, type Placed } from './place';

interface Props {
  title: string;
  /** Stands opposite the title: "Lesson 3 of 12". */
  aside: string;
  children: ReactNode;
  /** What it points at; null: nothing, the bubble stands over the console. */
  at: () => Element | null;
  /** Boxes that stay in view. */
  keep: () => Element[];
  /** The console is empty while the bubble speaks: it may stand there. */
  calm?: boolean;
  /** Changes with what is said: a new text is announced. */
  about: string;
  onHide: () => void;
}

/** A city is a group with a wide ring for fingers: its marker is what one sees. In lengths of the style sheets. */
const boxOf = (element: Element): Box => {
  const seen = (element.querySelector(':scope > .marker') ?? element).getBoundingClientRect();
  const scale = pageScale();
  return { left: seen.left / scale, top: seen.top / scale, width: seen.width / scale, height: seen.height / scale };
};

export function Bubble({ title, aside, children, at, keep, calm = false, about, onHide }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const head = useRef<HTMLHeadingElement>(null);
  const [placed, setPlaced] = useState<(Placed & { line: Path | null }) | null>(null);
  const id = useId();
  const look = useCallback((): void => {
    const here = box.current;
    const desk = find('console');
    const thing = at();
    const over = thing ?? desk;
    if (!here || !over) return;
    const size = { width: here.offsetWidth, height: here.offsetHeight };
    const room = { width: window.innerWidth / pageScale(), height: window.innerHeight / pageScale() };
    // a button of the console is ringed; the bubble stands beside the whole console and points there
    const around = desk?.contains(over) ? desk : over;
    const to = boxOf(over);
    const found = place(size, boxOf(around), keep().map(boxOf), room, to, calm && desk ? boxOf(desk) : null);
    // a line to a button of the console would lie over others: the arrow points into it, and the button is ringed
    const line = thing === null || around === desk ? null : callout({ ...found, ...size }, to);
    const next = { ...found, line };
    setPlaced((old) => (JSON.stringify(old) === JSON.stringify(next) ? old : next));
  }, [at, keep, calm]);
  useLayoutEffect(look);
  useBodyClass('coached');
  useEffect(
    () => follow(() => [box.current, at(), find('console'), ...keep()].filter((part) => part !== null), look),
    [at, keep, look],
  );
  // the first bubble takes the focus; later ones are announced, and the focus stays where the deed was done
  const there = placed !== null;
  useEffect(() => {
    if (there) head.current?.focus({ preventScroll: true });
  }, [there]);
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.key === 'Escape' && document.querySelector('dialog:modal') === null) onHide();
      if (event.key !== 'F6') return;
      event.preventDefault();
      const target = at();
      const inside = box.current?.contains(document.activeElement) ?? false;
      const focusable = target?.querySelector<HTMLElement>('.hit, [role=spinbutton], button') ?? target;
      if (inside && focusable instanceof HTMLElement) focusable.focus();
      else if (inside && focusable instanceof SVGElement) focusable.focus();
      else head.current?.focus();
    };
    window.addEventListener('keydown', press);
    return () => {
      window.removeEventListener('keydown', press);
    };
  }, [at, onHide]);
  return (
    <>
      {placed?.line && <Callouts lines={[placed.line]} className="coach-line" />}
      <div
        ref={box}
        className="coach"
        role="dialog"
        aria-labelledby={`${id}h`}
        data-step={about}
        data-side={placed?.side}
        style={placed ? { left: placed.left, top: placed.top } : { visibility: 'hidden' }}
      >
        {placed && placed.side !== 'apart' && (
          <i
            className="coach-arrow"
            aria-hidden="true"
            style={placed.side === 'below' || placed.side === 'above' ? { left: placed.arrow } : { top: placed.arrow }}
          />
        )}
        <div className="coach-in">
          <header role="presentation">
            <h2 id={`${id}h`} ref={head} tabIndex={-1}>
              {title}
            </h2>
            <span>{aside}</span>
          </header>
          {children}
        </div>
      </div>
    </>
  );
}
