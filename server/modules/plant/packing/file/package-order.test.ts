import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { PackageOrder } from './package-order.ts';

/** The lines of a file at which packages begin that are whole when the next one begins; none where that cannot be told. */
function wholeFrom(file: string | Buffer, { column = 0, inPackage = 10, piece = 3 } = {}): number[] | undefined {
  const bytes = Buffer.from(file);
  const order = new PackageOrder(column, { inPackage, lines: 9, inLine: 40 });
  for (let at = 0; at < bytes.length; at += piece) if (!order.add(bytes.subarray(at, at + piece))) return undefined;
  order.end();
  const lines = bytes.toString().split(/\r\n|\n|\r/);
  expect(order.lines).toBe(lines.filter(Boolean).length);
  return lines.flatMap((_, at) => (order.isWholeFrom(at + 1) ? at + 1 : []));
}

test('a package is whole whose lines follow one another', () => {
  expect(wholeFrom('A,1\nA,2\nB,3\nB,4\n')).toEqual([1, 3]);
  expect(wholeFrom('A,1\nA,2\nB,3\nA,4\nC,5')).toEqual([3, 5]);
  expect(wholeFrom('')).toEqual([]);
});

test('lines end as they end anywhere, and those without anything on them are counted and looked over', () => {
  expect(wholeFrom('A,1\r\n\r\nA,2\r\nB,3\r\n')).toEqual([1, 4]);
  expect(wholeFrom('A,1\rA,2\rB,3\rA,4')).toEqual([3]);
});

test('its column may be any, and cells may be quoted', () => {
  expect(wholeFrom('1;A\n2;A\n3;B\n', { column: 1 })).toEqual([1, 3]);
  expect(wholeFrom('"red, large",A\n"red",A\nblue,B\ngreen,A\n', { column: 1 })).toEqual([3]);
});

test('one of more lines than may be waited for is not whole', () => {
  expect(wholeFrom('A,1\nA,2\nA,3\nB,4\n', { inPackage: 2 })).toEqual([4]);
});

test('of a file whose bytes do not show its cells nothing is told', () => {
  const text = 'A,1\nB,2\n';
  expect(wholeFrom(gzipSync(text))).toBeUndefined();
  expect(wholeFrom(Buffer.from(`\uFEFF${text}`, 'utf16le'))).toBeUndefined();
  expect(wholeFrom(Buffer.from(`\uFEFF${text}`, 'utf16le').swap16())).toBeUndefined();
  expect(wholeFrom('{"case":"A","code":"1"}\n')).toBeUndefined();
});

test('of a file that will be refused as a whole nothing is told: none of it is to be packed before that', () => {
  expect(wholeFrom('A,1\n'.repeat(8))).toEqual([1]);
  expect(wholeFrom('A,1\n'.repeat(9))).toBeUndefined();
  expect(wholeFrom(`A,1\nB,${'2'.repeat(40)}\nC,3\n`)).toBeUndefined();
  expect(wholeFrom(`A,1\nB,${'2'.repeat(40)}`)).toBeUndefined();
});
