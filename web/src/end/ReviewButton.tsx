/** The way to the review, with what it says of your decisions as soon as it is worked out. */
import { useReview } from '../review/useReview';
import { useSettings } from '../base/settings';
import { useText } from '../text';

interface Props {
  code: string;
  yours: readonly number[];
  onOpen: () => void;
}

export function ReviewButton({ code, yours, onOpen }: Props) {
  const t = useText();
  const { language } = useSettings();
  const { review, failed } = useReview(code, yours.length > 0, language);
  const costs =
    review?.ready === true
      ? review.rows.flatMap((row) => (yours.includes(row.seat) && row.verdict?.mistake ? [row.verdict.loss] : []))
      : null;
  const sum = Math.round(100 * (costs ?? []).reduce((a, b) => a + b, 0));
  return (
    <button
      type="button"
      className="primary"
      aria-label={t('end.review')}
      aria-describedby="end-review-note"
      onClick={onOpen}
    >
      {t('end.review.go')}
      {yours.length > 0 && !failed && (
        <small id="end-review-note" role="status">
          {costs === null
            ? t('end.review.wait')
            : costs.length === 0
              ? t('end.review.none')
              : t('end.review.cost', { n: costs.length, percent: sum })}
        </small>
      )}
    </button>
  );
}
