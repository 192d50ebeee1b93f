import { isForKeys, permissionsForKeys } from '@suyuan/contract/access/system-key.ts';
import { brand } from '@suyuan/contract/base/product/brand.ts';
import { warehouse } from '@suyuan/contract/base/warehouse.ts';
import type { Call } from '@suyuan/contract/call/call.ts';
import { ErrorCode } from '@suyuan/contract/call/errors.ts';
import { calls, ofEnterpriseOnly } from '@suyuan/contract/calls.ts';
import {
  apiKey,
  apiKeyAdd,
  apiKeyParties,
  apiKeyRevoke,
  apiKeyRotate,
  apiKeyUpdate,
} from '@suyuan/contract/integration/api-key.ts';
import type { Permission } from '@suyuan/contract/menu.ts';
import { accessLog } from '@suyuan/contract/organ/access-log.ts';
import { employee, employeePassword } from '@suyuan/contract/organ/account.ts';
import { auditChanges, auditLog } from '@suyuan/contract/organ/audit-log.ts';
import { login } from '@suyuan/contract/organ/sign-in.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isSystemKey } from '#platform/secrets/keys.ts';
import { example } from '#test/attacks/example-input.ts';
import { reasonsOf } from '#test/harness/files.ts';
import { adminPassword, type TestServer, testServer } from '#test/harness/server.ts';

let server: TestServer;
/** Beside it, behind a proxy, on the same database. */
let other: TestServer;
let factory: number;
let dealers: [number, number];
beforeAll(async () => {
  server = await testServer();
  other = await testServer({ SUYUAN_TRUST_PROXY: '127.0.0.1' }, server);
  factory = await server.party('factory');
  dealers = [await server.party('dealer'), await server.party('dealer')];
});
afterAll(async () => {
  await other.stop();
  await server.stop();
});

let made = 0;
const keyFor = (permissions: readonly string[], more: object = {}, token = server.admin) =>
  server.data(apiKeyAdd, { name: `系统 ${++made}`, permissions: [...permissions], ...more }, { token });
const by = (key: string, headers: Record<string, string> = {}) => ({
  token: '',
  language: 'en',
  headers: { authorization: `Bearer ${key}`, ...headers },
});
const asked = async (key: string, call: Call, { at = server, headers = {}, input = {} } = {}) => {
  const { status, envelope } = await at.call(call, input, by(key, headers));
  return [status, envelope.code];
};
const fine = [200, ErrorCode.ok];
const unknown = [401, ErrorCode.unknownKey];
const forbidden = [403, ErrorCode.keyForbidden];
const listed = async (id: number) => (await server.data(apiKey.page, { id })).rows[0];
const peopleOf = async (filter: object) => (await server.data(employee.page, filter)).rows;

test('a key calls as an account of its own, which the audit log names', async () => {
  const { id: keyId, key } = await keyFor(['productsort', 'productsort:add'], { name: 'ERP' });
  expect(key).toMatch(/^suyuan_sk_[0-9A-Za-z]{42}$/);
  expect(isSystemKey(key)).toBe(true);
  const { id } = await server.data(brand.add, { brand_code: 'KEY-1', brand_name: '接口' }, by(key));
  expect((await server.data(brand.page, {}, by(key))).rows.map((row) => row.id)).toContain(id);
  const [record] = (await server.data(auditLog.page, { thing: 'brand', thing_id: String(id) })).rows;
  expect(record).toMatchObject({ account_name: 'key:ERP', call: brand.add.path });
  expect(await listed(keyId)).toMatchObject({
    name: 'ERP',
    state: 'active',
    hint: `suyuan_sk_…${key.slice(-4)}`,
    party_name: null,
    made_by: 'Administrator',
    calls: 2,
    days: [{ calls: 2, refused: 0 }],
    last_used_ip: '127.0.0.1',
    last_used_at: expect.any(String),
  });
});

test('a key is shown once, and neither stored nor recorded', async () => {
  const { id, key } = await keyFor(['productsort']);
  const rotated = await server.data(apiKeyRotate, { id });
  for (const secret of [key, rotated.key].map((one) => one.slice('suyuan_sk_'.length, -4))) {
    const [leaked] = await server.sql`
      select 1 from audit_log where input::text like ${`%${secret}%`}
      union all select 1 from audit_change where before::text like ${`%${secret}%`} or after::text like ${`%${secret}%`}
      union all select 1 from api_key k where to_jsonb(k)::text like ${`%${secret}%`}`;
    expect(leaked).toBeUndefined();
    expect(JSON.stringify(await listed(id))).not.toContain(secret);
  }
  const rows = (await server.data(auditLog.page, { thing: 'api_key', thing_id: String(id) })).rows;
  expect(rows.map(({ call }) => call)).toEqual([apiKeyRotate.path, apiKeyAdd.path]);
  const [added] = (await server.data(auditChanges, { id: rows[1]?.id as number })).rows.filter(
    ({ thing }) => thing === 'api_key',
  );
  expect(added?.after).toMatchObject({ secret_hash: expect.stringMatching(/^••• /) });
});

test('whatever is no valid key is refused alike, with a challenge', async () => {
  const { key } = await keyFor(['productsort']);
  const wrong = ['', 'x', key.slice(0, -1), `${key}0`, key.replace(/.$/, (last) => (last === '0' ? '1' : '0'))];
  const messages = new Set<string>();
  for (const one of wrong) {
    const { status, envelope } = await server.call(brand.page, {}, by(one));
    expect([status, envelope.code], one).toEqual(unknown);
    messages.add(envelope.message);
  }
  expect([...messages]).toEqual(['This API key is not valid']);
  const answer = await server.fetch(brand.page.path, { headers: { authorization: `bearer ${key}x` } });
  expect(answer.headers.get('www-authenticate')).toBe('Bearer realm="suyuan", error="invalid_token"');
  // Another scheme is of a proxy, and says nothing about who calls.
  const basic = { token: server.admin, headers: { authorization: 'Basic YTpi' } };
  expect((await server.call(brand.page, {}, basic)).status).toBe(200);
});

test('a key is refused once it is revoked, expired or disabled with its party, on every server', async () => {
  const { id, key } = await keyFor(['store'], { party: { factory_id: factory } });
  expect(await asked(key, warehouse.page, { at: other })).toEqual(fine);
  await server.sql`update factory set status = 'disabled' where id = ${factory}`;
  expect(await asked(key, warehouse.page, { at: other })).toEqual(unknown);
  expect(await listed(id)).toMatchObject({ state: 'suspended' });
  await server.sql`update factory set status = 'enabled' where id = ${factory}`;
  await server.sql`update api_key set expires_at = now() - interval '1 second' where id = ${id}`;
  expect(await asked(key, warehouse.page, { at: other })).toEqual(unknown);
  expect(await listed(id)).toMatchObject({ state: 'expired' });
  await server.data(apiKeyUpdate, { id, expires_at: null });
  expect(await asked(key, warehouse.page, { at: other })).toEqual(fine);
  await server.data(apiKeyRevoke, { id });
  expect(await asked(key, warehouse.page, { at: other })).toEqual(unknown);
  expect(await listed(id)).toMatchObject({ state: 'revoked' });
  for (const [call, input] of [
    [apiKeyRevoke, { id }],
    [apiKeyRotate, { id }],
    [apiKeyUpdate, { id, name: 'x' }],
  ] as const)
    expect((await server.call(call, input)).status).toBe(409);
});

test('after a rotation both keys are valid for a while, or the new one only', async () => {
  const { id, key: first } = await keyFor(['productsort']);
  const { key: second } = await server.data(apiKeyRotate, { id });
  expect(await asked(first, brand.page)).toEqual(fine);
  expect(await asked(second, brand.page)).toEqual(fine);
  expect((await listed(id))?.old_until).not.toBeNull();
  await server.sql`update api_key set old_until = now() where id = ${id}`;
  expect(await asked(first, brand.page)).toEqual(unknown);
  const { key: third } = await server.data(apiKeyRotate, { id, overlap_hours: 0 });
  expect(await asked(second, brand.page)).toEqual(unknown);
  expect(await asked(third, brand.page)).toEqual(fine);
});

test('a key may do less than its maker, never more, as things are at the call', async () => {
  const token = await server.as(['apikey', 'apikey:add', 'productsort', 'productsort:add'], { name: 'maker' });
  const beyond = await server.call(
    apiKeyAdd,
    { name: 'beyond', permissions: ['productsort', 'dealer'] },
    { token, language: 'en' },
  );
  expect(reasonsOf(beyond.envelope)).toEqual(['permissions.1 permission_beyond_own']);
  const { id, key } = await keyFor(['productsort', 'productsort:add'], {}, token);
  const add = () => server.call(brand.add, { brand_code: `M-${++made}`, brand_name: 'm' }, by(key));
  expect((await add()).status).toBe(200);
  await server.sql`delete from role_permission where permission = 'productsort:add'
    and role_id = (select id from role where role_name = 'maker')`;
  const { status, envelope } = await add();
  expect([status, envelope.code, envelope.message]).toEqual([
    ...forbidden,
    'This API key lacks the permission “productsort:add”',
  ]);
  const [maker] = await peopleOf({ account_name: 'maker' });
  await server.data(employee.update, { id: maker?.id as number, status: 'disabled' });
  expect(await asked(key, brand.page)).toEqual(unknown);
  expect(await listed(id)).toMatchObject({ state: 'suspended' });
  // Whoever rotates it has made it from then on.
  await server.data(apiKeyRotate, { id });
  expect(await asked(key, brand.page)).toEqual(fine);
  expect((await add()).status).toBe(200);
});

test('nobody gets a key with more than they may do, by rotating or changing one', async () => {
  const { id } = await keyFor(['dealer', 'productsort']);
  const token = await server.as(['apikey', 'apikey:update', 'apikey:rotate', 'productsort'], { name: 'editor' });
  expect((await server.call(apiKeyRotate, { id }, { token })).envelope.code).toBe(ErrorCode.conflict);
  const wider = await server.call(apiKeyUpdate, { id, permissions: ['dealer', 'store'] }, { token });
  expect(reasonsOf(wider.envelope)).toEqual(['permissions.1 permission_beyond_own']);
  await server.data(apiKeyUpdate, { id, permissions: ['dealer'] }, { token });
  expect((await listed(id))?.permissions).toEqual(['dealer']);
});

test('the key of a dealer or factory sees the rows of its party only', async () => {
  const [own, others] = dealers;
  const store = (warehouse_code: string, dealer_id: number) =>
    server.data(warehouse.add, {
      warehouse_code,
      warehouse_name: warehouse_code,
      warehouse_type: 'finished',
      dealer_id,
    });
  await store('OWN', own);
  const { id: foreign } = await store('FOREIGN', others);
  const { key } = await keyFor(['store', 'store:update'], { party: { dealer_id: own } });
  const { rows, total } = await server.data(warehouse.page, {}, by(key));
  expect([rows.map((row) => row.warehouse_code), total]).toEqual([['OWN'], 1]);
  expect((await server.call(warehouse.update, { id: foreign, warehouse_name: 'x' }, by(key))).status).toBe(404);
  const enterprises = await server.call(
    apiKeyAdd,
    { name: 'wide', party: { dealer_id: own }, permissions: [...ofEnterpriseOnly].filter(isForKeys).slice(0, 1) },
    {},
  );
  expect(reasonsOf(enterprises.envelope)).toEqual(['permissions.0 not_for_parties']);
});

test('people of a party make keys of their party, and see no others', async () => {
  const [own, others] = dealers;
  const right: Permission[] = ['apikey', 'apikey:add', 'apikey:rotate', 'apikey:revoke', 'store'];
  const token = await server.as(right, { dealer: own });
  const foreign = await keyFor(['store'], { party: { dealer_id: others } });
  const enterprises = await keyFor(['store']);
  const { id } = await keyFor(['store'], {}, token);
  expect(await listed(id)).toMatchObject({ dealer_id: own });
  const seen = (await server.data(apiKey.page, {}, { token })).rows;
  expect(seen.every(({ dealer_id }) => dealer_id === own)).toBe(true);
  expect(seen.map((row) => row.id)).toContain(id);
  for (const one of [foreign, enterprises]) {
    expect((await server.call(apiKeyRevoke, { id: one.id }, { token })).status).toBe(404);
    expect((await server.call(apiKeyRotate, { id: one.id }, { token })).status).toBe(404);
  }
  const reaching = { name: 'r', permissions: ['store'], party: { dealer_id: others } };
  expect(reasonsOf((await server.call(apiKeyAdd, reaching, { token })).envelope)).toEqual([
    'party.dealer_id of_other_party',
  ]);
  expect(await server.data(apiKeyParties, {}, { token })).toMatchObject([{ kind: 'dealer', id: own }]);
});

test('the key of a partner is for EPCIS, and sees no rows', async () => {
  const [partner] = await server.sql<{ id: number }[]>`
    insert into partner (partner_code, partner_name) values ('P1', '监管') returning id`;
  const party = { partner_id: partner?.id as number };
  const { id } = await keyFor(['epcis:query'], { party });
  expect(await listed(id)).toMatchObject({ party_name: '监管', partner_id: party.partner_id });
  const wide = await server.call(apiKeyAdd, { name: 'p', party, permissions: ['store', 'epcis:query'] });
  expect(reasonsOf(wide.envelope)).toEqual(['permissions.0 not_for_partners']);
  // Even a permission that is given past the rules reaches nothing.
  const { key } = await server.data(apiKeyRotate, { id });
  await server.sql`update api_key set permissions = '{store,productsort:add}' where id = ${id}`;
  expect((await server.data(warehouse.page, {}, by(key))).rows).toEqual([]);
  expect(await asked(key, brand.add, { input: { brand_code: 'P', brand_name: 'p' } })).toEqual(forbidden);
});

test('a key comes from its networks only, IPv4 or IPv6, as trusted proxies tell', async () => {
  const { id, key } = await keyFor(['productsort'], { networks: ['203.0.113.0/24', '2001:db8::/48', '198.51.100.7'] });
  const from = (address: string) => asked(key, brand.page, { at: other, headers: { 'x-forwarded-for': address } });
  for (const address of ['203.0.113.9', '2001:db8:0:1::2', '::ffff:203.0.113.1', '198.51.100.7:4711'])
    expect(await from(address), address).toEqual(fine);
  for (const address of ['203.0.114.1', '2001:db8:1::1', '198.51.100.8', '203.0.113.9, 10.0.0.1', ''])
    expect(await from(address), address).toEqual(forbidden);
  // A server that trusts no proxy does not believe the header.
  const { envelope } = await server.call(brand.page, {}, by(key, { 'x-forwarded-for': '203.0.113.9' }));
  expect(envelope.message).toBe('This API key is not accepted from 127.0.0.1');
  const wrong = ['10.0.0.0/33', 'example.com', '10.0.0', '2001:db8::/129', 'fe80::1%eth0', '10.0.0.1/-1'];
  const { envelope: refused } = await server.call(apiKeyUpdate, { id, networks: wrong });
  expect(reasonsOf(refused)).toEqual(wrong.map((_, index) => `networks.${index} no_network`));
});

test('no key keeps people, rights or keys, nor is the second person of two', async () => {
  const { key } = await keyFor(permissionsForKeys());
  const tried = calls.filter(
    ({ access, personal, duringSetup, secondPerson }) =>
      access !== 'public' && access !== 'device' && (personal || duringSetup || secondPerson !== undefined),
  );
  expect(tried.length).toBeGreaterThan(30);
  for (const call of tried)
    expect(await asked(key, call, { input: example(call.input) as object }), call.path).toEqual(forbidden);
  for (const call of [employeePassword, employee.add, employee.update, employee.remove])
    expect(await asked(key, call, { input: { id: 1 } }), call.path).toEqual(forbidden);
  const kept = ['apikey', 'apikey:add', 'stafflist:resetpassword', 'stafflist:add', 'rolemanage:update'];
  expect(kept.some(isForKeys)).toBe(false);
  const { envelope } = await server.call(apiKeyAdd, { name: 'k', permissions: kept });
  expect(reasonsOf(envelope)).toEqual(kept.map((_, index) => `permissions.${index} not_for_keys`));
});

test('the account of a key is nobody’s to sign in to, to change or to choose', async () => {
  const { id } = await keyFor(['productsort'], { name: 'hidden' });
  expect(await peopleOf({ keyword: 'hidden' })).toEqual([]);
  const [account] = await server.sql<{ account_id: number }[]>`select account_id from api_key where id = ${id}`;
  const accountId = account?.account_id as number;
  expect(await peopleOf({ id: accountId })).toEqual([]);
  for (const call of [employee.update, employee.remove, employeePassword])
    expect((await server.call(call, { id: accountId })).status, call.path).toBe(404);
  const { envelope } = await server.call(login, {
    account_name: 'key:hidden',
    account_password: adminPassword,
    account_type: 1,
  });
  expect(envelope.code).toBe(ErrorCode.wrongCredentials);
});

test('refused calls of a key are in the access log, and among its calls', async () => {
  const { id, key } = await keyFor(['productsort'], { name: 'curious' });
  expect(await asked(key, auditLog.page)).toEqual(forbidden);
  expect(await listed(id)).toMatchObject({ days: [{ calls: 1, refused: 1 }] });
  const { rows } = await server.data(accessLog.page, {});
  expect(rows).toContainEqual(expect.objectContaining({ account_name: 'key:curious', call: auditLog.page.path }));
});

test('a key counts against limits of its own', async () => {
  const limited = await testServer(
    { SUYUAN_RATE_LIMIT: 'on', SUYUAN_CALLS_PER_ACCOUNT: '10', SUYUAN_TRUST_PROXY: '127.0.0.1' },
    server,
  );
  try {
    const [one, two] = [await keyFor(['productsort']), await keyFor(['productsort'])];
    const ask = ({ key }: { key: string }) =>
      asked(key, brand.page, { at: limited, headers: { 'x-forwarded-for': '203.0.113.5' } });
    for (let count = 0; count < 10; count++) expect(await ask(one)).toEqual(fine);
    expect(await ask(one)).toEqual([429, ErrorCode.tooMany]);
    expect(await ask(two)).toEqual(fine);
  } finally {
    await limited.stop();
  }
});

test('the name of a revoked key is free again', async () => {
  const { id } = await keyFor(['productsort'], { name: 'WMS' });
  const twice = await server.call(apiKeyAdd, { name: 'wms', permissions: ['productsort'] });
  expect(reasonsOf(twice.envelope)).toEqual(['name taken']);
  await server.data(apiKeyRevoke, { id });
  await keyFor(['productsort'], { name: 'WMS' });
});
