/** How fast others' moves and the replay are shown; remembered on this device. */
import { choose, PACES, useSettings, type Pace } from '../base/settings';
import { useText } from '../text';

export function PaceChoice() {
  const t = useText();
  const { pace } = useSettings();
  return (
    <label className="pace">
      <span>{t('pace')}</span>
      <select
        value={pace}
        onChange={(event) => {
          choose({ pace: event.target.value as Pace });
        }}
      >
        {PACES.map((one) => (
          <option key={one} value={one}>
            {t(`pace.${one}`)}
          </option>
        ))}
      </select>
    </label>
  );
}
