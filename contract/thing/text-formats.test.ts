import { expect, test } from 'vitest';
import { textFormats } from './text-formats.ts';

test('a credit code has a valid check character', () => {
  const { licence } = textFormats;
  expect(licence('91350100M000100Y43')).toBe(true);
  expect(licence('91350100m000100y43')).toBe(true);
  expect(licence('91350100M000100Y44')).toBe(false);
  expect(licence('91350100O000100Y43')).toBe(false);
});

test('other licences have numbers of other forms', () => {
  for (const number of ['', 'SC10132011500123', 'B-12345678', 'HRB 12345']) {
    expect(textFormats.licence(number), number).toBe(true);
  }
});

test('an e-mail address has text on both sides of its @', () => {
  const { email } = textFormats;
  expect([email('a@b.cn'), email('')]).toEqual([true, true]);
  expect(['a', 'a@', '@b', 'a b@c', 'A <a@b>'].map(email)).toEqual([false, false, false, false, false]);
});
