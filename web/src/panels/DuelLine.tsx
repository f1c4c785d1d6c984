/** A duel of bids in the log: one line per player that runs to its last bid. */
import { Token } from '../glyphs/glyphs';
import type { Duel } from '../state/duel';
import { plantName } from '../state/log';
import { useText } from '../text';

export function DuelLine({ duel, names, spoken }: { duel: Duel; names: readonly string[]; spoken: string }) {
  const t = useText();
  const most = Math.max(1, ...duel.rows.map((row) => row.bid));
  return (
    <span className="duel">
      <span className="hidden">{spoken}</span>
      <span className="through" aria-hidden="true">
        <b>{t('log.duel', { plant: plantName(duel.plant), n: duel.bids })}</b>
        {duel.rows.map(({ seat, bid, out }) => (
          <span key={seat} className={out ? 'duel-row' : 'duel-row duel-first'}>
            <span className="duel-name">{names[seat]}</span>
            <span className="duel-way">
              <i style={{ width: `${(100 * bid) / most}%` }} className={`seat-line-${seat}`}>
                <Token seat={seat} size={13} />
              </i>
            </span>
            <span className="duel-bid">{out ? t('log.duel.out', { bid }) : bid}</span>
          </span>
        ))}
      </span>
    </span>
  );
}
