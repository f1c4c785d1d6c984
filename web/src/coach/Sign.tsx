/** The sign in the console's head that the adviser is on, the way back to its plan, and the way to the plain console. */
import { Icon } from '../glyphs/glyphs';
import { usePlay } from '../state/play';
import { useText } from '../text';
import './advised.css';
import { hasFace, pick, useFresh, usePlan } from './advice';

export function AdviserSign({ onClose }: { onClose: () => void }) {
  const t = useText();
  const { menu, change } = usePlay();
  const { hint } = useFresh();
  const followed = usePlan();
  const planned = hint !== null && hasFace(hint.choices[0]);
  return (
    <span className="advised-sign">
      {planned && followed === null ? (
        <button
          type="button"
          className="advised-back"
          onClick={() => {
            pick(hint, 0, menu, change);
          }}
        >
          <Icon name="bulb" /> {t('plan.back')}
        </button>
      ) : (
        <>
          <Icon name="bulb" /> <span>{t('adviser')}</span>
        </>
      )}
      <button type="button" className="plain" aria-label={t('advised.close')} onClick={onClose}>
        <Icon name="close" />
      </button>
    </span>
  );
}
