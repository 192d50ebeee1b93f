import { expect, test } from 'vitest';
import { parentsFirst } from './parents-first.ts';

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

test('lines follow their parents, in any order of the file', () => {
  const lines = [
    { code: 'c', above: 'Bee' },
    { code: 'b', name: 'bee', above: 'A' },
    { code: 'a' },
    { code: 'd', above: 'elsewhere' },
    { code: 'e', above: 'a' },
  ];
  expect(order(lines)).toEqual([['a', 'd'], ['b', 'e'], ['c']]);
});

test('lines in a cycle come in some order, once each', () => {
  const lines = [
    { code: 'a', above: 'b' },
    { code: 'b', above: 'c' },
    { code: 'c', above: 'a' },
    { code: 'x', above: 'x' },
    { code: 'd', above: 'a' },
  ];
  expect(order(lines).flat().sort()).toEqual(['a', 'b', 'c', 'd', 'x']);
});

test('a chain as long as a file is resolved', () => {
  const lines = Array.from({ length: 50_000 }, (_, n) => ({ code: `${n}`, ...(n > 0 ? { above: `${n - 1}` } : {}) }));
  expect(order(lines.toReversed())).toHaveLength(50_000);
});
