/** What a link of some length usually costs on a board. The check of costs on the server compares with the same median. */
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

export function usualCost(board: BoardData, a: string, b: string): number {
  const rates = board.connections
    .filter(([c, d, cost]) => cost > 0 && lengthOf(board, c, d) > 0 && !(c === a && d === b) && !(c === b && d === a))
    .map(([c, d, cost]) => cost / lengthOf(board, c, d))
    .sort((one, other) => one - other);
  const rate = rates[Math.floor(rates.length / 2)] ?? FIRST / (FIRST_LENGTH * scaleOf(board));
  return Math.min(MOST, Math.max(1, Math.round(rate * lengthOf(board, a, b))));
}

/** The range of costs that is near enough to what is usual. */
export const usualRange = (usual: number): [number, number] => [
  Math.max(1, Math.round(usual * 0.85)),
  Math.max(2, Math.round(usual * 1.15)),
];
