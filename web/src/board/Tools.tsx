/** On the map, in corners where nothing lies: the buttons that zoom, and the small map while only a part is in view. */
import { memo, useEffect, useRef, useState, type RefObject } from 'react';
import type { Layout } from '../boards';
import type { Point } from '../boards/layout';
import { Icon } from '../glyphs/glyphs';
import { useText } from '../text';
import { MiniMap } from './MiniMap';
import { useCorners } from './useCorner';
import type { Zoom } from './useZoom';

interface Props {
  board: RefObject<HTMLElement | null>;
  layout: Layout;
  zoom: Zoom;
  zone: ReadonlySet<string> | null;
  mine: ReadonlySet<string>;
  me: number | null;
  /** Where cities in play, their names and costs lie: nothing covers them. */
  busy: readonly Point[];
  /** The whole board lies in a corner while only a part is in view. */
  mapped: boolean;
  /** Opens the same as a table. */
  onList: (() => void) | null;
}

export const Tools = memo(function Tools({ board, layout, zoom, zone, mine, me, busy, mapped, onList }: Props) {
  const t = useText();
  const [part, setPart] = useState(false);
  const buttons = useRef<HTMLDivElement>(null);
  const map = useRef<HTMLButtonElement>(null);
  const [, , w] = layout.frame;
  useEffect(
    () =>
      zoom.watch((box) => {
        setPart(box.w < w * 0.98);
      }),
    [zoom, w],
  );
  const shown = mapped && part;
  const corners = useCorners(board, buttons, map, shown, busy, zoom);
  return (
    <>
      {shown && <MiniMap ref={map} layout={layout} zoom={zoom} zone={zone} mine={mine} me={me} corner={corners.map} />}
      <div ref={buttons} className={`zoom at-${corners.buttons ?? 'foot'}`}>
        <button
          type="button"
          onClick={() => {
            zoom.by(1.4);
          }}
          aria-label={t('board.in')}
        >
          +
        </button>
        <button
          type="button"
          onClick={() => {
            zoom.by(1 / 1.4);
          }}
          aria-label={t('board.out')}
        >
          −
        </button>
        <button type="button" onClick={zoom.reset} aria-label={t('board.whole')}>
          <Icon name="map" />
        </button>
        {onList && <ListButton onList={onList} />}
      </div>
    </>
  );
});

export function ListButton({ onList }: { onList: () => void }) {
  const t = useText();
  return (
    <button type="button" className="list-cities" onClick={onList} aria-label={t('cities')}>
      <Icon name="list" />
    </button>
  );
}
