import { expect, test } from 'vitest';
import { isReachable, lookupReachable, UnreachableHost } from './public-hosts.ts';

test('addresses of the Internet are reachable, and those of other networks only if they are allowed', () => {
  for (const address of ['8.8.8.8', '203.0.114.1', '172.32.0.1', '2606:4700::1111', '::ffff:8.8.8.8'])
    expect([address, isReachable(address, [])]).toEqual([address, true]);
  for (const address of [
    '0.0.0.0',
    '127.0.0.1',
    '10.1.2.3',
    '172.16.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:a9fe:a9fe',
    '64:ff9b::7f00:1',
    'fe80::1',
    'fd00::1',
    '2002:7f00:1::',
    'ff02::1',
    'not an address',
  ])
    expect([address, isReachable(address, [])]).toEqual([address, false]);
  expect(isReachable('10.1.2.3', ['10.1.0.0/16', 'fd00::/8'])).toBe(true);
  expect(isReachable('fd00::1', ['10.1.0.0/16', 'fd00::/8'])).toBe(true);
  expect(isReachable('10.2.2.3', ['10.1.0.0/16'])).toBe(false);
});

test('a name is refused if it is that of an address which is', async () => {
  const looked = (allowed: readonly string[]) =>
    new Promise((resolve) => {
      lookupReachable(allowed)('localhost', { all: true }, (error, all) => resolve(error ?? all));
    });
  expect(await looked([])).toBeInstanceOf(UnreachableHost);
  expect(await looked(['10.0.0.0/8'])).toBeInstanceOf(UnreachableHost);
  expect(await looked(['127.0.0.0/8', '::1'])).toContainEqual({ address: '127.0.0.1', family: 4 });
});
