/** What others did a moment ago, for eyes that are on the board. The log has it too and is what readers hear. */
import { memo, useEffect, useRef, useState } from 'react';
import { Token } from '../glyphs/glyphs';
import type { Line } from '../state/log';
import { usePart } from '../state/play';
import { useSettings } from '../state/settings';
import { useLines } from './useLines';

const TIME = 5000;
/** On one's own turn it must soon be out of the way. */
const TURN_TIME = 2500;
const MOST = 3;

export const Toast = memo(function Toast() {
  const { toasts } = useSettings();
  const { yours, live, mine } = usePart(({ table, past, menu }) => ({
    yours: table.yours,
    live: past === null,
    mine: menu !== null,
  }));
  const list = useLines();
  const [shown, setShown] = useState<Line[]>([]);
  const seen = useRef(list);
  useEffect(() => {
    const old = seen.current;
    seen.current = list;
    if (!live || list === old) return;
    // a merged line replaces the last one, so that one is looked at again
    const fresh = list.slice(Math.max(0, old.length - 1)).filter((line) => line !== old.at(-1) && !line.head);
    const own = fresh.findLastIndex((line) => typeof line.seat === 'number' && yours.includes(line.seat));
    const others = fresh.slice(own + 1).filter((line) => line.seat !== null);
    if (own >= 0) setShown(others.slice(-MOST));
    else if (others.length > 0) setShown((now) => [...now, ...others].slice(-MOST));
  }, [list, live, yours]);
  useEffect(() => {
    if (shown.length === 0) return;
    const timer = window.setTimeout(
      () => {
        setShown([]);
      },
      mine ? TURN_TIME : TIME,
    );
    return () => {
      window.clearTimeout(timer);
    };
  }, [shown, mine]);
  if (!toasts || !live || shown.length === 0) return null;
  return (
    <div className={mine ? 'toast toast-turn' : 'toast'} aria-hidden="true">
      {shown.map((line, index) => (
        <p key={`${line.seq} ${index}`}>
          {line.seat !== null && <Token seat={line.seat} size={14} />} <span>{line.text}</span>
        </p>
      ))}
    </div>
  );
});
