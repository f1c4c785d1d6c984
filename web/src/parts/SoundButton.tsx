/** Turns all sounds of this device on and off. */
import { Icon } from '../glyphs/glyphs';
import { choose, useSettings } from '../base/settings';
import { useText } from '../text';

export function SoundButton({ className }: { className: string }) {
  const t = useText();
  const { sound } = useSettings();
  return (
    <button
      type="button"
      className={className}
      aria-pressed={sound}
      aria-label={t('settings.sound')}
      onClick={() => {
        choose({ sound: !sound });
      }}
    >
      <Icon name={sound ? 'sound' : 'mute'} />
    </button>
  );
}
