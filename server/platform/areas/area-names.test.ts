import { areaList } from '@vant/area-data';
import { expect, test } from 'vitest';
import { areaNamed } from './area-names.ts';

const inEnglish = (name: string) => areaNamed(name, 'en');

test('a city is shown by its name alone', () => {
  expect(['福州市', '西安市', '长沙市', '厦门市', '六安市', '哈尔滨市', '乌鲁木齐市', '拉萨市'].map(inEnglish)).toEqual(
    ['Fuzhou', 'Xi’an', 'Changsha', 'Xiamen', 'Lu’an', 'Harbin', 'Ürümqi', 'Lhasa'],
  );
});

test('prefectures, leagues and counties show their kind, in the language', () => {
  expect(
    ['延边朝鲜族自治州', '黔西南布依族苗族自治州', '巴音郭楞蒙古自治州', '喀什地区', '锡林郭勒盟'].map(inEnglish),
  ).toEqual([
    'Yanbian Autonomous Prefecture',
    'Qianxinan Autonomous Prefecture',
    'Bayingolin Autonomous Prefecture',
    'Kashgar Prefecture',
    'Xilingol League',
  ]);
  expect(areaNamed('海西蒙古族藏族自治州', 'es')).toBe('Prefectura Autónoma de Haixi');
  expect(areaNamed('南投县', 'es')).toBe('Condado de Nantou');
});

test('no area below a province stays in characters, except unnamed ones', () => {
  const left = [...new Set(Object.values(areaList.city_list))].filter((name) => !inEnglish(name));
  expect(left).toEqual(['省直辖县', '县', '自治区直辖县级行政区划', '香港岛', '九龙', '新界', '澳门半岛', '离岛']);
  const written = Object.values(areaList.city_list).flatMap((name) => inEnglish(name) ?? []);
  expect(written.filter((name) => /\p{Script=Han}/u.test(name))).toEqual([]);
});

test('placeholders, and names the language reads as they are, are unchanged', () => {
  expect(['市', 'Berlin', '福建省'].map(inEnglish)).toEqual([undefined, undefined, undefined]);
  expect(['ja', 'zh'].map((language) => areaNamed('福州市', language))).toEqual([undefined, undefined]);
});
