/** My chance to win over a game as a small curve; the dotted line is an even chance. */
import { useText } from '../text';

const W = 84;
const H = 26;
const EDGE = 2;

export function ChanceLine({ curve, seats }: { curve: readonly number[]; seats: number }) {
  const t = useText();
  const x = (place: number): number => EDGE + ((W - 2 * EDGE) * place) / Math.max(1, curve.length - 1);
  const y = (percent: number): number => EDGE + (H - 2 * EDGE) * (1 - percent / 100);
  const path = curve
    .map((percent, place) => `${place === 0 ? 'M' : 'L'}${x(place).toFixed(1)} ${y(percent).toFixed(1)}`)
    .join('');
  const even = y(100 / seats).toFixed(1);
  return (
    <svg
      className="chance-line"
      viewBox={`0 0 ${W} ${H}`}
      role="img"
      aria-label={t('games.curve', {
        first: curve[0] ?? 0,
        most: Math.max(...curve),
        last: curve.at(-1) ?? 0,
      })}
    >
      <line x1={EDGE} x2={W - EDGE} y1={even} y2={even} />
      <path d={path} />
    </svg>
  );
}
