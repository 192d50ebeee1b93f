import { expect, test } from 'vitest';
import { countryNamed } from './regions.ts';

test('a country known in Chinese is named in the language', () => {
  expect(['en', 'es', 'ja', 'zh'].map((language) => countryNamed('德国', language))).toEqual([
    'Germany',
    'Alemania',
    'ドイツ',
    '德国',
  ]);
  expect(countryNamed('福建省', 'en')).toBeUndefined();
});
