/** What changed a player's chance: three sums that add up, and which cards luck is. */
import { Icon, Token } from '../glyphs/glyphs';
import type { ReportView, ReviewView } from '../protocol/schema';
import { useText } from '../text';
import { sums } from './figures';

const PARTS = [
  ['decisions', 'pencil'],
  ['luck', 'card'],
  ['rivals', 'people'],
] as const;

interface Props {
  review: ReviewView;
  report: ReportView;
  seat: number;
  /** The player's name; null for the reader. */
  name: string | null;
}

export function Sums({ review, report, seat, name }: Props) {
  const t = useText();
  const all = sums(review, report, seat);
  return (
    <p className="review-sums">
      <span className="sums-whole">
        <Token seat={seat} size={14} />{' '}
        <b>{name === null ? t('review.became', all) : t('review.became.of', { ...all, name })}</b>
      </span>
      {PARTS.map(([part, icon]) => (
        <span key={part}>
          <Icon name={icon} /> {t(`review.sum.${part}`)}{' '}
          <b className={all[part]?.startsWith('−') ? 'loss' : all[part]?.startsWith('+') ? 'gain' : ''}>{all[part]}</b>
        </span>
      ))}
      <small>{t('review.luck.is')}</small>
    </p>
  );
}
