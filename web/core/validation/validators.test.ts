import { expect, test } from 'vitest';
import zh from '../../../locales/zh/start.json';
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

test("a user name is valid only if it is 'admin' or 'editor' (trimmed)", () => {
  expect(['admin', ' editor ', 'Admin', 'root', ''].map(isValidUsername)).toEqual([true, true, false, false, false]);
});

test('external link: starts with http(s):, mailto: or tel:', () => {
  expect(['http://a', 'https://a', 'mailto:a@b', 'tel:1'].every(isExternal)).toBe(true);
  expect(['/http', 'ftp://a', 'httpx:', ' https://a'].some(isExternal)).toBe(false);
});
