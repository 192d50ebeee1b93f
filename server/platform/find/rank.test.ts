import { expect, test } from 'vitest';
import { ranked } from './rank.ts';

const row = (id: number, title: string, code: string | null = null) => ({ id, title, code });
const order = (words: string, ...rows: ReturnType<typeof row>[]) => ranked(words, rows).map(({ id }) => id);

test('the row whose number or code it is comes first, then the one called so, then those that begin so', () => {
  const rows = [
    row(1, '云泉礼盒', 'P-100'),
    row(2, 'P-1 的说明', 'X'),
    row(3, 'P-1', 'Y'),
    row(4, '云泉', 'P-1'),
    row(5, '赠 P-1', 'Z'),
  ];
  expect(order('P-1', ...rows)).toEqual([4, 3, 1, 2, 5]);
});

test('what holds the words as they were typed comes before what sounds like them', () => {
  expect(order('yun', row(3, '云泉'), row(2, 'Big Yunnan'), row(1, 'Yunnan'))).toEqual([1, 2, 3]);
});

test('full-width forms, case and blanks make no difference', () => {
  expect(order(' ｐ-１ ', row(2, 'other'), row(1, 'name', 'P-1'))).toEqual([1, 2]);
});

test('among equals the newest comes first', () => {
  expect(order('a', row(1, 'ab'), row(2, 'ac'))).toEqual([2, 1]);
});
