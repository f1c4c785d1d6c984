/** The whole board in a corner while only a part is in view; a tap moves the view there. */
import { memo, useEffect, useRef, useState, type MouseEvent } from 'react';
import type { Layout } from '../boards';
import type { Point } from '../boards/layout';
import { useText } from '../text';
import { useCorner } from './useCorner';
import type { Zoom } from './useZoom';

interface Props {
  layout: Layout;
  zoom: Zoom;
  zone: ReadonlySet<string> | null;
  mine: ReadonlySet<string>;
  me: number | null;
  /** Where cities in play, their names and costs lie: the map covers none of them. */
  busy: readonly Point[];
}

export const MiniMap = memo(function MiniMap({ layout, zoom, zone, mine, me, busy }: Props) {
  const t = useText();
  const [x, y, w, h] = layout.frame;
  const [part, setPart] = useState(false);
  const view = useRef<SVGRectElement>(null);
  const map = useRef<HTMLButtonElement>(null);
  const corner = useCorner(map, part, busy, zoom);
  useEffect(
    () =>
      zoom.watch((box) => {
        setPart(box.w < w * 0.98);
        // moved by hand: a drag draws nothing again
        for (const [name, value] of [
          ['x', box.x],
          ['y', box.y],
          ['width', box.w],
          ['height', box.h],
        ] as const)
          view.current?.setAttribute(name, String(value));
      }),
    [zoom, w, part],
  );
  if (!part) return null;
  const go = (event: MouseEvent): void => {
    const size = event.currentTarget.getBoundingClientRect();
    const at = [x + ((event.clientX - size.left) / size.width) * w, y + ((event.clientY - size.top) / size.height) * h];
    const box = zoom.box();
    zoom.show({ ...box, x: (at[0] ?? 0) - box.w / 2, y: (at[1] ?? 0) - box.h / 2 });
  };
  return (
    <button
      ref={map}
      type="button"
      className={`mini-map mini-${corner ?? 'nowhere'}`}
      onClick={go}
      aria-label={t('board.move')}
    >
      <svg viewBox={`${x} ${y} ${w} ${h}`} aria-hidden="true">
        {Object.entries(layout.areas).map(([id, area]) => (
          <path
            key={id}
            d={area.path}
            className={zone === null || zone.has(id) ? `area area-${area.tint}` : 'area area-off'}
          />
        ))}
        {Object.entries(layout.cities).map(([id, [cx, cy]]) => (
          <circle
            key={id}
            cx={cx}
            cy={cy}
            r={(mine.has(id) ? 9 : 5) * layout.scale}
            className={mine.has(id) && me !== null ? `seat-fill seat-${me}` : 'mini-city'}
          />
        ))}
        <rect ref={view} className="mini-view" strokeWidth={w / 60} />
      </svg>
    </button>
  );
});
