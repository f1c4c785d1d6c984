/** A number between two buttons; the number itself takes arrows and page keys. */

interface StepperProps {
  label: string;
  value: number;
  most: number;
  least?: number;
  spoken: string;
  less: string;
  more: string;
  onStep: (by: number) => void;
  big?: boolean;
}

const KEYS: Record<string, number> = {
  ArrowUp: 1,
  ArrowRight: 1,
  '+': 1,
  ArrowDown: -1,
  ArrowLeft: -1,
  '-': -1,
  PageUp: 5,
  PageDown: -5,
};

export function Stepper({ label, value, most, least = 0, spoken, less, more, onStep, big = false }: StepperProps) {
  return (
    <span className={big ? 'stepper big' : 'stepper'}>
      <button
        type="button"
        tabIndex={-1}
        aria-label={less}
        aria-disabled={value <= least}
        onClick={() => {
          onStep(-1);
        }}
      >
        −
      </button>
      <span
        className="stepper-value"
        role="spinbutton"
        tabIndex={0}
        aria-label={label}
        aria-valuenow={value}
        aria-valuemin={least}
        aria-valuemax={most}
        aria-valuetext={spoken}
        onKeyDown={(event) => {
          const by = KEYS[event.key];
          if (by === undefined) return;
          event.preventDefault();
          event.stopPropagation();
          onStep(by);
        }}
      >
        {value}
      </span>
      <button
        type="button"
        tabIndex={-1}
        aria-label={more}
        aria-disabled={value >= most}
        onClick={() => {
          onStep(1);
        }}
      >
        +
      </button>
    </span>
  );
}
