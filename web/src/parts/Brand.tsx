/** The mark and a link home. */
import type { MouseEvent, ReactNode } from 'react';
import { Icon } from '../glyphs/glyphs';
import { go } from '../state/route';

/** A link inside the page: the browser's own for new tabs, quick for a plain click. */
export function Link({
  to,
  children,
  className,
  label,
}: {
  to: string;
  children: ReactNode;
  className?: string;
  label?: string;
}) {
  return (
    <a
      href={to}
      className={className}
      aria-label={label}
      onClick={(event: MouseEvent) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
        event.preventDefault();
        go(to);
      }}
    >
      {children}
    </a>
  );
}

export function Brand() {
  return (
    <Link to="/" className="brand" label="Kilowatt">
      <span className="mark">
        <Icon name="bolt" />
      </span>
      <b>Kilowatt</b>
    </Link>
  );
}
