/** The short form "Anna, 2 houses, 33" or "2, 33": a number of houses and what they cost together. */

export interface Short {
  count: number;
  total: number;
}

const HOUSES_MOST = 12;

export function shortForm(typed: string): Short | null {
  const numbers = typed.match(/\d+/g) ?? [];
  const [count, total] = numbers.map(Number);
  if (numbers.length !== 2 || count === undefined || total === undefined) return null;
  return count >= 1 && count <= HOUSES_MOST && total <= 99_999 ? { count, total } : null;
}
