/** Whom to play against: four characters with a line each; the bots that go by how they think are folded below. */
import { Icon } from '../glyphs/glyphs';
import { useText, sayCode } from '../text';

export const LEVELS = ['easy', 'normal', 'hard', 'expert'];

interface Props {
  /** All bots there are. */
  levels: readonly string[];
  value: string;
  onChange: (level: string) => void;
}

function Level({ level, value, onChange }: Omit<Props, 'levels'> & { level: string }) {
  const strength = LEVELS.indexOf(level) + 1;
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
      {strength > 0 && (
        <span className="bolts" aria-hidden="true">
          {LEVELS.map((one, place) => (
            <Icon key={one} name="bolt" className={place < strength ? 'lit' : ''} />
          ))}
        </span>
      )}
      <small>{sayCode('character', level)}</small>
    </label>
  );
}

/** The bots that go by how they think. */
export function MoreBots({ levels, value, onChange }: Props) {
  const t = useText();
  const others = levels.filter((level) => !LEVELS.includes(level));
  if (others.length === 0) return null;
  return (
    <details className="more-bots" open={others.includes(value) ? true : undefined}>
      <summary>{t('form.bots')}</summary>
      <div className="levels">
        {others.map((level) => (
          <Level key={level} level={level} value={value} onChange={onChange} />
        ))}
      </div>
    </details>
  );
}

export function LevelChoice({ levels, value, onChange }: Props) {
  const t = useText();
  const offered = LEVELS.filter((level) => levels.length === 0 || levels.includes(level));
  return (
    <div className="level-box">
      <fieldset className="levels">
        <legend className="hidden-text">{t('form.level')}</legend>
        {offered.map((level) => (
          <Level key={level} level={level} value={value} onChange={onChange} />
        ))}
      </fieldset>
      {/* on small screens the cards are the names alone */}
      <p className="level-says" aria-hidden="true">
        {sayCode('character', value)}
      </p>
    </div>
  );
}
