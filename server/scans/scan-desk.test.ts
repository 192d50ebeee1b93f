import { expect, test } from 'vitest';
import { MasterKey } from '#platform/secrets/master-key.ts';
import { openOwnScans, sealOwnScans, visitLength } from './scan-desk.ts';

const key = new MasterKey(Buffer.alloc(32, 7));
const at = 1_800_000_000_000;
const scan = { codeId: 5 * 2 ** 40 + 3, nth: 2, at };

test('a device remembers its scans for half an hour', () => {
  const sealed = sealOwnScans(key, [scan]);
  expect(openOwnScans(key, sealed, at + visitLength - 1)).toEqual([scan]);
  expect(openOwnScans(key, sealed, at + visitLength)).toEqual([]);
});

test('remembered scans can be neither forged nor changed, and are limited', () => {
  const sealed = sealOwnScans(key, [scan]);
  expect(openOwnScans(new MasterKey(Buffer.alloc(32, 8)), sealed, at)).toEqual([]);
  expect(openOwnScans(key, `${sealed.slice(0, -4)}AAAA`, at)).toEqual([]);
  for (const odd of [undefined, '', 'x', 'A'.repeat(38)]) expect(openOwnScans(key, odd, at)).toEqual([]);
  const many = sealOwnScans(
    key,
    Array.from({ length: 100 }, () => scan),
  );
  expect(many.length).toBeLessThan(400);
  expect(openOwnScans(key, many, at)).toHaveLength(16);
});
