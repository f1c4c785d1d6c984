/** The bots to choose from: the levels first, then those that go by the name of how they think. */
import { sayCode, useText } from '../text';

const LEVELS = ['easy', 'normal', 'hard', 'expert'];

interface Props {
  levels: readonly string[];
  /** What stands before the level in an option's value. */
  prefix?: string;
  /** How an option is called. */
  name?: (level: string) => string;
}

export function BotOptions({ levels, prefix = '', name = (level) => level }: Props) {
  const t = useText();
  const option = (level: string) => (
    <option key={level} value={`${prefix}${level}`}>
      {name(sayCode('level', level))}
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
