/** The worth of a plant where it is needed: a tag on its card, a line under the bid, a button that jumps to the stop. */
import { useText } from '../text';
import { useWorth } from './advice';
import './coach.css';

export function WorthTag({ plant }: { plant: string }) {
  const t = useText();
  const price = useWorth(plant);
  if (price === null) return null;
  return (
    <span className={price.worth > price.least ? 'worth-tag' : 'worth-tag not'}>
      {t('worth.tag', { worth: price.worth })}
    </span>
  );
}

/** From the lowest bid to all your money: lit up to the stop, a tick at the worth. */
export function WorthLine({
  plant,
  value,
  least,
  most,
}: {
  plant: string;
  value: number;
  least: number;
  most: number;
}) {
  const price = useWorth(plant);
  if (price === null || most <= least) return null;
  const at = (amount: number): number => Math.max(0, Math.min(100, (100 * (amount - least)) / (most - least)));
  return (
    <span className="worth-line" aria-hidden="true">
      <i className="lit" style={{ width: `${at(price.stop)}%` }} />
      <i className="at" style={{ left: `${at(value)}%` }} />
      <i className="tick" style={{ left: `${at(price.worth)}%` }} />
    </span>
  );
}

export function StopButton({
  plant,
  least,
  most,
  set,
}: {
  plant: string;
  least: number;
  most: number;
  set: (value: number) => void;
}) {
  const t = useText();
  const price = useWorth(plant);
  if (price === null || price.stop < least || price.stop > most) return null;
  return (
    <button
      type="button"
      className="stop"
      onClick={() => {
        set(price.stop);
      }}
    >
      {price.stop} <small>{t('worth.stop')}</small>
    </button>
  );
}
