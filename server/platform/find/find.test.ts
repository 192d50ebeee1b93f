import { expect, test } from 'vitest';
import { ranked } from './find.ts';

const row = (id: number, title: string, code: string | null = null) => ({ id, title, code });
const order = (words: string, ...rows: ReturnType<typeof row>[]) => ranked(words, rows).map(({ id }) => id);

test('exact numbers or codes rank first, then exact names, then prefixes', () => {
  const rows = [
    row(1, '云泉礼盒', 'P-100'),
    row(2, 'P-1 的说明', 'X'),
    row(3, 'P-1', 'Y'),
    row(4, '云泉', 'P-1'),
    row(5, '赠 P-1', 'Z'),
  ];
  expect(order('P-1', ...rows)).toEqual([4, 3, 1, 2, 5]);
});

test('literal matches rank before matches by sound', () => {
  expect(order('yun', row(3, '云泉'), row(2, 'Big Yunnan'), row(1, 'Yunnan'))).toEqual([1, 2, 3]);
});

test('full-width forms, case and blanks are ignored', () => {
  expect(order(' ｐ-１ ', row(2, 'other'), row(1, 'name', 'P-1'))).toEqual([1, 2]);
});

test('ties are broken by newest first', () => {
  expect(order('a', row(1, 'ab'), row(2, 'ac'))).toEqual([2, 1]);
});
