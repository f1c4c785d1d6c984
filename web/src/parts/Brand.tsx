/** The mark and a link home. */
import type { MouseEvent, ReactNode } from 'react';
import { Icon } from '../glyphs/glyphs';
import { go } from '../base/route';
import { hrefOf } from '../base/site';

/** A link inside the page: the browser's own for new tabs, quick for a plain click. */
export function Link({
  to,
  children,
  className,
  label,
  current = false,
}: {
  to: string;
  children: ReactNode;
  className?: string;
  label?: string;
  /** Whether it leads to the screen that is shown. */
  current?: boolean;
}) {
  return (
    <a
      href={hrefOf(to)}
      className={className}
      aria-label={label}
      aria-current={current ? 'page' : undefined}
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
