import { expect, test } from 'vitest';
import { areaNodes } from './areaNodes.ts';

const county = { code: '330106', name: '西湖区' };
const city = { code: '330100', name: '杭州市', children: [county] };
const { nodes, pathOf, above, codeOf } = areaNodes([{ code: '330000', name: '浙江省', children: [city] }]);

test('shows an area by its path, and finds it by name or code', () => {
  expect(nodes[0]?.children?.[0]?.children).toEqual([
    { value: '浙江省 / 杭州市 / 西湖区', title: '西湖区', found: '西湖区 330106' },
  ]);
  expect(pathOf('330100')).toBe('浙江省 / 杭州市');
  expect(above('330106')).toEqual(['浙江省', '浙江省 / 杭州市']);
  expect(codeOf('浙江省 / 杭州市 / 西湖区')).toBe('330106');
});

test('keeps a code that is no longer an area', () => {
  expect(codeOf(pathOf('320611'))).toBe('320611');
});
