import Type from 'typebox';
import { defineCall } from '../call/call.ts';
import { NoInput, Nullable } from '../thing/fields.ts';

/** The address in the symbols of codes, and whether phones can open it. */

/** Where the value of a setting comes from; the server's environment takes precedence over what the enterprise set. */
export const SettingSource = Type.Enum(['environment', 'enterprise', 'default']);

export const addressProblems = ['missing', 'loopback', 'plain_http'] as const;
export type AddressProblem = (typeof addressProblems)[number];

/** Returns why an address should not be printed in symbols; null if it may be. */
export function addressProblem(address: string, from: Type.Static<typeof SettingSource>): AddressProblem | null {
  if (from === 'default') return 'missing';
  const url = URL.parse(address);
  if (!url || isLoopback(url.hostname)) return 'loopback';
  return url.protocol === 'https:' ? null : 'plain_http';
}

/** Names and addresses of the local host: on a phone they lead to the phone itself. */
const isLoopback = (host: string): boolean =>
  /^(localhost|.+\.localhost|127\.\d+\.\d+\.\d+|0\.0\.0\.0|\[::1?\]|\[::ffff:7f[\da-f]{2}:[\da-f]{1,4}\])\.?$/i.test(
    host,
  );

export const publicAddress = defineCall({
  method: 'GET',
  path: '/api/base/enterprise/publicaddress',
  access: ['enterprise', 'records', 'readycreate', 'coderule'],
  summary:
    'Get the public address that codes carry, with the reason if it should not be printed: missing, local to this ' +
    'machine, or plain http.',
  input: NoInput(),
  output: Type.Object({
    public_url: Type.String(),
    from: SettingSource,
    problem: Nullable(Type.Enum([...addressProblems])),
  }),
});
