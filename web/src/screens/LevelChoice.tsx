/** Whom to play against: four characters with a line each; the bots that go by how they think are folded below. */
import { useText, sayCode } from '../text';

export const LEVELS = ['easy', 'normal', 'hard', 'expert'];

interface Props {
  /** All bots there are. */
  levels: readonly string[];
  value: string;
  onChange: (level: string) => void;
}

function Level({ level, value, onChange }: Omit<Props, 'levels'> & { level: string }) {
  return (
    <label className="level">
      <input
        type="radio"
        name="level"
        value={level}
        checked={value === level}
        onChange={() => {
          onChange(level);
        }}
      />
      <b>{sayCode('levelname', level)}</b>
      <small>{sayCode('character', level)}</small>
    </label>
  );
}

export function LevelChoice({ levels, value, onChange }: Props) {
  const t = useText();
  const others = levels.filter((level) => !LEVELS.includes(level));
  const offered = LEVELS.filter((level) => levels.length === 0 || levels.includes(level));
  return (
    <div className="level-box">
      <fieldset className="levels">
        <legend>{t('form.level')}</legend>
        {offered.map((level) => (
          <Level key={level} level={level} value={value} onChange={onChange} />
        ))}
      </fieldset>
      {others.length > 0 && (
        <details className="more-bots" open={others.includes(value) ? true : undefined}>
          <summary>{t('form.bots')}</summary>
          <div className="levels">
            {others.map((level) => (
              <Level key={level} level={level} value={value} onChange={onChange} />
            ))}
          </div>
        </details>
      )}
    </div>
  );
}
