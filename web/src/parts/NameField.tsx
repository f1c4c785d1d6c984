/** The name one plays under, remembered on this device. */
import { choose, useSettings } from '../base/settings';
import { useText } from '../text';

/** With `required` there must be one; else "You" is taken for none. */
export function NameField({ required = false }: { required?: boolean }) {
  const t = useText();
  const { name } = useSettings();
  return (
    <label>
      {t('form.name')}
      <input
        value={name}
        required={required}
        maxLength={24}
        placeholder={required ? undefined : t('You')}
        onChange={(event) => {
          choose({ name: event.target.value });
        }}
      />
    </label>
  );
}
