/** Time left of whoever is to act, counted down from the server's word. */
import { useEffect, useState } from 'react';
import { Icon } from '../glyphs/glyphs';
import { usePlay } from '../state/play';
import { useText } from '../text';

export function clockText(seconds: number): string {
  const left = Math.max(0, Math.round(seconds));
  if (left >= 86400) return `${Math.floor(left / 86400)} d ${Math.floor((left % 86400) / 3600)} h`;
  if (left >= 3600) return `${Math.floor(left / 3600)} h ${Math.floor((left % 3600) / 60)} min`;
  return `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`;
}

export function Clock() {
  const t = useText();
  const { view, past } = usePlay();
  const { running, left, at, kind } = view.clock;
  const [now, setNow] = useState(() => Date.now());
  const going = past === null && kind !== 'none' && running !== null;
  useEffect(() => {
    if (!going) return;
    const timer = window.setInterval(() => {
      setNow(Date.now());
    }, 500);
    return () => {
      window.clearInterval(timer);
    };
  }, [going]);
  if (!going || running === null) return null;
  const seconds = (left[running] ?? 0) - (now - Date.parse(at)) / 1000;
  return (
    <span className={`clock ${seconds < 20 ? 'late' : ''}`} role="timer" aria-label={t('clock')}>
      <Icon name="clock" /> {clockText(seconds)}
    </span>
  );
}
