import { expect, test } from 'vitest';
import { Wedge } from './wedge.ts';

/** What comes of keys that are pressed with so much time between them. */
function pressed(keys: readonly string[], gap: number, wedge = new Wedge(), from = 1000): (string | undefined)[] {
  return keys.map((key, at) => wedge.press(key, from + at * gap)).filter((found) => found !== undefined);
}
const typed = (text: string) => [...text, 'Enter'];

test('recognises fast keys that end with Enter as a scan', () => {
  expect(pressed(typed('https://x.cn/01/1'), 2)).toEqual(['https://x.cn/01/1']);
  expect(pressed(typed('AB123456'), 30)).toEqual(['AB123456']);
});

test('ignores typing and short texts', () => {
  expect(pressed(typed('AB123456'), 120)).toEqual([]);
  expect(pressed(typed('12345'), 2)).toEqual([]);
  expect(pressed(['Enter'], 2)).toEqual([]);
});

test('leaves out a key pressed before the scan', () => {
  const wedge = new Wedge();
  wedge.press('n', 0);
  expect(pressed(typed('AB123456'), 5, wedge, 500)).toEqual(['AB123456']);
});

test('ignores a late Enter and starts the next scan afresh', () => {
  const wedge = new Wedge();
  pressed([...'AB123456'], 5, wedge, 0);
  expect(wedge.press('Enter', 900)).toBeUndefined();
  expect(pressed(typed('CD123456'), 5, wedge, 1000)).toEqual(['CD123456']);
});

test('accepts Shift during a scan; other keys cancel it', () => {
  expect(pressed(['A', 'Shift', 'B', '1', '2', '3', '4', 'Enter'], 5)).toEqual(['AB1234']);
  expect(pressed(['A', 'B', '1', 'Tab', '2', '3', '4', 'Enter'], 5)).toEqual([]);
});

test('keeps a group separator in the scan', () => {
  const keys = ['0', '1', '2', '3', 'Control', '\x1d', '2', '1', 'A', 'Enter'];
  expect(pressed(keys, 5)).toEqual(['0123\x1d21A']);
});
