/** The worth of a plant to the player, as a tag on its card. */
import { useText } from '../text';
import { useWorth } from './advice';

export function WorthTag({ plant }: { plant: string }) {
  const t = useText();
  const price = useWorth(plant);
  if (price === null) return null;
  return (
    <span className={price.worth > price.least ? 'worth-tag' : 'worth-tag not'}>
      <span>{t('worth.word')}</span> {price.worth}
    </span>
  );
}
