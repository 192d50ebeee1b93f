import { expect, test } from 'vitest';
import { isTorn } from './torn.ts';

test.each([
  ['84123?5', true],
  ['84123？5', true],
  ['8412345', false],
  ['https://id.gs1.org/01/09521321123458/21/A1?17=271231', false],
])('of %s, characters are missing: %s', (code, isMissing) => {
  expect(isTorn(code)).toBe(isMissing);
});
