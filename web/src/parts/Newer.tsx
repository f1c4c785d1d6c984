/** Says that a newer page is ready; nothing that is prepared is lost by taking it. */
import { useEffect } from 'react';
import { useAddress } from '../base/route';
import { isSite } from '../base/site';
import { useStore } from '../base/store';
import { newer, takeOver } from '../base/worker';
import { useText } from '../text';

export function Newer() {
  const t = useText();
  const { place } = useAddress();
  const ready = useStore(newer);
  // in a folder of files the newer version starts between two games
  const between = isSite && ready && place === '';
  useEffect(() => {
    if (between) void takeOver();
  }, [between]);
  if (!ready || isSite) return null;
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

/** In the menu of a game that is played from a folder of files. */
export function NewerNext() {
  const t = useText();
  return useStore(newer) && isSite ? <p className="note">{t('newer.next')}</p> : null;
}
