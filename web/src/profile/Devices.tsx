/** The devices and passkeys of a profile; each but this one can be signed out from here. */
import type { DeviceRow, ProfileView } from '../protocol/schema';
import { useText } from '../text';
import { profile, type Fail } from './profile';

interface DevicesProps {
  view: ProfileView;
  onView: (view: ProfileView) => void;
  onFail: Fail;
}

export function Devices({ view, onView, onFail }: DevicesProps) {
  const t = useText();
  const name = (row: DeviceRow): string => (row.label === '' ? t('profile.first') : row.label);
  const end = (row: DeviceRow, label: string) => (
    <button
      type="button"
      className="plain"
      aria-label={t('profile.end.one', { name: label })}
      onClick={() => {
        profile.end(row.id).then(onView, onFail);
      }}
    >
      {t('profile.end')}
    </button>
  );
  return (
    <fieldset>
      <legend>{t('profile.devices')}</legend>
      <ul className="plain-list device-list">
        {view.devices.map((row) => (
          <li key={row.id}>
            <span>
              {name(row)} {row.here && <b>({t('profile.this')})</b>}
            </span>
            {!row.here && end(row, name(row))}
          </li>
        ))}
        {view.passkeys.map((row) => (
          <li key={row.id}>
            <span>
              {row.label} <small>({t('profile.key')})</small>
            </span>
            {end(row, `${row.label} (${t('profile.key')})`)}
          </li>
        ))}
      </ul>
      <p className="note">{t('profile.left', { n: view.recovery_left })}</p>
    </fieldset>
  );
}
