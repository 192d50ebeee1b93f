import { expect, test } from 'vitest';
import { Wedge } from './wedge.ts';

/** What comes of keys that are pressed with so much time between them. */
function pressed(keys: readonly string[], gap: number, wedge = new Wedge(), from = 1000): (string | undefined)[] {
  return keys.map((key, at) => wedge.press(key, from + at * gap)).filter((found) => found !== undefined);
}
const typed = (text: string) => [...text, 'Enter'];

test('keys that follow one another at once and end in Enter are a scan', () => {
  expect(pressed(typed('https://x.cn/01/1'), 2)).toEqual(['https://x.cn/01/1']);
  expect(pressed(typed('AB123456'), 30)).toEqual(['AB123456']);
});

test('what a person types is none, nor is what is short', () => {
  expect(pressed(typed('AB123456'), 120)).toEqual([]);
  expect(pressed(typed('12345'), 2)).toEqual([]);
  expect(pressed(['Enter'], 2)).toEqual([]);
});

test('a key pressed a while before the scan is no part of it', () => {
  const wedge = new Wedge();
  wedge.press('n', 0);
  expect(pressed(typed('AB123456'), 5, wedge, 500)).toEqual(['AB123456']);
});

test('an Enter that comes late ends nothing, and the next scan begins anew', () => {
  const wedge = new Wedge();
  pressed([...'AB123456'], 5, wedge, 0);
  expect(wedge.press('Enter', 900)).toBeUndefined();
  expect(pressed(typed('CD123456'), 5, wedge, 1000)).toEqual(['CD123456']);
});

test('a scanner holds Shift for capitals; any other key breaks the scan off', () => {
  expect(pressed(['A', 'Shift', 'B', '1', '2', '3', '4', 'Enter'], 5)).toEqual(['AB1234']);
  expect(pressed(['A', 'B', '1', 'Tab', '2', '3', '4', 'Enter'], 5)).toEqual([]);
});

test('a group separator is a part of the scan', () => {
  const keys = ['0', '1', '2', '3', 'Control', '\x1d', '2', '1', 'A', 'Enter'];
  expect(pressed(keys, 5)).toEqual(['0123\x1d21A']);
});
