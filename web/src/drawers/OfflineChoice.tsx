/** In the settings of a server's page: the game on this device, for times without a network. */
import { dropCopy, getCopy, mayKeepCopy, OFFLINE, offlineCopy } from '../base/offline';
import { useStore } from '../base/store';
import { useText } from '../text';

const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(1);

export function OfflineChoice() {
  const t = useText();
  const { state, loaded, total } = useStore(offlineCopy);
  if (!mayKeepCopy()) return null;
  return (
    <fieldset>
      <legend>{t('offline')}</legend>
      <p className="note" role="status">
        {state === 'getting' && total > 0
          ? t('getting.bytes', { loaded: megabytes(loaded), total: megabytes(total) })
          : t(`offline.${state}`)}
      </p>
      {state === 'here' ? (
        <div className="menu-buttons">
          <a className="button" href={OFFLINE}>
            {t('offline.open')}
          </a>
          <button type="button" onClick={() => void dropCopy()}>
            {t('offline.drop')}
          </button>
        </div>
      ) : (
        <button type="button" aria-busy={state === 'getting'} onClick={() => void getCopy()}>
          {t('offline.get')}
        </button>
      )}
    </fieldset>
  );
}
