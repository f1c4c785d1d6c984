/** Saves the record of a game as a file: the server's own, or the one that this device keeps. */
import type { ReactNode } from 'react';
import { isSite } from '../base/site';
import { api } from '../net/api';
import { recordOf, saveText } from '../net/device';

interface Props {
  code: string;
  className?: string;
  children: ReactNode;
}

export function RecordLink({ code, className = '', children }: Props) {
  const name = `${code}.jsonl`;
  const path = api.recordPath(code);
  if (!isSite)
    return (
      <a className={`button ${className}`} href={path} download={name}>
        {children}
      </a>
    );
  return (
    <button
      type="button"
      className={className}
      onClick={() => {
        void recordOf(path, 'en').then((text) => {
          saveText(name, text);
        });
      }}
    >
      {children}
    </button>
  );
}
