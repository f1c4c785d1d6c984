/** Says that a newer page is ready; nothing that is prepared is lost by taking it. */
import { newer } from '../base/worker';
import { useStore } from '../base/store';
import { useText } from '../text';

export function Newer() {
  const t = useText();
  if (!useStore(newer)) return null;
  return (
    <div className="lost" role="status">
      {t('newer')}
      <button
        type="button"
        onClick={() => {
          location.reload();
        }}
      >
        {t('newer.take')}
      </button>
    </div>
  );
}
