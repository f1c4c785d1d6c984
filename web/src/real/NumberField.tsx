/** An amount between two buttons, which can also be typed. */
import { useText } from '../text';

interface Props {
  label: string;
  value: number;
  onChange: (value: number) => void;
  most?: number;
}

const MOST = 99_999;

export function NumberField({ label, value, onChange, most = MOST }: Props) {
  const t = useText();
  const set = (next: number): void => {
    onChange(Math.max(0, Math.min(most, next)));
  };
  return (
    <span className="real-number" role="group" aria-label={label}>
      <button
        type="button"
        aria-label={t('real.one.less', { what: label })}
        onClick={() => {
          set(value - 1);
        }}
      >
        −
      </button>
      <input
        inputMode="numeric"
        aria-label={label}
        value={value}
        onFocus={(event) => {
          event.target.select();
        }}
        onChange={({ target }) => {
          set(Number(target.value.replace(/\D/g, '').slice(0, 5)));
        }}
      />
      <button
        type="button"
        aria-label={t('real.one.more', { what: label })}
        onClick={() => {
          set(value + 1);
        }}
      >
        +
      </button>
    </span>
  );
}
