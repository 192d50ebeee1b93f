import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Call } from '../../contract/call.ts';
import { calls } from '../../contract/calls.ts';
import { ErrorCode } from '../../contract/errors.ts';
import { menuNodes, type Permission } from '../../contract/menu.ts';
import { type TestServer, testServer } from '../test-server.ts';

// Every call of the contract, tried by everyone who could try it. A new call is in here by being in the contract.

let server: TestServer;
const everything = menuNodes().flatMap(({ node }) => [
  node.key,
  ...(node.buttons ?? []).map((verb) => `${node.key}:${verb}`),
]);

beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.stop());

const outcome = async (call: Call, token: string) => {
  const { status, envelope } = await server.call(call, {}, { token });
  return { status, code: envelope.code };
};
/** Past the door: what is wrong with the empty input is another matter. */
const letIn = ({ status, code }: { status: number; code: number }) =>
  status !== 403 && !(status === 401 && code === ErrorCode.noAccess);

describe.each(calls.map((call) => [`${call.method} ${call.path}`, call] as const))('%s', (_, call) => {
  test('declares who may call it', () => {
    expect(call.access === 'public' || call.access === 'signed-in' || call.access.length > 0).toBe(true);
    const permissions = typeof call.access === 'string' ? [] : call.access;
    for (const permission of permissions) expect(everything).toContain(permission);
  });

  test('is open without a session only when it is public', async () => {
    for (const token of ['', 'garbage']) {
      const answer = await outcome(call, token);
      if (call.access === 'public') expect(letIn(answer)).toBe(true);
      else expect(answer).toEqual({ status: 403, code: ErrorCode.sessionExpired });
    }
  });

  test('asks for its permission and for no other', async () => {
    const needed: readonly string[] = typeof call.access === 'string' ? [] : call.access;
    const others = everything.filter((permission) => !needed.includes(permission)) as Permission[];
    const without = await outcome(call, await server.as(others));
    if (needed.length === 0) expect(letIn(without)).toBe(true);
    else expect(without).toEqual({ status: 401, code: ErrorCode.noAccess });
    for (const permission of needed) {
      expect(letIn(await outcome(call, await server.as([permission as Permission])))).toBe(true);
    }
  });
});
