/** Things that travel: a house to its city, fuel and plants to their buyer, money to whoever earned it. Shows, decides nothing. */
import { memo, useEffect, useRef } from 'react';
import type { AnyEvent, EntryView } from '../protocol/schema';
import { sound } from '../base/attention';
import { onceDrawn } from '../base/drawn';
import { usePart } from '../state/play';
import { pageScale } from '../base/scale';
import type { Sound } from '../base/sounds';

const TIME = 320;
const GAP = 45;
const MOST = 10;

interface Flight {
  what: Element | string;
  from: Element;
  to: Element;
}

/** The first of these that is on the screen. */
function visible(...selectors: string[]): Element | null {
  for (const selector of selectors)
    for (const element of document.querySelectorAll(selector)) if (element.getClientRects().length > 0) return element;
  return null;
}

const seatSpot = (seat: number | null): Element | null =>
  seat === null ? null : visible(`.player[data-seat="${seat}"] .token`, `.strip [data-seat="${seat}"] .token`);

function flight(event: AnyEvent): Flight | null {
  let trip: { what: Element | string | null; from: Element | null; to: Element | null } | null = null;
  if (event.type === 'city_connected') {
    const from = seatSpot(event.seat);
    trip = { what: from, from, to: visible(`[data-city="${CSS.escape(event.city)}"] .marker`) };
  } else if (event.type === 'fuel_bought') {
    const from = visible(`#fuel [data-fuel="${event.fuel}"] .cell-next`, `#fuel [data-fuel="${event.fuel}"]`);
    trip = { what: visible(`#fuel [data-fuel="${event.fuel}"] .fuel`), from, to: seatSpot(event.seat) };
  } else if (event.type === 'plant_sold') {
    const number = event.plant.replace(/[a-z]$/, '');
    trip = {
      what: number,
      from: visible('#plants .plant-row', '.tab-bar [data-tab=plants]'),
      to: seatSpot(event.seat),
    };
  } else if (event.type === 'plants_run') {
    const to = visible(`.player[data-seat="${event.seat}"] .money`, `.strip [data-seat="${event.seat}"] small`);
    trip = { what: `+${event.income}`, from: seatSpot(event.seat), to };
  }
  if (!trip?.what || !trip.from || !trip.to || trip.from === trip.to) return null;
  return { what: trip.what, from: trip.from, to: trip.to };
}

function fly(layer: HTMLElement, { what, from, to }: Flight, delay: number): void {
  const [a, b] = [from.getBoundingClientRect(), to.getBoundingClientRect()];
  const body = document.createElement('span');
  body.className = typeof what === 'string' ? 'traveller traveller-text' : 'traveller';
  body.append(typeof what === 'string' ? what : what.cloneNode(true));
  layer.append(body);
  const page = pageScale();
  const at = (box: DOMRect, scale: number): string =>
    `translate(${(box.left + box.width / 2) / page}px, ${(box.top + box.height / 2) / page}px) translate(-50%, -50%) scale(${scale})`;
  const way = body.animate(
    [
      { transform: at(a, 1), opacity: 0.3 },
      { transform: at(a, 1.25), opacity: 1, offset: 0.15 },
      { transform: at(b, 1), opacity: 1, offset: 0.9 },
      { transform: at(b, 0.8), opacity: 0 },
    ],
    { duration: TIME, delay, easing: 'cubic-bezier(.3,.1,.2,1)', fill: 'backwards' },
  );
  const gone = (): void => {
    body.remove();
  };
  way.finished.then(gone, gone);
}

/** The sound of an event: everybody's sales and houses, your own income, the end. */
export function soundOf(event: AnyEvent, yours: readonly number[]): Sound | null {
  if (event.type === 'game_ended') return 'end';
  if (event.type === 'plants_run') return yours.includes(event.seat) ? 'income' : null;
  return event.type === 'plant_sold' ? 'sale' : event.type === 'city_connected' ? 'build' : null;
}

/** Entries that are new; none when the page has just come or leapt. */
function fresh(old: readonly EntryView[], now: readonly EntryView[]): readonly EntryView[] {
  if (old.length === 0 || now.length <= old.length || now.length > old.length + MOST) return [];
  return now[old.length - 1] === old.at(-1) ? now.slice(old.length) : [];
}

export const Travel = memo(function Travel() {
  const { entries, live, yours } = usePart(({ entries, past, table }) => ({
    entries,
    live: past === null,
    yours: table.yours,
  }));
  const layer = useRef<HTMLDivElement>(null);
  const seen = useRef(entries);
  useEffect(() => {
    const arrived = fresh(seen.current, entries);
    seen.current = entries;
    if (!live || document.hidden || document.documentElement.dataset.motion === 'less') return;
    const events = arrived.flatMap((entry) => entry.events ?? []);
    if (events.length === 0) return;
    const heard = events.map((event) => soundOf(event, yours)).find((name) => name !== null);
    if (heard) sound(heard);
    return onceDrawn(() => {
      const flights = events.flatMap((event) => flight(event) ?? []);
      const box = layer.current;
      if (box)
        flights.slice(0, MOST).forEach((one, index) => {
          fly(box, one, index * GAP);
        });
    });
  }, [entries, live, yours]);
  return <div ref={layer} className="travel" aria-hidden="true" />;
});
