/** A switch of the form for a table, with a line on what it does. */
import { useText } from '../text';
import type { Switch } from './switches';

interface OptionProps {
  name: Switch | 'rated';
  checked: boolean;
  onChange: (on: boolean) => void;
}

export function Option({ name, checked, onChange }: OptionProps) {
  const t = useText();
  return (
    <div className="option">
      <label className="switch">
        <input
          type="checkbox"
          role="switch"
          checked={checked}
          aria-describedby={`option-${name}`}
          onChange={(event) => {
            onChange(event.target.checked);
          }}
        />
        <span>{t(`option.${name}`)}</span>
      </label>
      <small id={`option-${name}`}>{t(`option.${name}.note`)}</small>
    </div>
  );
}
