/** The spaces of a price track: one cell a price, with what lies there. */
import { anchor } from '../base/anchors';
import { Fuel } from '../glyphs/glyphs';
import type { Cell } from '../state/prepare';

/** The spaces of a fuel with their prices and tokens. */
export function Cells({
  list,
  fuel,
  cheapest,
  onTake,
  live = false,
}: {
  list: Cell[];
  fuel: string;
  cheapest: number;
  onTake?: () => void;
  live?: boolean;
}) {
  return (
    <div
      ref={anchor(`fuel:${fuel}`)}
      className={`cells cells-${list.length}`}
      aria-hidden="true"
      onClick={live ? onTake : undefined}
    >
      {list.map((cell) => (
        <span
          key={cell.price}
          className={`cell ${cell.price === cheapest ? 'cell-next' : ''} ${live ? 'cell-live' : ''}`}
        >
          <span className="places">
            {cell.places.map((place, index) =>
              place === 'token' || place === 'taken' ? (
                <Fuel key={index} kind={fuel} className={place} />
              ) : (
                <i key={index} className={place} />
              ),
            )}
          </span>
          <span className="cell-price">{cell.price}</span>
        </span>
      ))}
    </div>
  );
}
