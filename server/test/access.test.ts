import type { Call } from '@suyuan/contract/call/call.ts';
import { ErrorCode } from '@suyuan/contract/call/errors.ts';
import { calls } from '@suyuan/contract/calls.ts';
import { menuNodes, type Permission } from '@suyuan/contract/menu.ts';
import { loginout } from '@suyuan/contract/organ/sign-in.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestServer, testServer } from './harness/server.ts';

// Every call of the contract, tried by everyone who could try it. A new call is in here by being in the contract.

let server: TestServer;
const everything = menuNodes().flatMap(({ node }) => [
  node.key,
  ...(node.buttons ?? []).map((verb) => `${node.key}:${verb}`),
]);

/** Tokens that open nothing that is not public, and the messages that they get. */
const useless: Record<string, { token: string; code: ErrorCode }> = {};
/** Someone whose password is a temporary one, with all permissions. */
let newcomer: string;
/** People of others, with every permission but the call's own, and with all of them. */
const outsiders: { kind: 'factory' | 'dealer'; id: number; nothing: string; everything: string }[] = [];
/** Somebody whose permissions are exchanged: to sign in anew for each set of them takes its time. */
let holder: { with(permissions: readonly Permission[]): Promise<string> };

async function newHolder(): Promise<typeof holder> {
  const name = `holder ${Math.random()}`;
  const token = await server.as([], { name });
  const { sql } = server;
  const [role] = await sql<{ id: number }[]>`select id from role where role_name = ${name}`;
  const id = role?.id as number;
  return {
    async with(permissions) {
      await sql`delete from role_permission where role_id = ${id}`;
      const rows = permissions.map((permission) => ({ role_id: id, permission }));
      if (rows.length > 0) await sql`insert into role_permission ${sql(rows)}`;
      return token;
    },
  };
}

beforeAll(async () => {
  server = await testServer();
  holder = await newHolder();
  const { sql } = server;
  const worn = async (name: string, code: ErrorCode, wear: (account: number) => Promise<unknown>) => {
    const token = await server.as(everything as Permission[], { name });
    const [account] = await sql<{ id: number }[]>`select id from account where account_name = ${name}`;
    await wear(account?.id as number);
    useless[name] = { token, code };
  };
  await worn(
    'expired',
    ErrorCode.sessionExpired,
    (id) => sql`update session set expires_at = now() - interval '1 second' where account_id = ${id}`,
  );
  await worn(
    'idle',
    ErrorCode.sessionExpired,
    (id) => sql`update session set seen_at = now() - interval '1 week' where account_id = ${id}`,
  );
  await worn(
    'ended',
    ErrorCode.sessionEnded,
    (id) => sql`update session set ended_at = now() where account_id = ${id}`,
  );
  await worn('disabled', ErrorCode.sessionEnded, (id) => sql`update account set status = 'disabled' where id = ${id}`);
  for (const token of [
    '',
    'garbage',
    `${server.admin}x`,
    server.admin.slice(0, -1),
    "' or ''='",
    server.admin.toLowerCase(),
  ]) {
    useless[`the token “${token}”`] = { token, code: ErrorCode.sessionExpired };
  }
  newcomer = await server.as(everything as Permission[], { name: 'newcomer' });
  await sql`update account set must_change_password = true where account_name = 'newcomer'`;
  for (const kind of ['factory', 'dealer'] as const) {
    const id = await server.party(kind);
    const nothing = await server.as([], { [kind]: id });
    outsiders.push({ kind, id, nothing, everything: await server.as(everything as Permission[], { [kind]: id }) });
  }
});
afterAll(() => server.stop());

const outcome = async (call: Call, token: string) => {
  const { status, envelope } = await server.call(call, {}, { token });
  return { status, code: envelope.code };
};
/** Past the door: what is wrong with the empty input is another matter. */
const letIn = ({ status, code }: { status: number; code: number }) =>
  status !== 403 && !(status === 401 && code === ErrorCode.noAccess);

const ofDevices = calls.filter(({ access }) => access === 'device');
const ofPeople = calls.filter(({ access }) => access !== 'device');

test.each(ofDevices.map((call) => [`${call.method} ${call.path}`, call] as const))(
  '%s is for devices: no account can call it',
  async (_, call) => {
    const tokens = [...Object.values(useless).map(({ token }) => token), newcomer, server.admin];
    for (const token of [...tokens, ...outsiders.map((one) => one.everything)])
      expect(await outcome(call, token)).toEqual({ status: 401, code: ErrorCode.unknownDevice });
  },
);

describe.each(ofPeople.map((call) => [`${call.method} ${call.path}`, call] as const))('%s', (_, call) => {
  test('declares who can call it', () => {
    expect(typeof call.access === 'string' || call.access.length > 0).toBe(true);
    const permissions = typeof call.access === 'string' ? [] : call.access;
    for (const permission of permissions) expect(everything).toContain(permission);
  });

  test('is open without a session only if public', async () => {
    for (const [name, { token, code }] of Object.entries(useless)) {
      const answer = await outcome(call, token);
      if (call.access === 'public') expect(letIn(answer), name).toBe(true);
      else expect(answer, name).toEqual({ status: 403, code });
    }
  });

  test('requires the same of people of factories and dealers', async () => {
    for (const { kind, nothing, everything } of outsiders) {
      // Signing out would be the end of it.
      const without = call === loginout ? { status: 200, code: ErrorCode.ok } : await outcome(call, nothing);
      if (typeof call.access === 'string') expect(letIn(without), kind).toBe(true);
      else expect(without, kind).toEqual({ status: 401, code: ErrorCode.noAccess });
      // With it they may be refused as well: what is the enterprise's alone is not theirs to change.
      const answer = call === loginout ? without : await outcome(call, everything);
      expect(answer.status, kind).toBeLessThan(500);
      if (call.parties === 'enterprise') expect(answer, kind).toEqual({ status: 401, code: ErrorCode.noAccess });
    }
  });

  test('is blocked until a temporary password is changed, unless declared otherwise', async () => {
    if (call === loginout) return;
    const answer = await outcome(call, newcomer);
    if (call.duringSetup || call.access === 'public') expect(letIn(answer)).toBe(true);
    else expect(answer).toEqual({ status: 401, code: ErrorCode.mustChangePassword });
  });

  test('requires its permission and no other', async () => {
    const needed: readonly string[] = typeof call.access === 'string' ? [] : call.access;
    const others = everything.filter((permission) => !needed.includes(permission)) as Permission[];
    const without = await outcome(call, await holder.with(others));
    if (needed.length === 0) expect(letIn(without)).toBe(true);
    else expect(without).toEqual({ status: 401, code: ErrorCode.noAccess });
    if (call === loginout) holder = await newHolder();
    for (const permission of needed) {
      expect(letIn(await outcome(call, await holder.with([permission as Permission])))).toBe(true);
    }
  });
});
