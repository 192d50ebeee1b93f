import { expect, test } from 'vitest';
import { languages, mainLanguage, textIn } from './languages.ts';

test('a text is read in its language, else in the main one, or as another text', () => {
  const symbol = { zh: '瓶', en: ' bottle ', es: ' ' };
  expect(languages.map((language) => textIn(symbol, language))).toEqual(
    languages.map((language) => (language === 'en' ? 'bottle' : '瓶')),
  );
  expect([textIn(symbol, 'ja', 'btl'), textIn(symbol, 'ja', null), textIn(symbol, 'en', null)]).toEqual([
    'btl',
    null,
    'bottle',
  ]);
  expect(textIn(undefined, mainLanguage, 'btl')).toBe('btl');
});
