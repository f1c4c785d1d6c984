/** The areas of a board as buttons, beside the map, for keyboards and readers. */
import type { Layout } from '../boards';
import type { BoardView } from '../protocol/schema';
import { useSettings } from '../base/settings';

export function AreaButtons({
  board,
  layout,
  areas,
  pickable,
  onArea,
}: {
  board: BoardView;
  layout: Layout;
  areas: readonly string[];
  pickable: readonly string[];
  onArea: (area: string) => void;
}) {
  const { language } = useSettings();
  return (
    <div className="area-buttons">
      {board.areas.map((area) => (
        <button
          type="button"
          key={area.id}
          aria-pressed={areas.includes(area.id)}
          aria-disabled={!pickable.includes(area.id)}
          onClick={() => {
            if (pickable.includes(area.id)) onArea(area.id);
          }}
        >
          {layout.areas[area.id]?.name[language] ?? area.name}
        </button>
      ))}
    </div>
  );
}
