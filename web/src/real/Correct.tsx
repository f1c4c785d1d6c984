/** One line to correct or to remove, whether the rules have seen it or it still waits on this device. */
import { useState } from 'react';
import { Dialog } from '../parts/Dialog';
import type { AnyLine } from '../protocol/schema';
import { useText } from '../text';
import { useReal } from './context';
import { whole } from './draft';
import { LineForm } from './LineForm';
import { lineText } from './words';

interface Props {
  line: AnyLine;
  /** Null: the line goes. */
  onChange: (line: AnyLine | null) => void;
  onClose: () => void;
}

/** What a line states that the rules know is gone once something else of it changes. */
const fresh = (line: AnyLine): AnyLine => {
  if (line.type === 'fuel' || line.type === 'houses') return { ...line, paid: null };
  return line.type === 'power' ? { ...line, earned: null } : line;
};

/** Every plant that a player has, or bought by what is written down or waits; it may have gone since. */
function usePlantsOf(line: AnyLine): (seat: number) => string[] {
  const { game, sheet, queue } = useReal();
  const sales = [...sheet.lines.map((row) => row.line), ...queue.lines, line];
  return (seat) => [
    ...new Set([
      ...(game.seats[seat]?.plants ?? []),
      ...sales.flatMap((one) => (one.type === 'sale' && one.seat === seat ? [one.plant] : [])),
      ...sales.flatMap((one) => (one.type === 'step' && one.action.type === 'open' ? [one.action.plant] : [])),
    ]),
  ];
}

export default function Correct({ line: before, onChange, onClose }: Props) {
  const t = useText();
  const { board, names } = useReal();
  const [line, setLine] = useState<AnyLine>(before);
  const plantsOf = usePlantsOf(before);
  const ready = whole(line, board);
  return (
    <Dialog title={t('real.correct')} onClose={onClose}>
      <p>{lineText(before, { board, names })}</p>
      <div className="real-fields real-correct">
        <LineForm
          line={line}
          plantsOf={plantsOf}
          onChange={(now) => {
            setLine(fresh(now));
          }}
        />
      </div>
      <p className="note">{t('real.correct.note')}</p>
      <div className="answers">
        <button
          type="button"
          onClick={() => {
            onChange(null);
            onClose();
          }}
        >
          {t('real.remove')}
        </button>
        <button
          type="button"
          className="primary"
          aria-disabled={!ready}
          onClick={() => {
            if (!ready) return;
            if (line !== before) onChange(line);
            onClose();
          }}
        >
          {t('real.correct.save')}
        </button>
      </div>
    </Dialog>
  );
}
