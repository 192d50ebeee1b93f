import { expect, test } from 'vitest';
import { addressProblem } from './public-address.ts';

test.each([
  ['https://id.example.com', null],
  ['https://192.0.2.7:8443', null],
  ['https://localhost.example.com', null],
  ['http://id.example.com', 'plain_http'],
  ['http://127.0.0.1:8000', 'loopback'],
  ['https://127.1.2.3', 'loopback'],
  ['https://localhost', 'loopback'],
  ['https://suyuan.localhost:9000', 'loopback'],
  ['http://[::1]:8000', 'loopback'],
  ['http://0.0.0.0', 'loopback'],
  ['https://[::ffff:127.0.0.1]', 'loopback'],
  ['nonsense', 'loopback'],
] as const)('%s as a public address: %s', (address, problem) => {
  expect(addressProblem(address, 'enterprise')).toBe(problem);
  expect(addressProblem(address, 'environment')).toBe(problem);
});

test('an unset address is missing, whatever its environment', () => {
  expect(addressProblem('https://id.example.com', 'default')).toBe('missing');
});
