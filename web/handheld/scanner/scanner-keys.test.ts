import fc from 'fast-check';
import { expect, test } from 'vitest';
import { longestGap, ScannerKeys } from './scanner-keys.ts';

/** What comes out when a scanner types a text, at a pace in milliseconds, with a suffix. */
function typed(text: string, pace: number, suffix: readonly string[]): (string | undefined)[] {
  const keys = new ScannerKeys();
  const presses = [...text].map((key) => (key === '\u001d' ? { key: ']', ctrlKey: true } : { key, ctrlKey: false }));
  const scans = [...presses, ...suffix.map((key) => ({ key, ctrlKey: false }))].map((press, n) =>
    keys.press(press, n * pace),
  );
  return [...scans, keys.end()].filter((scan) => scan !== undefined);
}

const codes = fc
  .string({ unit: fc.constantFrom(...'0123456789ABCxyz()/:.-\u001d'), maxLength: 60 })
  .map((middle) => `]C101${middle}7`);
const suffixes = fc.constantFrom([], ['Enter'], ['Tab'], ['Enter', 'Enter']);

test('puts a scan together at every pace of a scanner, with any suffix', () => {
  fc.assert(
    fc.property(codes, fc.integer({ min: 0, max: longestGap }), suffixes, (code, pace, suffix) => {
      expect(typed(code, pace, suffix)).toEqual([code]);
    }),
  );
});

test('keeps two scans without a suffix apart', () => {
  const keys = new ScannerKeys();
  const scans = [...'AAAABBBB'].map((key, n) => keys.press({ key, ctrlKey: false }, n < 4 ? n : 1000 + n));
  expect([...scans, keys.end()].filter((scan) => scan !== undefined)).toEqual(['AAAA', 'BBBB']);
});

test('ignores keys without a character, and what is too short', () => {
  const keys = new ScannerKeys();
  for (const key of ['Shift', 'A', 'ArrowLeft', 'Process', 'B']) keys.press({ key, ctrlKey: false }, 0);
  expect(keys.press({ key: 'Enter', ctrlKey: false }, 1)).toBeUndefined();
});
