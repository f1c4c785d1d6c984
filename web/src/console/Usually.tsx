/** Beside whose turn it is, where turns last days: how soon this person usually answers. */
import { useMemo } from 'react';
import { usualSeconds } from '../state/answering';
import { usePlay } from '../state/play';
import { useText } from '../text';

const HOUR = 3600;
/** From here on in days. */
const LONG = 48;

export function Usually({ seat }: { seat: number }) {
  const t = useText();
  const { entries, table } = usePlay();
  const seconds = useMemo(() => usualSeconds(entries, seat), [entries, seat]);
  if (seconds === null || table.seats[seat]?.kind !== 'person') return null;
  const hours = Math.max(1, Math.ceil(seconds / HOUR));
  return (
    <span className="sub">
      {hours < LONG ? t('usually.hours', { n: hours }) : t('usually.days', { n: Math.ceil(hours / 24) })}
    </span>
  );
}
