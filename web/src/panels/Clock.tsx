/** Time left, counted down from the server's word: of whoever is to act in the console, of everybody beside their names. */
import { useEffect, useState } from 'react';
import { Icon } from '../glyphs/glyphs';
import { usePart } from '../state/play';
import { useText } from '../text';
import { momentText } from '../text/day';

const two = (n: number): string => String(n).padStart(2, '0');

/** One short line at any length: "3 d 4 h", "21:40 h", "1:42"; with its unit also where hours could be meant. */
export function clockText(seconds: number, unit = false): string {
  const left = Math.max(0, Math.round(seconds));
  const [days, hours, minutes] = [Math.floor(left / 86400), Math.floor(left / 3600), Math.floor(left / 60)];
  if (hours >= 48) return `${days} d ${hours % 24} h`;
  if (hours >= 1) return `${hours}:${two(minutes % 60)} h`;
  return `${minutes}:${two(left % 60)}${unit ? ' min' : ''}`;
}

const LATE = 20;
/** Seconds that are few where a turn may last days. */
const SOON = 3 * 3600;

/** A seat's seconds, running or not; null at tables without clocks and in the past. */
function useLeft(seat: number | null): number | null {
  const { clock, live } = usePart(({ view, past }) => ({ clock: view.clock, live: past === null }));
  const { kind, left, running, at, resting } = clock;
  const [now, setNow] = useState(() => Date.now());
  const going = live && kind !== 'none' && seat !== null && running === seat && !resting;
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
  const { running, name, me, resting, days } = usePart(({ view, names, me }) => ({
    running: view.clock.running,
    name: names[view.clock.running ?? -1] ?? '',
    me,
    resting: view.clock.resting,
    days: view.clock.kind === 'days',
  }));
  const seconds = useLeft(running ?? me);
  if (seconds === null) return null;
  return (
    <span
      className={`clock ${seconds < (days ? SOON : LATE) && running !== null ? 'late' : ''}`}
      role="timer"
      aria-label={t(running === null || running === me ? 'clock.yours' : 'clock')}
    >
      <Icon name="clock" /> {clockText(seconds, days)}
      {days && !resting && running !== null && running !== me && (
        <small className="clock-for"> {t('clock.for', { name })}</small>
      )}
      {resting && <small> · {t('clock.rests')}</small>}
      {days && !resting && running !== null && seconds > 0 && (
        <small className="clock-until"> {t('clock.until', { when: momentText(Date.now() + 1000 * seconds) })}</small>
      )}
    </span>
  );
}

/** A player's time, beside the name. */
export function SeatClock({ seat }: { seat: number }) {
  const t = useText();
  const { running, days } = usePart(({ view }) => ({
    running: view.clock.running === seat,
    days: view.clock.kind === 'days',
  }));
  const seconds = useLeft(seat);
  if (seconds === null) return null;
  const late = seconds < (days ? SOON : LATE);
  return (
    <span className={`seat-clock ${running ? 'running' : ''} ${late ? 'late' : ''}`} title={t('clock.left')}>
      {clockText(seconds)}
    </span>
  );
}
