/** Time left, counted down from the server's word: of whoever is to act in the console, of everybody beside their names. */
import { useEffect, useState } from 'react';
import { Icon } from '../glyphs/glyphs';
import { usePart } from '../state/play';
import { useText } from '../text';

const two = (n: number): string => String(n).padStart(2, '0');

/** One short line at any length: "3 d 4 h", "21:40 h", "1:42". */
export function clockText(seconds: number): string {
  const left = Math.max(0, Math.round(seconds));
  const [days, hours, minutes] = [Math.floor(left / 86400), Math.floor(left / 3600), Math.floor(left / 60)];
  if (hours >= 48) return `${days} d ${hours % 24} h`;
  if (hours >= 1) return `${hours}:${two(minutes % 60)} h`;
  return `${minutes}:${two(left % 60)}`;
}

const LATE = 20;

/** A seat's seconds, running or not; null at tables without clocks and in the past. */
function useLeft(seat: number | null): number | null {
  const { clock, live } = usePart(({ view, past }) => ({ clock: view.clock, live: past === null }));
  const { kind, left, running, at } = clock;
  const [now, setNow] = useState(() => Date.now());
  const going = live && kind !== 'none' && seat !== null && running === seat;
  useEffect(() => {
    if (!going) return;
    const tick = (): void => {
      setNow(Date.now());
    };
    tick();
    const timer = window.setInterval(tick, 500);
    return () => {
      window.clearInterval(timer);
    };
  }, [going, at]);
  const start = seat === null ? null : (left[seat] ?? null);
  if (!live || kind === 'none' || start === null) return null;
  return going ? start - Math.max(0, now - Date.parse(at)) / 1000 : start;
}

/** The clock that runs, or your own while none does. */
export function Clock() {
  const t = useText();
  const { running, me } = usePart(({ view, me }) => ({ running: view.clock.running, me }));
  const seconds = useLeft(running ?? me);
  if (seconds === null) return null;
  return (
    <span
      className={`clock ${seconds < LATE && running !== null ? 'late' : ''}`}
      role="timer"
      aria-label={t(running === null || running === me ? 'clock.yours' : 'clock')}
    >
      <Icon name="clock" /> {clockText(seconds)}
    </span>
  );
}

/** A player's time, beside the name. */
export function SeatClock({ seat }: { seat: number }) {
  const t = useText();
  const running = usePart(({ view }) => ({ on: view.clock.running === seat })).on;
  const seconds = useLeft(seat);
  if (seconds === null) return null;
  return (
    <span className={`seat-clock ${running ? 'running' : ''} ${seconds < LATE ? 'late' : ''}`} title={t('clock.left')}>
      {clockText(seconds)}
    </span>
  );
}
