import { expect, test } from 'vitest';
import { provinceName } from './areas.ts';
import { provinceAt } from './province-outlines.ts';

test('a point is in the province whose outline contains it, including enclaves and islands', () => {
  const named = (latitude: number, longitude: number) => {
    const code = provinceAt({ latitude, longitude });
    return code && provinceName(code);
  };
  expect(named(39.9, 116.4)).toBe('北京市');
  expect(named(39.52, 116.7)).toBe('河北省');
  expect(named(31.23, 121.47)).toBe('上海市');
  expect(named(30.27, 120.15)).toBe('浙江省');
  expect(named(23.13, 113.26)).toBe('广东省');
  expect(named(20.03, 110.33)).toBe('海南省');
  expect(named(43.82, 87.62)).toBe('新疆维吾尔自治区');
  expect(named(35.68, 139.69)).toBeUndefined();
});
