import { expect, test } from 'vitest';
import { networkOf, networksOf, weightOf } from './network.ts';

test('an IPv6 address counts by its /64, /56 and /48, in every notation', () => {
  const names = ['2001:db8:1:2ff::/64', '2001:db8:1:200::/56', '2001:db8:1::/48'];
  for (const written of [
    '2001:db8:1:2ff::1',
    '2001:0DB8:0001:02ff:ffff:0:0:9',
    '[2001:db8:1:2ff::1]',
    '[2001:db8:1:2ff::1]:443',
    '2001:db8:1:2ff::1%eth0',
    '"[2001:db8:1:2ff::1]:443"',
  ]) {
    expect(
      networksOf(written).map(({ name }) => name),
      written,
    ).toEqual(names);
  }
  expect(names.map(weightOf)).toEqual([1, 2, 8]);
});

test('an IPv4 address counts by itself, with a port or mapped to IPv6', () => {
  for (const written of [
    '203.0.113.5',
    '203.0.113.5:40123',
    '::ffff:203.0.113.5',
    '::ffff:cb00:7105',
    ' 203.0.113.5 ',
  ]) {
    expect(networksOf(written), written).toEqual([{ name: '203.0.113.5', weight: 1 }]);
  }
});

test('everything that is not an address counts as one network', () => {
  for (const written of [
    '',
    'unknown',
    '_hidden',
    '203.0.113.5.6',
    '203.0.113.256',
    '1:2:3',
    '[::1',
    'x'.repeat(5000),
  ]) {
    expect(networkOf(written), written.slice(0, 20)).toBe('');
  }
});
