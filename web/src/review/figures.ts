/** Shares as people read them. */

export const signed = (share: number): string => {
  const n = Math.round(100 * share);
  return n === 0 ? '0 %' : `${n > 0 ? '+' : '−'}${Math.abs(n)} %`;
};

export const percent = (share: number): string => `${Math.round(100 * share)} %`;
