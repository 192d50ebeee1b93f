import { expect, test } from 'vitest';
import { preferredLanguage } from './language.ts';

test.each([
  ['zh', 'zh'],
  ['ZH-Hant-TW', 'zh'],
  ['ja;q=0.8, es-MX;q=0.9', 'es'],
  ['en-US, zh;q=0.9, en;q=0.8', 'en'],
  ['de-CH, fr;q=0.9, ja;q=0.1', 'ja'],
  ['zh;q=0, ja;q=0.5', 'ja'],
  ['ja;q=0.5, *', 'en'],
  ['de', 'en'],
  ['*', 'en'],
  ['', 'en'],
  [undefined, 'en'],
  [',;=q;;, q=1;zh ,"', 'en'],
  [`${'de,'.repeat(4000)}ja`, 'en'],
])('a header “%s” asks for %s', (header, language) => {
  expect(preferredLanguage(header)).toBe(language);
});
