/** A button that asks for a file. The browser's own control is hidden: it looks and speaks differently everywhere. */
import { useRef, type ReactNode } from 'react';

interface FileButtonProps {
  /** What the file is for: read out, and shown unless there are children. */
  label: string;
  accept: string;
  className?: string;
  children?: ReactNode;
  onFile: (file: File) => void;
}

export function FileButton({ label, accept, className, children, onFile }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button type="button" className={className} onClick={() => input.current?.click()}>
        {children ?? label}
      </button>
      <input
        ref={input}
        type="file"
        className="hidden"
        tabIndex={-1}
        aria-label={label}
        accept={accept}
        onChange={(event) => {
          const first = event.target.files?.[0];
          // the same file, corrected, can be chosen again
          event.target.value = '';
          if (first) onFile(first);
        }}
      />
    </>
  );
}
