/** Three stars, so many of them lit. */
import { Icon } from '../glyphs/glyphs';
import { useText } from '../text';

export function Stars({ lit, large = false }: { lit: number; large?: boolean }) {
  const t = useText();
  return (
    <span className={large ? 'stars stars-large' : 'stars'} role="img" aria-label={t('challenge.stars', { n: lit })}>
      {[1, 2, 3].map((one) => (
        <Icon key={one} name="star" className={one <= lit ? 'star-lit' : ''} />
      ))}
    </span>
  );
}
