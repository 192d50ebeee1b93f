import { readFileSync } from 'node:fs';
import zh from '@suyuan/locales/zh/start.json';
import { expect, test } from 'vitest';
import { languages } from './i18n/languages.ts';
import { isExternal, isPlainText, isValidUsername } from './validators.ts';

test('text field rule: only letters, digits and the characters _ - ~ ` . @ # $ ^ & * ( ) + ￥ are accepted', () => {
  expect(isPlainText('Abc019_-~`.@#$^&*()+￥')).toBe(true);
  for (const character of [
    '%',
    '!',
    '=',
    '/',
    ':',
    ';',
    '“',
    '’',
    '中',
    ' ',
    '¥',
    '"',
    "'",
    '\\',
    '<',
    '，',
    'é',
    '\0',
  ]) {
    expect(isPlainText(`a${character}`), character).toBe(false);
  }
});

test('text field rule: otherwise 不能输入%!=/:;“’等特殊字符与中文', () => {
  expect(zh['validation.textField']).toBe('不能输入%!=/:;“’等特殊字符与中文');
});

test('sign-in, the account form and the server use the same message', () => {
  for (const language of languages) {
    const textsOf = (branch: string) =>
      JSON.parse(readFileSync(new URL(`../../locales/${language}/${branch}.json`, import.meta.url), 'utf8'));
    expect(textsOf('server')['problem.plain_text'], language).toBe(textsOf('start')['validation.textField']);
  }
});

test("a user name is valid only if it is 'admin' or 'editor' (trimmed)", () => {
  expect(['admin', ' editor ', 'Admin', 'root', ''].map(isValidUsername)).toEqual([true, true, false, false, false]);
});

test('external link: starts with http(s):, mailto: or tel:', () => {
  expect(['http://a', 'https://a', 'mailto:a@b', 'tel:1'].every(isExternal)).toBe(true);
  expect(['/http', 'ftp://a', 'httpx:', ' https://a'].some(isExternal)).toBe(false);
});
