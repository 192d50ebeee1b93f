import { expect, test } from 'vitest';
import { parentsFirst } from './order.ts';

interface Line {
  readonly code: string;
  readonly name?: string;
  readonly above?: string;
}

const parsers = { parent: { columns: [], among: ['code', 'name'], read: () => new Map() } };

const order = (lines: readonly Line[]) =>
  parentsFirst(parsers, lines, ({ above, ...values }) => ({
    values,
    doubts: [],
    unparsed: above === undefined ? {} : { parent: above },
  })).map((level) => level.map(({ code }) => code));

test('lines come after those they stand below, whatever order the file has them in', () => {
  const lines = [
    { code: 'c', above: 'Bee' },
    { code: 'b', name: 'bee', above: 'A' },
    { code: 'a' },
    { code: 'd', above: 'elsewhere' },
    { code: 'e', above: 'a' },
  ];
  expect(order(lines)).toEqual([['a', 'd'], ['b', 'e'], ['c']]);
});

test('lines in a circle come in some order, each once', () => {
  const lines = [
    { code: 'a', above: 'b' },
    { code: 'b', above: 'c' },
    { code: 'c', above: 'a' },
    { code: 'x', above: 'x' },
    { code: 'd', above: 'a' },
  ];
  expect(order(lines).flat().sort()).toEqual(['a', 'b', 'c', 'd', 'x']);
});

test('a chain as long as a file is followed to its top', () => {
  const lines = Array.from({ length: 50_000 }, (_, n) => ({ code: `${n}`, ...(n > 0 ? { above: `${n - 1}` } : {}) }));
  expect(order(lines.toReversed())).toHaveLength(50_000);
});
