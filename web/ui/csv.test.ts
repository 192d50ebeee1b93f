import { expect, test } from 'vitest';
import { csvText } from './csv.ts';

test('follows RFC 4180, with a byte order mark for Excel', () => {
  expect(
    csvText([
      ['a', 'b"c', 'd,e', 'f\ng', 'h\ri'],
      ['', '1', '2026', 'x y', '中'],
    ]),
  ).toBe('\ufeffa,"b""c","d,e","f\ng","h\ri"\r\n,1,2026,x y,中\r\n');
});

test('escapes cells that begin like a formula, in any width and behind any blank', () => {
  for (const start of ['=', '+', '-', '@', '\t', '\r', '\n', '|', '＝', '＋', '－', '＠', ' =', "'="]) {
    const cell = csvText([[`${start}cmd("x")`]])
      .slice(1)
      .replace(/^"/, '');
    expect(cell.startsWith("'"), JSON.stringify(start)).toBe(true);
  }
});
