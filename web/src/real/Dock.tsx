/** The two halves of an entry: a white panel with the question, and the dark console that says who and how much. */
import type { ReactNode } from 'react';

export function Ask({ title, note, children }: { title: string; note?: ReactNode; children: ReactNode }) {
  return (
    <section className="panel real-ask" aria-labelledby="real-ask">
      <header>
        <h2 id="real-ask">{title}</h2>
        {note}
      </header>
      {children}
    </section>
  );
}

export function Dock({ title, note, children }: { title: string; note?: ReactNode; children: ReactNode }) {
  return (
    <section className="console loud real-dock" aria-labelledby="real-dock">
      <header>
        <i className="lamp" aria-hidden="true" />
        <h2 id="real-dock">{title}</h2>
        {note !== undefined && <small>{note}</small>}
      </header>
      {children}
    </section>
  );
}
