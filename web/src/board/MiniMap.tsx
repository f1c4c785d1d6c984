/** The whole board in a corner while only a part is in view; a tap moves the view there. */
import { memo, useEffect, useRef, type MouseEvent, type Ref } from 'react';
import type { Layout } from '../boards';
import { useText } from '../text';
import type { Corner } from './useCorner';
import type { Zoom } from './useZoom';

interface Props {
  ref: Ref<HTMLButtonElement>;
  layout: Layout;
  zoom: Zoom;
  zone: ReadonlySet<string> | null;
  mine: ReadonlySet<string>;
  me: number | null;
  /** Null: every corner has something. */
  corner: Corner | null;
}

export const MiniMap = memo(function MiniMap({ ref, layout, zoom, zone, mine, me, corner }: Props) {
  const t = useText();
  const [x, y, w, h] = layout.frame;
  const view = useRef<SVGRectElement>(null);
  useEffect(
    () =>
      zoom.watch((box) => {
        // moved by hand: a drag draws nothing again
        for (const [name, value] of [
          ['x', box.x],
          ['y', box.y],
          ['width', box.w],
          ['height', box.h],
        ] as const)
          view.current?.setAttribute(name, String(value));
      }),
    [zoom],
  );
  const go = (event: MouseEvent): void => {
    const size = event.currentTarget.getBoundingClientRect();
    const at = [x + ((event.clientX - size.left) / size.width) * w, y + ((event.clientY - size.top) / size.height) * h];
    const box = zoom.box();
    zoom.show({ ...box, x: (at[0] ?? 0) - box.w / 2, y: (at[1] ?? 0) - box.h / 2 });
  };
  return (
    <button
      ref={ref}
      type="button"
      className={`mini-map at-${corner ?? 'nowhere'}`}
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
