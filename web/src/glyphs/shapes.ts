/** The six player shapes as SVG paths around the origin. Owns geometry only; colour comes from CSS. */

export const SHAPES = ['circle', 'square', 'triangle', 'diamond', 'hexagon', 'star'] as const;
export type Shape = (typeof SHAPES)[number];

const round = (value: number): string => String(Math.round(value * 100) / 100);

function polygon(points: readonly (readonly [number, number])[], r: number): string {
  return `M${points.map(([x, y]) => `${round(x * r)} ${round(y * r)}`).join('L')}Z`;
}

function around(count: number, radii: readonly number[], start = -90): [number, number][] {
  return Array.from({ length: count }, (_, i) => {
    const angle = ((start + (360 / count) * i) * Math.PI) / 180;
    const radius = radii[i % radii.length] ?? 1;
    return [Math.cos(angle) * radius, Math.sin(angle) * radius];
  });
}

/** Draw a seat's shape with about the same area at a given radius. */
export function shapePath(seat: number, r: number): string {
  switch (SHAPES[seat % SHAPES.length]) {
    case 'square':
      return polygon(
        [
          [-0.86, -0.86],
          [0.86, -0.86],
          [0.86, 0.86],
          [-0.86, 0.86],
        ],
        r,
      );
    case 'triangle':
      return polygon(
        [
          [0, -1.02],
          [1.08, 0.86],
          [-1.08, 0.86],
        ],
        r,
      );
    case 'diamond':
      return polygon(
        [
          [0, -1.16],
          [1.16, 0],
          [0, 1.16],
          [-1.16, 0],
        ],
        r,
      );
    case 'hexagon':
      return polygon(around(6, [1.05], -60), r);
    case 'star':
      return polygon(around(10, [1.18, 0.52]), r);
    default:
      return `M${round(-r)} 0a${round(r)} ${round(r)} 0 1 0 ${round(2 * r)} 0a${round(r)} ${round(r)} 0 1 0 ${round(-2 * r)} 0Z`;
  }
}
