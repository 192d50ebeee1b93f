import { expect, test } from 'vitest';
import { soldProvinces } from './soldProvinces.ts';

const provinces = [
  { code: '330000', name: '浙江省' },
  { code: '450000', name: '广西壮族自治区' },
  { code: '810000', name: '香港特别行政区' },
];

test('tells whole provinces from parts, in any order of areas', () => {
  const sold = soldProvinces(['330106', '450000', '450100', '810101', '330100'], provinces);
  expect([...sold]).toEqual([
    ['浙江', 'part'],
    ['广西', 'whole'],
    ['香港', 'part'],
  ]);
  expect([...soldProvinces(['330106', '330000'], provinces)]).toEqual([['浙江', 'whole']]);
});

test('leaves out areas that are on no map', () => {
  expect(soldProvinces(['999999'], provinces).size).toBe(0);
  expect(soldProvinces(['330000'], []).size).toBe(0);
});
