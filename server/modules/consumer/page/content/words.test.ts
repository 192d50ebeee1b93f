import { expect, test } from 'vitest';
import { ownWords, wordsIn } from './words.ts';

test('a text that lacks a language is read in English, then Chinese, then any other, and names the language', () => {
  const words = { zh: '你好', en: 'Hello' };
  expect([wordsIn('zh', words), wordsIn('ja', words)]).toEqual([
    { text: '你好', lang: 'zh' },
    { text: 'Hello', lang: 'en' },
  ]);
  expect(wordsIn('ja', { zh: '你好' })).toEqual({ text: '你好', lang: 'zh' });
  expect(wordsIn('ja', { es: 'Hola', en: ' ' })).toEqual({ text: 'Hola', lang: 'es' });
  expect(wordsIn('ja', {})).toBeUndefined();
});

test('the text of a verdict is used in its own language only', () => {
  const words = { zh: '第[[count]]次', en: '' };
  expect(ownWords(words, 'zh', 3)).toBe('第3次');
  expect([ownWords(words, 'en', 3), ownWords(words, 'ja', 3), ownWords(undefined, 'zh', 3)]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});
