/** A line to copy: a field that is selected when it is entered, and a button; more buttons may follow. */
import { useState, type ReactNode } from 'react';
import { Icon } from '../glyphs/glyphs';
import { copy } from '../net/copy';
import { useText } from '../text';

interface Props {
  label: string;
  value: string;
  button: string;
  className?: string;
  children?: ReactNode;
}

export function CopyField({ label, value, button, className = 'invite', children }: Props) {
  const t = useText();
  const [copied, setCopied] = useState(false);
  return (
    <div className={className}>
      <label>
        {label}
        <input
          readOnly
          value={value}
          onFocus={(event) => {
            event.target.select();
          }}
        />
      </label>
      <button
        type="button"
        onClick={() => {
          void copy(value).then(setCopied);
        }}
      >
        <Icon name="link" /> {copied ? t('invite.copied') : button}
      </button>
      {children}
    </div>
  );
}
