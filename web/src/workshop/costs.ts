/** What a link of some length usually costs on a board. */
import { placeOf, scaleOf, type BoardData } from './model';

/** Elektro for a link as long as this times the scale, while there are no links to compare with. */
const FIRST = 10;
const FIRST_LENGTH = 110;
const MOST = 99;

export const lengthOf = (board: BoardData, a: string, b: string): number => {
  const [ax, ay] = placeOf(board, a);
  const [bx, by] = placeOf(board, b);
  return Math.hypot(ax - bx, ay - by);
};

/** What most links of a board cost per unit of length: the median, as the server's check has it. */
export function perLength(board: BoardData): number | null {
  const rates = board.connections
    .filter(([a, b, cost]) => cost > 0 && lengthOf(board, a, b) > 0)
    .map(([a, b, cost]) => cost / lengthOf(board, a, b))
    .sort((one, other) => one - other);
  const [low, high] = [rates[Math.ceil(rates.length / 2) - 1], rates[Math.floor(rates.length / 2)]];
  return low === undefined || high === undefined ? null : (low + high) / 2;
}

export function usualCost(board: BoardData, a: string, b: string): number {
  const rate = perLength(board) ?? FIRST / (FIRST_LENGTH * scaleOf(board));
  return Math.min(MOST, Math.max(1, Math.round(rate * lengthOf(board, a, b))));
}

/** The range of costs that is near enough to what is usual. */
export const usualRange = (usual: number): [number, number] => [
  Math.max(1, Math.round(usual * 0.85)),
  Math.max(2, Math.round(usual * 1.15)),
];
