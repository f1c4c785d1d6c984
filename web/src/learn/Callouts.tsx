/** Lines from words to the things they name, each with a dot at its end. In lengths of the style sheets. */

/** Corners of a line; it ends at the last one. */
export type Path = readonly (readonly [number, number])[];

export function Callouts({ lines, className }: { lines: readonly Path[]; className: string }) {
  return (
    <svg className={`callouts ${className}`} width="1" height="1" aria-hidden="true">
      {lines.map((path, index) => {
        const [x, y] = path.at(-1) ?? [0, 0];
        return (
          <g key={index}>
            <polyline points={path.map((point) => point.join(' ')).join(' ')} />
            <circle cx={x} cy={y} r="3.5" />
          </g>
        );
      })}
    </svg>
  );
}
