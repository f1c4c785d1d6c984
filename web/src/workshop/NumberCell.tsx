/** A cell of a table that holds a whole number; empty is null. */
import { useState } from 'react';

interface NumberCellProps {
  label: string;
  value: number | null;
  onChange: (value: number | null) => void;
}

export function NumberCell({ label, value, onChange }: NumberCellProps) {
  // a cell that is emptied to type another number is not yet empty
  const [draft, setDraft] = useState<string | null>(null);
  return (
    <input
      inputMode="numeric"
      aria-label={label}
      value={draft ?? value ?? ''}
      onChange={(event) => {
        const digits = event.target.value.replace(/\D/g, '').slice(0, 2);
        setDraft(digits);
        if (digits !== '') onChange(Number(digits));
      }}
      onBlur={() => {
        if (draft === '' && value !== null) onChange(null);
        setDraft(null);
      }}
    />
  );
}
