import { expect, test } from 'vitest';
import { cityInLatin, countryNamed } from './place-names.ts';

test('a country that is known in Chinese is called as the language calls it', () => {
  expect(['en', 'es', 'ja', 'zh'].map((language) => countryNamed('德国', language))).toEqual([
    'Germany',
    'Alemania',
    'ドイツ',
    '德国',
  ]);
  expect(countryNamed('福建省', 'en')).toBeUndefined();
});

test('cities are written in Latin letters, and nothing else is', () => {
  expect(['福州市', '西安市', '长沙市', '厦门市', '六安市'].map(cityInLatin)).toEqual([
    'Fuzhou',
    'Xi’an',
    'Changsha',
    'Xiamen',
    'Lu’an',
  ]);
  expect(['延边朝鲜族自治州', '市', 'Berlin'].map(cityInLatin)).toEqual([undefined, undefined, undefined]);
});
