/** The corrections that are offered, each a button with what would be written instead. */
import type { SlipView } from '../protocol/schema';
import { useText } from '../text';
import { useReal } from './context';
import { slipText } from './words';

export function Slips({ slips, onTake }: { slips: readonly SlipView[]; onTake?: (slip: SlipView) => void }) {
  const t = useText();
  const { board, names, change, busy } = useReal();
  if (slips.length === 0) return null;
  return (
    <div className="real-slips" role="group" aria-label={t('real.slips')}>
      {slips.map((slip, index) => (
        <button
          type="button"
          key={index}
          aria-disabled={busy}
          onClick={() => {
            if (busy) return;
            if (onTake) onTake(slip);
            else change(slip.changes.map(({ at, line, insert }) => ({ at, line, insert })));
          }}
        >
          {slipText(slip, { board, names })}
        </button>
      ))}
    </div>
  );
}
