import { expect, test } from 'vitest';
import { gtinAlone, statedGtin } from './stated-gtin.ts';

test('reads the GTIN beside a code', () => {
  expect(statedGtin('https://x.example/01/6901234567892/21/A?x=1')).toBe('06901234567892');
  expect(statedGtin('(01) 06901234567892 (21) A')).toBe('06901234567892');
  expect(statedGtin(']d2010690123456789221A')).toBe('06901234567892');
  expect(statedGtin('6901234567892')).toBeUndefined();
});

test('a bar code, and what has no serial number, names a product and no piece of it', () => {
  const products = ['6901234567892', '690 1234 567892', '６９０１２３４５６７８９２', '96385074', '(01)06901234567892'];
  for (const text of [...products, 'https://x.example/01/6901234567892/10/L', ']d20106901234567892'])
    expect([text, gtinAlone(text)]).toEqual([text, expect.stringMatching(/^\d{14}$/)]);
  const pieces = ['(01)06901234567892(21)A', 'https://x.example/01/6901234567892/21/A', ']d2010690123456789221A'];
  for (const text of [...pieces, '6901234567891', '7K3M9QXW2T5B'])
    expect([text, gtinAlone(text)]).toEqual([text, undefined]);
});
