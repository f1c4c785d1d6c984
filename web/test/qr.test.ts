/** QR codes: those of texts that fill a version are the ones that another program draws, module by module. */
import { expect, test } from 'vitest';
import { qrCode } from '../src/base/qr';

const TEXT = 'https://example.org/t/ABCDEFG#restore=abcdefghijklmnopqrstuvwxyz0123456789'.repeat(4);
/** Characters -> sum over the modules of the code that segno 1.6 draws with the same mask. */
const SUMS: Record<number, number> = {
  14: 336522,
  26: 939541,
  42: 241538,
  62: 504488,
  84: 917868,
  106: 829367,
  122: 720593,
  152: 368214,
  180: 301822,
  213: 596535,
};

/** A sum in which every module counts. */
const sum = (square: readonly (readonly boolean[])[]): number =>
  square.flat().reduce((value, dark) => (value * 31 + (dark ? 7 : 3)) % 1_000_003, 1);

test.each(Object.entries(SUMS))('a text of %s characters is drawn right', (length, expected) => {
  const square = qrCode(TEXT.slice(0, Number(length)));
  expect(square === null ? null : sum(square)).toBe(expected);
});

test('a text that is too long has no code', () => {
  expect(qrCode('x'.repeat(213))).not.toBeNull();
  expect(qrCode('x'.repeat(214))).toBeNull();
});
