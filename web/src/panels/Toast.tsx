/** What others did a moment ago, for eyes that are on the board. The log has it too and is what readers hear. */
import { memo, useEffect, useState } from 'react';
import { Token } from '../glyphs/glyphs';
import { usePart } from '../state/play';
import { useSettings } from '../base/settings';
import { useLines } from './useLines';

const TIME = 5000;
/** On your own turn it must soon be out of the way. */
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
  // lines before this one have been seen; what is shown follows from it, so that a burst of moves sets no state
  const [seen, setSeen] = useState(list.length);
  const fresh = list.length > seen;
  useEffect(() => {
    const timer = window.setTimeout(
      () => {
        setSeen(list.length);
      },
      mine ? TURN_TIME : TIME,
    );
    return () => {
      window.clearTimeout(timer);
    };
  }, [list, mine]);
  if (!toasts || !live || !fresh) return null;
  const own = list.findLastIndex((line) => typeof line.seat === 'number' && yours.includes(line.seat));
  const shown = list.slice(Math.max(seen, own + 1)).filter((line) => !line.head && line.seat !== null);
  if (shown.length === 0) return null;
  return (
    <div key={list.length} className={mine ? 'toast toast-turn' : 'toast'} aria-hidden="true">
      {shown.slice(-MOST).map((line, index) => (
        <p key={index}>
          {line.seat !== null && <Token seat={line.seat} size={14} />} <span>{line.text}</span>
        </p>
      ))}
    </div>
  );
});
