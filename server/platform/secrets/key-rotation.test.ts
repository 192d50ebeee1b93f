import { randomBytes } from 'node:crypto';
import { product } from '@suyuan/contract/base/product/product.ts';
import { orderAdd } from '@suyuan/contract/tagging/code-order.ts';
import { codesQuery } from '@suyuan/contract/tagging/code-query.ts';
import { codeRule } from '@suyuan/contract/tagging/code-rule.ts';
import { Secret, TOTP } from 'otpauth';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { TwoStep } from '#modules/organ/sign-in/two-step.ts';
import { tables } from '#tables.ts';
import { type TestServer, testServer } from '#test/harness/server.ts';
import { macOf } from '../audit/entry.ts';
import { verifyAudit } from '../audit/verify.ts';
import { type Database, openDatabase } from '../database/database.ts';
import { isServed, rotateMasterKey } from './key-rotation.ts';
import { MasterKey } from './master-key.ts';

const rule = {
  level: 1,
  alphabet: 'digits',
  body_length: 12,
  check: 'none',
  carrier: 'plain',
} as const;

const keyOf = (hex: string) => new MasterKey(Buffer.from(hex, 'hex'));
const newKey = () => randomBytes(32).toString('hex');

let databaseUrl: string;
let database: Database;
/** The key in use. */
let key: string;
let codes: string[];

beforeEach(async () => {
  const server = await testServer();
  ({ databaseUrl, masterKey: key } = server);
  codes = [];
  for (const prefix of ['A', 'B']) codes.push(await issued(server, prefix));
  await server.stop();
  database = openDatabase(databaseUrl, 1);
  await alone();
});
afterEach(() => database.close());

/** A stopped server's connections end a moment later. */
const alone = () => expect.poll(() => isServed(database.sql)).toBe(false);

async function issued(server: TestServer, prefix: string): Promise<string> {
  const { id } = await server.data(codeRule.add, { ...rule, rule_name: prefix, prefix });
  return (await server.data(orderAdd, { rule_id: id, quantity: 1 })).first as string;
}

async function rotated(to = newKey()): Promise<string> {
  await rotateMasterKey(database.sql, keyOf(key), keyOf(to), tables);
  key = to;
  return to;
}

const statesNow = async (server: TestServer) => (await server.data(codesQuery, { codes })).map(({ state }) => state);
const verdict = (under = key) => verifyAudit(database.db, keyOf(under));

/** The whole of what is sealed, as it stands in the database. */
const sealedNow = () => database.sql`
  select id, key_sealed as sealed from code_rule union all
  select id, two_step_secret_sealed from account order by 1, 2`;

test('earlier codes stay known and new ones are issued; the old key starts no server', async () => {
  const old = key;
  await rotated();
  await expect(testServer({}, { databaseUrl, masterKey: old })).rejects.toThrow(/sealed under another master key/);
  const server = await testServer({}, { databaseUrl, masterKey: key });
  try {
    expect(await statesNow(server)).toEqual(['issued', 'issued']);
    codes.push(await issued(server, 'C'));
    expect(await statesNow(server)).toEqual(['issued', 'issued', 'issued']);
  } finally {
    await server.stop();
  }
});

test('reports how many of each kind were sealed again', async () => {
  await database.sql`update account set two_step_secret_sealed = ${keyOf(key).seal(randomBytes(20), 'two-step 1')}`;
  expect(await rotateMasterKey(database.sql, keyOf(key), keyOf(newKey()), tables)).toEqual([
    { table: 'code_rule', column: 'key_sealed', called: 'keys of code rules', count: 2 },
    {
      ...{ table: 'epcis_subscription', column: 'signature_token_sealed' },
      ...{ called: 'tokens of signatures', count: 0 },
    },
    { table: 'account', column: 'two_step_secret_sealed', called: 'secrets of two-step verification', count: 1 },
    { table: 'handheld_key', column: 'private_key_sealed', called: 'key of handhelds', count: 0 },
  ]);
});

test('authenticator and recovery codes stay valid, after a second rotation too', async () => {
  const before = new TwoStep(database, keyOf(key));
  const { secret, sealed } = before.newSecret(1, 'admin');
  const first = before.newRecoveryCodes(1);
  await database.sql`
    update account set two_step_since = now(), two_step_secret_sealed = ${sealed}, recovery_secrets = ${first.macs}`;
  await rotated();
  const between = new TwoStep(database, keyOf(key)).newRecoveryCodes(1);
  await database.sql`update account set recovery_secrets = recovery_secrets || ${between.macs}`;
  await rotated();

  const after = new TwoStep(database, keyOf(key));
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
  expect(await after.redeem(1, code)).toBe('app');
  for (const codes of [first.codes, between.codes]) {
    expect(await after.redeem(1, codes[0] as string)).toBe('recovery');
    expect(await after.redeem(1, codes[0] as string)).toBeUndefined();
  }
  const [left] = await database.sql<{ count: number }[]>`select cardinality(recovery_secrets) as count from account`;
  expect(left?.count).toBe(18);
});

describe('the audit log', () => {
  test('is intact across rotations, and keeps the recorded head', async () => {
    const { records, head } = await verdict();
    await rotated();
    expect(await verifyAudit(database.db, keyOf(key), head)).toMatchObject({ holdsNoted: true, problems: [] });
    await rotated();
    const server = await testServer({}, { databaseUrl, masterKey: key });
    await server.data(product.add, { product_code: 'P', product_name: 'x' });
    await server.stop();
    expect(await verdict()).toMatchObject({ records: records + 1, problems: [] });
  });

  test('cannot be forged with the old key', async () => {
    const old = keyOf(key);
    const { records } = await verdict();
    await rotated();
    const [last] = await database.sql`select *, input::text as input from audit_log order by id desc limit 1`;
    const forged = { ...last, account_name: 'somebody-else' } as never as Parameters<typeof macOf>[1];
    const mac = macOf(old.macKey('audit'), forged, last?.previous_mac as string);
    await database.sql`update audit_log set account_name = 'somebody-else', mac = ${mac} where id = ${records}`;
    await database.sql`update audit_head set mac = ${mac}`;
    expect((await verdict()).problems).toEqual([{ id: records, kind: 'changed' }]);
    await database.sql`update master_key set last_record_mac = ${mac} where retired_at is not null`;
    await expect(verdict()).rejects.toThrow(/master key/);
  });
});

describe('nothing is changed', () => {
  test('if a secret cannot be opened', async () => {
    await database.sql`update code_rule set key_sealed = ${randomBytes(60)} where rule_name = 'B'`;
    const before = await sealedNow();
    await expect(rotated()).rejects.toThrow(/code_rule \d+ cannot be opened/);
    expect(await sealedNow()).toEqual(before);
    expect((await verdict()).problems).toEqual([]);
  });

  test('if the key to replace is not the current one', async () => {
    const before = await sealedNow();
    const stranger = rotateMasterKey(database.sql, keyOf(newKey()), keyOf(newKey()), tables);
    await expect(stranger).rejects.toThrow(/a master key other than the one to replace/);
    expect(await sealedNow()).toEqual(before);
  });

  test('while a server runs', async () => {
    const server = await testServer({}, { databaseUrl, masterKey: key });
    try {
      await expect(rotated()).rejects.toThrow(/A server is running/);
      expect(await statesNow(server)).toEqual(['issued', 'issued']);
    } finally {
      await server.stop();
    }
  });
});

test('covers every sealed column', async () => {
  const found = await database.sql<{ name: string }[]>`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'public' and column_name like '%\\_sealed' and table_name <> 'master_key' order by 1`;
  expect(found.map(({ name }) => name)).toEqual(
    [...tables.values()].flatMap(({ name, sealed = [] }) => sealed.map(({ column }) => `${name}.${column}`)).toSorted(),
  );
});
