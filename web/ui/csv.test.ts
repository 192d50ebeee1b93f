import { expect, test } from 'vitest';
import { csvText } from './csv.ts';

test('CSV is what RFC 4180 says, with the mark that makes Excel read UTF-8', () => {
  expect(
    csvText([
      ['a', 'b"c', 'd,e', 'f\ng'],
      ['', '1', '2026', 'x y'],
    ]),
  ).toBe('\ufeffa,"b""c","d,e","f\ng"\r\n,1,2026,x y\r\n');
});

test('no cell begins as a formula does, in whatever width and behind whatever blank', () => {
  for (const start of ['=', '+', '-', '@', '\t', '\r', '\n', '|', '＝', '＋', '－', '＠', ' =', "'="]) {
    const cell = csvText([[`${start}cmd("x")`]])
      .slice(1)
      .replace(/^"/, '');
    expect(cell.startsWith("'"), JSON.stringify(start)).toBe(true);
  }
});
