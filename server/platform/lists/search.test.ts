import { expect, test } from 'vitest';
import { searchText } from './search.ts';

test('names are found in any spelling, Chinese ones by sound too', () => {
  expect(searchText('重庆小面', 'P-001', null)).toBe('重庆小面 p-001 cqxm chongqingxiaomian');
  expect(searchText('ＡＢＣ　５００㎖', '  a\tb ')).toBe('abc 500ml a b');
  expect(searchText('绿豆', '绿豆')).toBe('绿豆 ld lvdou');
  expect(searchText(null, undefined, '')).toBe('');
});
