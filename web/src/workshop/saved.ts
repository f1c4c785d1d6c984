/** Boards kept on this device. A browser that closes its storage keeps the open one as long as the page. */
import { keepText } from '../base/kept';
import type { BoardData } from './model';

const KEY = 'kilowatt.boards';
const LAST = 'kilowatt.board';

export interface Saved {
  key: string;
  at: number;
  board: BoardData;
}

const isSaved = (row: unknown): row is Saved =>
  typeof row === 'object' && row !== null && 'key' in row && 'board' in row && typeof row.key === 'string';

export function savedBoards(): Saved[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isSaved).sort((a, b) => b.at - a.at) : [];
  } catch {
    return [];
  }
}

/** Keep a board; gives whether it is kept. */
export function save(key: string, board: BoardData): boolean {
  try {
    const rest = savedBoards().filter((row) => row.key !== key);
    keepText(KEY, JSON.stringify([{ key, at: Date.now(), board }, ...rest]));
    keepText(LAST, key);
    return true;
  } catch {
    return false; // storage is switched off or full
  }
}

export function forget(key: string): void {
  try {
    keepText(KEY, JSON.stringify(savedBoards().filter((row) => row.key !== key)));
  } catch {
    // nothing was kept
  }
}

/** The board that was open last. */
export function lastSaved(): Saved | null {
  try {
    const key = localStorage.getItem(LAST);
    return savedBoards().find((row) => row.key === key) ?? null;
  } catch {
    return null;
  }
}

/** The key under which a board is kept already, or a new one: a link that is opened twice gives one board. */
export function keyOf(board: BoardData): string {
  const text = JSON.stringify(board);
  return savedBoards().find((row) => JSON.stringify(row.board) === text)?.key ?? newKey();
}

export const newKey = (): string => `${Date.now().toString(36)}${Math.random().toString(36).slice(2, 8)}`;
