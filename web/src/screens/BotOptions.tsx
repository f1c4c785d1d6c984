/** The bots as options of a seat: the four characters with their lines first, the others below. */
import { sayCode, useText } from '../text';
import { LEVELS } from './LevelChoice';

interface Props {
  levels: readonly string[];
  /** What stands before the level in an option's value. */
  prefix?: string;
}

export function BotOptions({ levels, prefix = '' }: Props) {
  const t = useText();
  const option = (level: string) => (
    <option key={level} value={`${prefix}${level}`}>
      {t('seat.character', { level: sayCode('levelname', level), character: sayCode('character', level) })}
    </option>
  );
  const named = levels.filter((level) => !LEVELS.includes(level));
  return (
    <>
      {levels.filter((level) => LEVELS.includes(level)).map(option)}
      {named.length > 0 && <optgroup label={t('form.bots')}>{named.map(option)}</optgroup>}
    </>
  );
}
