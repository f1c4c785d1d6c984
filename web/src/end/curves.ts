/** The curves of a finished game as series of a chart. */
import type { Mark, Series } from '../parts/Chart';
import type { BoardView, CurvePoint } from '../protocol/schema';
import { say, sayCode } from '../text';

export const KINDS = ['cities', 'money', 'income', 'prices'] as const;
export type Kind = (typeof KINDS)[number];

export function seriesOf(points: readonly CurvePoint[], kind: Kind, names: readonly string[]): Series[] {
  if (kind !== 'prices')
    return names.map((label, seat) => ({
      id: String(seat),
      label,
      seat,
      values: points.map((point) => point[kind][seat] ?? null),
    }));
  const markets = Object.entries(points[0]?.prices ?? {});
  return markets.flatMap(([market, fuels]) =>
    Object.keys(fuels).map((fuel) => ({
      id: `${market}/${fuel}`,
      label: `${markets.length > 1 ? `${sayCode('market', market)} ` : ''}${sayCode('fuel', fuel)}`,
      fuel,
      values: points.map((point) => point.prices[market]?.[fuel] ?? null),
    })),
  );
}

/** Numbers of cities that brought something about. */
export const marksOf = (board: Pick<BoardView, 'step2_at' | 'end_at'>, kind: Kind): Mark[] =>
  kind === 'cities'
    ? [
        ...(board.step2_at > 0 ? [{ at: board.step2_at, label: say('step.2') }] : []),
        { at: board.end_at, label: say('trigger.end') },
      ]
    : [];
