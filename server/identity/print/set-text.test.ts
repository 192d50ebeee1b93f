import { expect, test } from 'vitest';
import { setText } from './set-text.ts';

/** Every letter is half as wide as it is high. */
const measure = (text: string, size: number) => text.length * size * 0.5;
const box = { x: 0, y: 0, width: 20, height: 28 };

test('keeps texts that fit, and drops empty lines', () => {
  expect(setText(['6901 2345', '', 'L46'], box, 2, measure)).toEqual({ lines: ['6901 2345', 'L46'], size: 2 });
});

test('wraps long lines: before an application identifier, after a blank, or wherever necessary', () => {
  expect(setText(['(01)06900880123117(21)SMNFNAJ9YPXT'], box, 2, measure)).toEqual({
    lines: ['(01)06900880123117', '(21)SMNFNAJ9YPXT'],
    size: 2,
  });
  const narrow = setText(['(01)06900880123117(21)SMNFNAJ9YPXT'], { ...box, width: 15 }, 2, measure);
  expect(narrow.lines).toEqual(['(01)06900880123117', '(21)SMNFNAJ9YPXT']);
  expect(narrow.size).toBeGreaterThan(1.5);
  expect(setText(['(01) 0690 0880 1231 17 (21) SMNF NAJ9 YPXT'], { ...box, width: 24 }, 2, measure).lines).toEqual([
    '(01) 0690 0880 1231 17',
    '(21) SMNF NAJ9 YPXT',
  ]);
  expect(setText(['3750 5615 5879 3909 1234'], box, 2, measure).lines).toEqual(['3750 5615 5879 3909', '1234']);
  const serial = 'ABCDEFGHIJ'.repeat(3);
  expect(setText([serial], box, 2, measure).lines).toEqual([serial.slice(0, 20), serial.slice(20)]);
});

test('shrinks letters only if there is no room below, and never truncates', () => {
  const low = { ...box, height: 2.6 };
  const { lines, size } = setText(['(01)06900880123117(21)SMNFNAJ9YPXT'], low, 2, measure);
  expect(lines.join('')).toBe('(01)06900880123117(21)SMNFNAJ9YPXT');
  expect(lines.length * size * 1.3).toBeLessThanOrEqual(low.height + 0.001);
  for (const line of lines) expect(measure(line, size)).toBeLessThanOrEqual(low.width);
  const tiny = setText(['x'.repeat(200)], low, 2, measure);
  expect(measure(tiny.lines[0] as string, tiny.size)).toBeLessThanOrEqual(low.width + 0.001);
});
