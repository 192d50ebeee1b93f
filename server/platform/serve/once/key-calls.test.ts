import { brand } from '@suyuan/contract/base/product/brand.ts';
import { ErrorCode } from '@suyuan/contract/call/errors.ts';
import { apiKeyAdd } from '@suyuan/contract/integration/api-key.ts';
import { auditLog } from '@suyuan/contract/organ/audit-log.ts';
import { orderDownload } from '@suyuan/contract/tagging/order-download.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestServer, testServer } from '#test/harness/server.ts';

let one: TestServer;
let other: TestServer;
let key: string;
let accountId: number;
beforeAll(async () => {
  one = await testServer();
  other = await testServer({}, one);
  const permissions = [
    'productsort',
    'productsort:add',
    'productsort:update',
    'productsort:delete',
    'productsort:import',
  ];
  const made = await one.data(apiKeyAdd, { name: 'ERP', permissions: [...permissions, 'records:download'] });
  key = made.key;
  const [row] = await one.sql<{ account_id: number }[]>`select account_id from api_key where id = ${made.id}`;
  accountId = row?.account_id as number;
});
afterAll(async () => {
  await other.stop();
  await one.stop();
});

let keys = 0;
const newKey = () => `key-${++keys}`;
const headersFor = (idempotencyKey: string) => ({
  authorization: `Bearer ${key}`,
  'idempotency-key': idempotencyKey,
  'content-type': 'application/json',
  'accept-language': 'en',
});
/** The whole answer: it is to be the same, to the last byte. */
async function post(path: string, body: object, idempotencyKey: string, server = one) {
  const answer = await server.fetch(path, {
    method: 'POST',
    headers: headersFor(idempotencyKey),
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  return { status: answer.status, text, replayed: answer.headers.get('idempotency-replayed') === 'true' };
}
const reasonOf = ({ text }: { text: string }) => (JSON.parse(text) as { message: string }).message;
const added = async (code: string) =>
  Number((await one.sql`select count(*) as n from brand where brand_code = ${code}`)[0]?.n);
const add = (code: string, idempotencyKey: string, server = one) =>
  post(brand.add.path, { brand_code: code, brand_name: code }, idempotencyKey, server);

test('a call that is sent again is answered as before, by any server, and recorded once', async () => {
  const name = newKey();
  const first = await add('A', name);
  expect([first.status, first.replayed]).toEqual([200, false]);
  for (const server of [one, other, one]) {
    const again = await add('A', server === other ? `"${name}"` : name, server);
    expect(again).toEqual({ ...first, replayed: true });
  }
  // The order of fields is no other content.
  const turned = await post(brand.add.path, { brand_name: 'A', brand_code: 'A' }, name);
  expect(turned.text).toBe(first.text);
  expect(await added('A')).toBe(1);
  const { id } = (JSON.parse(first.text) as { data: { id: number } }).data;
  expect((await one.data(auditLog.page, { thing: 'brand', thing_id: String(id) })).total).toBe(1);
});

test('a key stands for one content and one call', async () => {
  const name = newKey();
  await add('B', name);
  const content = await add('B2', name);
  expect([content.status, reasonOf(content)]).toEqual([409, expect.stringContaining('another content')]);
  const [row] = await one.sql<{ id: number }[]>`select id from brand where brand_code = 'B'`;
  expect((await post(brand.remove.path, { id: row?.id }, name)).status).toBe(409);
  expect([await added('B'), await added('B2')]).toEqual([1, 0]);
});

test('a refusal is an answer, too; wrong input is none, since nothing was begun', async () => {
  await add('C', newKey());
  const name = newKey();
  const refused = await add('c', name);
  expect([refused.status, refused.replayed]).toEqual([400, false]);
  expect(await add('c', name, other)).toEqual({ ...refused, replayed: true });
  const wrong = newKey();
  expect((await post(brand.add.path, { brand_code: 'C2' }, wrong)).status).toBe(400);
  expect((await add('C2', wrong)).status).toBe(200);
});

test('of calls at the same time on two servers one is carried out', async () => {
  for (let round = 0; round < 5; round++) {
    const [name, code] = [newKey(), `RACE-${round}`];
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => add(code, name, index % 2 ? one : other)),
    );
    expect(await added(code)).toBe(1);
    const carriedOut = answers.filter(({ status }) => status === 200);
    expect(new Set(carriedOut.map(({ text }) => text)).size).toBe(1);
    for (const answer of answers.filter(({ status }) => status !== 200))
      expect([answer.status, reasonOf(answer)]).toEqual([409, expect.stringContaining('still under way')]);
    expect((await add(code, name)).text).toBe(carriedOut[0]?.text);
  }
});

test('a call under way is refused until it has ended', async () => {
  const name = newKey();
  await one.sql.begin(async (sql) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`suyuan.key_call ${accountId} ${name}`}, 0))`;
    const early = await add('D', name);
    expect([early.status, reasonOf(early)]).toEqual([409, expect.stringContaining('still under way')]);
  });
  expect((await add('D', name)).status).toBe(200);
});

test('after a crash in the middle of a change it is carried out by the next attempt', async () => {
  await add('E', newKey());
  const [row] = await one.sql<{ id: number }[]>`select id from brand where brand_code = 'E'`;
  const name = newKey();
  const update = () => post(brand.update.path, { id: row?.id, brand_name: 'changed' }, name);
  await one.sql.begin(async (sql) => {
    await sql`select id from brand where brand_code = 'E' for update`;
    const broken = update();
    // Its process ends while it waits for the row.
    const [ended] = await untilOne(
      () => one.sql`
        select pg_terminate_backend(pid) as done from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query ilike '%brand%'`,
    );
    expect(ended).toEqual({ done: true });
    expect((await broken).status).toBeGreaterThanOrEqual(500);
  });
  const [kept] = await one.sql`select 1 from key_call where idempotency_key = ${name}`;
  expect(kept).toBeUndefined();
  const again = await update();
  expect([again.status, again.replayed]).toEqual([200, false]);
});

async function untilOne<Row>(read: () => Promise<Row[]>): Promise<Row[]> {
  for (;;) {
    const rows = await read();
    if (rows.length > 0) return rows;
  }
}

/** The import of a file, which has transactions of its own. */
async function send(file: string, idempotencyKey: string) {
  const form = new FormData();
  form.append('file', new Blob([file]), 'brands.csv');
  const { 'content-type': _, ...headers } = headersFor(idempotencyKey);
  const answer = await one.fetch(`${brand.import.path}?mode=all`, { method: 'POST', headers, body: form });
  return { status: answer.status, text: await answer.text() };
}

test('an upload is recognised by its file, and never begun twice after a crash', async () => {
  const name = newKey();
  const file = 'brand_code,brand_name\nF,f\n';
  const first = await send(file, name);
  expect([first.status, await added('F')]).toEqual([200, 1]);
  expect(await send(file, name)).toEqual(first);
  expect((await send('brand_code,brand_name\nG,g\n', name)).status).toBe(409);
  // As a server leaves it that ends in the middle.
  await one.sql`update key_call set status = null, answer = null where idempotency_key = ${name}`;
  expect(reasonOf(await send(file, name))).toContain('still under way');
  await one.sql`update key_call set at = now() - interval '1 hour' where idempotency_key = ${name}`;
  expect(reasonOf(await send(file, name))).toContain('broke off');
  // After a day the key is free.
  await one.sql`update key_call set at = now() - interval '25 hours' where idempotency_key = ${name}`;
  expect((await send('brand_code,brand_name\nH,h\n', name)).status).toBe(200);
});

test('a key that cannot be read, and one for a file, are refused', async () => {
  for (const wrong of ['""', '"a', 'a b', '"é"', `"${'x'.repeat(129)}"`]) {
    const { status, text } = await add('I', wrong);
    expect([status, text.includes('Idempotency-Key')], wrong).toEqual([400, true]);
  }
  expect(await added('I')).toBe(0);
  const query = new URLSearchParams({ id: '1', format: 'txt', purpose: 'p' });
  const answer = await one.fetch(`${orderDownload.path}?${query}`, { headers: headersFor(newKey()) });
  expect([answer.status, ((await answer.json()) as { code: number }).code]).toEqual([400, ErrorCode.badInput]);
});

test('reads, and calls of people, do not take the header', async () => {
  const name = newKey();
  const headers = { ...headersFor(name), authorization: '' };
  const asPerson = (code: string) =>
    one.call(brand.add, { brand_code: code, brand_name: code }, { headers: { ...headers } });
  expect([(await asPerson('P1')).status, (await asPerson('P2')).status]).toEqual([200, 200]);
  expect((await one.fetch(brand.page.path, { headers: headersFor(name) })).status).toBe(200);
  const [kept] = await one.sql`select 1 from key_call where idempotency_key = ${name}`;
  expect(kept).toBeUndefined();
});
