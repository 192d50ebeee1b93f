import { expect, test } from 'vitest';
import { otherTexts } from './other-keyboards.ts';

test.each([
  ['digits on AZERTY', '&é"\'(-è_çà', '1234567890', 'AZERTY'],
  ['letters on ЙЦУКЕН', '7П2ЛЧ09ЙЦЯ4Ь', '7G2KX09QWZ4M', 'ЙЦУКЕН'],
  ['an address on QWERTZ', 'httpsÖ--x.cn-c_code´7GYZ', 'https://x.cn/c?code=7GZY', 'QWERTZ'],
  ['caps lock', '7g2kX', '7G2Kx', 'Caps Lock'],
])('reads %s', (_, arrived, text, keyboard) => {
  expect(otherTexts(arrived)).toContainEqual({ text, keyboard });
});

test('does not remap characters that all layouts share', () => {
  expect(otherTexts('55555555').filter(({ keyboard }) => keyboard === 'Caps Lock')).toEqual([]);
});
