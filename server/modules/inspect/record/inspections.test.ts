import { product as products } from '@suyuan/contract/base/product/product.ts';
import { informationInquiry } from '@suyuan/contract/inspect/information-inquiry.ts';
import { inspectAdd, inspectRecord, inspectTorn } from '@suyuan/contract/inspect/task/inspect-record.ts';
import type { Permission } from '@suyuan/contract/menu.ts';
import { accessLog } from '@suyuan/contract/organ/access-log.ts';
import { auditLog } from '@suyuan/contract/organ/audit-log.ts';
import { codesBind } from '@suyuan/contract/tagging/code-binding.ts';
import { orderAdd, orderClose } from '@suyuan/contract/tagging/code-order.ts';
import { codesQuery } from '@suyuan/contract/tagging/code-query.ts';
import { codeRule } from '@suyuan/contract/tagging/code-rule.ts';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { builtInPermissions } from '#modules/organ/session/held-permissions.ts';
import { type TestServer, testServer } from '#test/harness/server.ts';

let server: TestServer;
let rule_id: number;
let product: number;
let other: number;
let order: number;
let codes: string[];
const codesOf = async (order_id: number, to: number) =>
  (await server.data(codesQuery, { order_id, from: 1, to })).map(({ code }) => code as string);

beforeAll(async () => {
  server = await testServer();
  const rule = { rule_name: 'r', level: 1, prefix: '7', alphabet: 'base32', body_length: 10 } as const;
  rule_id = (await server.data(codeRule.add, { ...rule, check: 'luhn', carrier: 'plain' })).id;
  product = (await server.data(products.add, { product_code: 'P', product_name: 'Wine' })).id;
  other = (await server.data(products.add, { product_code: 'Q', product_name: 'Gin' })).id;
  order = (await server.data(orderAdd, { rule_id, product_id: product, quantity: 60_000 })).id;
  codes = await codesOf(order, 100);
});
afterAll(() => server.stop());

const torn = (code: string, ...places: number[]) =>
  [...code].map((character, at) => (places.includes(at) ? '?' : character)).join('');

/** Events say that a code is with a dealer who sells in some areas. */
async function sell(code: string, ...areas: string[]): Promise<number> {
  const { sql } = server;
  const dealer = await server.party('dealer');
  for (const area of areas) await sql`insert into dealer_area (dealer_id, area_code) values (${dealer}, ${area})`;
  const [first] = await sql<{ first_id: number }[]>`select first_id from code_order where id = ${order}`;
  const id = (first as { first_id: number }).first_id + codes.indexOf(code);
  await sql`
    with shop as (
      insert into ship_to (dealer_id, ship_to_code, ship_to_name) values (${dealer}, ${`S${dealer}`}, 'S') returning id
    ), at as (insert into place (kind, ref_id) select 'ship_to', id from shop returning id),
    act as (
      insert into trace_event (act, event_time, utc_offset, place_id, product_id)
      select 1, now() - interval '3 days', 0, at.id, ${product} from at returning id, place_id
    )
    insert into event_code (code, event_id, event_time, place_id, units, act, naming)
    select ${id}, id, now() - interval '3 days', place_id, 1, 1, 0 from act`;
  return dealer;
}

describe('an inspection', () => {
  test('sent twice with one key is stored once, with its original time', async () => {
    const code = codes[40] as string;
    await sell(code, '320000');
    await server.sql`update code_order set created_at = ${new Date(Date.now() - 86_400_000)}`;
    const inspected_at = new Date(Date.now() - 3_600_000).toISOString();
    const sent = { code, area_code: '320102', inspected_at, upload_key: 'one-key-of-a-phone' };
    const [first, again] = [await server.data(inspectAdd, sent), await server.data(inspectAdd, sent)];
    expect(again).toEqual(first);
    expect((await server.data(inspectRecord.page, { code })).rows).toMatchObject([{ id: first.id, inspected_at }]);
    expect((await server.data(auditLog.page, { thing: 'inspect_record' })).rows).toMatchObject([{ label: code }]);
    const { acts: events, inspections } = await server.data(informationInquiry, { code });
    expect(events.filter(({ act: eventType }) => eventType === 'inspect')).toMatchObject([
      { id: inspections[0]?.event_id, event_time: inspected_at },
    ]);
    const late = { code, inspected_at: new Date(Date.now() + 3_600_000).toISOString() };
    expect((await server.call(inspectAdd, late)).status).toBe(400);
  });

  test('shows the expected dealer, and suspects only what was found elsewhere', async () => {
    const code = codes[0] as string;
    const dealer_id = await sell(code, '320000');
    expect(await server.data(inspectAdd, { code, area_code: '320102' })).toMatchObject({
      verdict: 'normal',
      expected: { product_name: 'Wine', dealer_id, areas: ['江苏省'] },
      observations: [],
    });
    const elsewhere = await server.data(inspectAdd, { code, area_code: '510100', note: '  in a shop window ' });
    expect(elsewhere).toMatchObject({ verdict: 'suspected_diversion', observations: ['outside_area'] });
    const position = { latitude: 30.66, longitude: 104.07, accuracy: 12 };
    expect((await server.data(inspectAdd, { code, position })).verdict).toBe('suspected_diversion');
    expect(await server.data(inspectAdd, { code })).toMatchObject({
      verdict: 'normal',
      observations: ['place_unknown'],
    });
    const { rows } = await server.data(inspectRecord.page, { verdict: 'suspected_diversion', sort: 'inspected_at' });
    expect(rows[0]).toMatchObject({
      code,
      area_name: '四川省 成都市',
      note: 'in a shop window',
      expected_dealer_id: dealer_id,
    });
    expect(rows[1]).toMatchObject({ latitude: 30.66, longitude: 104.07 });
  });

  test('at another dealer is suspicious unless one is above the other', async () => {
    const code = codes[1] as string;
    const dealer = await sell(code, '320000');
    const above = await server.party('dealer');
    await server.sql`update dealer set parent_id = ${above} where id = ${dealer}`;
    expect((await server.data(inspectAdd, { code, dealer_id: above })).verdict).toBe('normal');
    const stranger = await server.party('dealer');
    expect(await server.data(inspectAdd, { code, dealer_id: stranger })).toMatchObject({
      verdict: 'suspected_diversion',
      observations: ['other_dealer'],
    });
  });

  test('of a code never issued is unknown, of a closed one void; both are recorded', async () => {
    const events = () => server.sql`select id from trace_event where act = 20`;
    const before = await events();
    expect(await server.data(inspectAdd, { code: 'NO-SUCH-CODE' })).toMatchObject({
      verdict: 'unknown',
      expected: null,
    });
    expect(await events()).toHaveLength(before.length);
    const closed = await server.data(orderAdd, { rule_id, product_id: product, quantity: 1 });
    const [code = ''] = await codesOf(closed.id, 1);
    await server.data(orderClose, { id: closed.id, reason: 'misprint' });
    expect(await server.data(inspectAdd, { code })).toMatchObject({ verdict: 'void', observations: ['closed'] });
    expect((await server.data(inspectRecord.page, { code: 'NO-SUCH-CODE' })).rows).toMatchObject([
      { verdict: 'unknown' },
    ]);
    const wrong = await server.call(inspectAdd, { code, area_code: '999999' });
    expect(wrong.status).toBe(400);
  });

  test("is not available to a dealer's people, nor are partly readable codes", async () => {
    const token = await server.as(builtInPermissions as Permission[], { dealer: await server.party('dealer') });
    expect((await server.call(inspectAdd, { code: codes[0] }, { token })).status).toBe(401);
    expect((await server.call(inspectTorn, { pattern: codes[0] as string }, { token })).status).toBe(401);
    expect((await server.call(inspectRecord.page, {}, { token })).status).toBe(401);
  });
});

describe('a partly readable code', () => {
  test('with few characters missing is found without its product', async () => {
    const code = codes[7] as string;
    const { candidates } = await server.data(inspectTorn, { pattern: torn(code, 3, 8) });
    expect(candidates.map((one) => one.code)).toContain(code);
    const lower = await server.data(inspectTorn, { pattern: ` ${torn(code, 11).toLowerCase()} ` });
    expect(lower).toMatchObject({ total: 1, candidates: [{ code, product_name: 'Wine', state: 'bound' }] });
  });

  test("with many missing is found among the product's codes, best matches first", async () => {
    const code = codes[9] as string;
    await server.data(codesBind, { codes: [code], product_id: product, lot: 'L9' });
    const pattern = torn(code, 1, 2, 3, 4, 5, 6, 7, 8, 11);
    const found = await server.data(inspectTorn, { pattern, product_id: product, lot: 'L9' });
    expect(found.searched).toBeGreaterThanOrEqual(60_000);
    expect(found.total).toBeGreaterThan(1);
    expect(found.candidates[0]).toMatchObject({ code, lot: 'L9', fits: ['product', 'lot', 'on_product'] });
    expect((await server.data(inspectTorn, { pattern, product_id: other })).candidates).toEqual([]);
    const { status, envelope } = await server.call(inspectTorn, { pattern }, { language: 'en' });
    expect([status, JSON.stringify(envelope.data)]).toEqual([400, expect.stringContaining('product_id')]);
  });

  test('counts each result as a guess: excess is blocked and recorded', async () => {
    const beside = await testServer({ SUYUAN_UNKNOWN_CODES_PER_ACCOUNT: '30' }, server);
    onTestFinished(() => beside.stop());
    const token = await server.as(['inspectrecord:torn'], { name: 'finder' });
    const statuses: number[] = [];
    for (const code of codes.slice(20, 60)) {
      statuses.push((await beside.call(inspectTorn, { pattern: torn(code, 5) }, { token })).status);
    }
    expect([statuses[0], statuses.at(-1)]).toEqual([200, 429]);
    const { rows } = await server.data(accessLog.page, { account_name: 'finder', size: 100 });
    expect(rows.some(({ call, result }) => call === inspectTorn.path && result === 'answered')).toBe(true);
  });
});
