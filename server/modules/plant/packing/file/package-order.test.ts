import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { PackageOrder } from './package-order.ts';

/** The first and last lines of the packages of a file that are whole when the next one begins; none where that cannot be told. */
function wholeIn(file: string | Buffer, { column = 0, inPackage = 10, piece = 3 } = {}): number[][] | undefined {
  const bytes = Buffer.from(file);
  const order = new PackageOrder(column, { inPackage, lines: 9, queued: 40 });
  for (let at = 0; at < bytes.length; at += piece) if (!order.add(bytes.subarray(at, at + piece))) return undefined;
  if (!order.end()) return undefined;
  const lines = bytes.toString().split(/\r\n|\n|\r/);
  expect(order.lines).toBe(lines.filter((line) => /[^\s,]/.test(line)).length);
  return lines.flatMap((_, at) => {
    const until = order.wholeUntil(at + 1);
    return until > 0 ? [[at + 1, until]] : [];
  });
}

test('a package with consecutive lines is complete', () => {
  expect(wholeIn('A,1\nA,2\nB,3\nB,4\n')).toEqual([
    [1, 2],
    [3, 4],
  ]);
  expect(wholeIn('A,1\nA,2\nB,3\nA,4\nC,5')).toEqual([
    [3, 3],
    [5, 5],
  ]);
  expect(wholeIn('')).toEqual([]);
});

test('lines end in any line ending, and empty ones are counted and skipped', () => {
  expect(wholeIn('A,1\r\n\r\nA,2\r\nB,3\r\n')).toEqual([
    [1, 3],
    [4, 4],
  ]);
  expect(wholeIn('A,1\rA,2\rB,3\rA,4')).toEqual([[3, 3]]);
});

test('its column can be any, and cells can be quoted', () => {
  expect(wholeIn('1;A\n2;A\n3;B\n', { column: 1 })).toEqual([
    [1, 2],
    [3, 3],
  ]);
  expect(wholeIn('"red, large",A\n"red",A\nblue,B\ngreen,A\n', { column: 1 })).toEqual([[3, 3]]);
});

test('a package is the same in any notation of its code', () => {
  for (const again of [
    '"A12"',
    'https://example.com/c?code=A12',
    'https://example.com/00/A12',
    ' A12 ',
    '="A12"',
    '(00)A12',
  ]) {
    expect(wholeIn(`A12,1\nB,2\n${again},3\nC,4\n`)).toEqual([
      [2, 2],
      [4, 4],
    ]);
    expect(wholeIn(`A12,1\n${again},2\nC,3\n`)).toEqual([
      [1, 2],
      [3, 3],
    ]);
  }
  expect(wholeIn('\uFEFFA12,1\nB,2\nA12,3\n')).toEqual([[2, 2]]);
});

test('a blank line is ignored', () => {
  expect(wholeIn('A,1\n , \nA,2\nB,3\n')).toEqual([
    [1, 3],
    [4, 4],
  ]);
});

test('a quote within a text has no effect; one that hides what follows disables the detection', () => {
  expect(wholeIn('5" glass,A\nx,B\n6" glass "red",A\n', { column: 1 })).toBeUndefined();
  expect(wholeIn('a ""big"" one,A\nx,B\n', { column: 1 })).toEqual([
    [1, 1],
    [2, 2],
  ]);
  expect(wholeIn('A,1\n"B,2')).toBeUndefined();
});

test('a package of more lines than can be buffered is incomplete', () => {
  expect(wholeIn('A,1\nA,2\nA,3\nB,4\n', { inPackage: 2 })).toEqual([[4, 4]]);
});

test('a file whose bytes do not show its cells disables the detection', () => {
  const text = 'A,1\nB,2\n';
  expect(wholeIn(gzipSync(text))).toBeUndefined();
  expect(wholeIn(Buffer.from(`\uFEFF${text}`, 'utf16le'))).toBeUndefined();
  expect(wholeIn(Buffer.from(`\uFEFF${text}`, 'utf16le').swap16())).toBeUndefined();
  for (const before of ['', '\uFEFF', ' ', '\uFEFF ']) {
    expect(wholeIn(`${before}{"case":"A","code":"1"}\n`)).toBeUndefined();
  }
});

test('a file that will be refused as a whole disables it: nothing is packed before', () => {
  expect(wholeIn('A,1\n'.repeat(8))).toEqual([[1, 8]]);
  expect(wholeIn('A,1\n'.repeat(9))).toBeUndefined();
  expect(wholeIn(`A,1\nB,${'2'.repeat(40)}\nC,3\n`)).toBeUndefined();
  expect(wholeIn(`A,1\nB,${'2'.repeat(40)}`)).toBeUndefined();
});
