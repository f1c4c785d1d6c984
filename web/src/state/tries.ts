/** Tables that were opened to try a decision of a review again: where it stands, and the aim. Kept on the device. */
import { keepText } from '../base/kept';

export interface Try {
  /** The table that was reviewed, and the moment of the decision. */
  code: string;
  seq: number;
  /** What would have been better. */
  goal: string;
}

const KEY = 'kilowatt.tries';
/** So many are remembered. */
const MOST = 20;

function recall(): Record<string, Try> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Record<string, Try>;
  } catch {
    return {};
  }
}

export function keepTry(code: string, row: Try): void {
  const kept = Object.entries(recall())
    .filter(([one]) => one !== code)
    .slice(1 - MOST);
  try {
    keepText(KEY, JSON.stringify(Object.fromEntries([...kept, [code, row]])));
  } catch {
    /* a page without storage has no way back */
  }
}

export const tryAt = (code: string): Try | null => recall()[code] ?? null;
