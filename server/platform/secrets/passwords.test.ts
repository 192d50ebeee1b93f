import { describe, expect, test } from 'vitest';
import type { Refusal } from '../refusal.ts';
import { oneTimePassword, requireGoodPassword } from './passwords.ts';

const verdict = (password: string, name = 'zhangsan') =>
  requireGoodPassword(password, name, 'new_password').then(
    () => 'good',
    (refusal: Refusal) => refusal.fields[0]?.reason,
  );

describe('a password', () => {
  test.each([
    ['correct-horse-9', 'good'],
    ['短密码', 'password_too_short'],
    ['walnut-kett', 'password_too_short'],
    ['walnut-kettl', 'good'],
    ['qwerty123456', 'password_common'],
    ['FinalFantasy', 'password_common'],
    ['QAZWSXEDC123', 'password_common'],
    ['aaaaaaaaaaaaaaaa', 'password_common'],
    ['abababababab', 'password_common'],
    ['my-ZhangSan-1', 'password_has_name'],
  ])('%s is %s', async (password, expected) => {
    expect(await verdict(password)).toBe(expected);
  });

  test('can contain a name of one or two letters by chance', async () => {
    expect(await verdict('correct-horse-9', 'or')).toBe('good');
  });
});

test('a one-time password is strong, easy to copy and unique', async () => {
  const passwords = Array.from({ length: 50 }, oneTimePassword);
  expect(new Set(passwords).size).toBe(50);
  for (const password of passwords) expect(password).toMatch(/^([a-hjkmnp-z2-9]{4}-){3}[a-hjkmnp-z2-9]{4}$/);
  expect(await verdict(passwords[0] as string)).toBe('good');
});
