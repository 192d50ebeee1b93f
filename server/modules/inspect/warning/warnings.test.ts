import { product as products } from '@suyuan/contract/base/product/product.ts';
import type { InputOf } from '@suyuan/contract/call/call.ts';
import { scan } from '@suyuan/contract/consumer/scan.ts';
import {
  consumerWarning,
  consumerWarningDetail,
  warningAssign,
  warningOwners,
  warningSettle,
  warningStep,
  warningTake,
} from '@suyuan/contract/inspect/consumer-warning.ts';
import { informationInquiry } from '@suyuan/contract/inspect/information-inquiry.ts';
import { warningParams, warningParamTry, warningParamUpdate } from '@suyuan/contract/inspect/warning-rule.ts';
import type { Permission } from '@suyuan/contract/menu.ts';
import { orderAdd } from '@suyuan/contract/tagging/code-order.ts';
import { codesQuery } from '@suyuan/contract/tagging/code-query.ts';
import { codeRule } from '@suyuan/contract/tagging/code-rule.ts';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { builtInPermissions } from '#modules/organ/session/held-permissions.ts';
import { type TestServer, testServer } from '#test/harness/server.ts';

/** Addresses that the offline data know. */
const from = { 江苏: '114.114.114.114', 北京: '202.106.0.20', 云南: '222.172.200.68', 广东: '202.96.128.86' } as const;
type Place = keyof typeof from;

let server: TestServer;
let product: number;
let codes: string[];
let used = 0;
const freshCode = () => codes[used++] as string;

beforeAll(async () => {
  server = await testServer({ SUYUAN_TRUST_PROXY: '127.0.0.1' });
  const rule = { rule_name: 'r', level: 1, prefix: '', alphabet: 'digits', body_length: 12 } as const;
  const { id: rule_id } = await server.data(codeRule.add, { ...rule, check: 'none', carrier: 'plain' });
  product = (await server.data(products.add, { product_code: 'P', product_name: 'Wine' })).id;
  const { id } = await server.data(orderAdd, { rule_id, product_id: product, quantity: 200 });
  codes = (await server.data(codesQuery, { order_id: id })).map(({ code }) => code as string);
});
afterAll(() => server.stop());

const scanned = (code: string, place: Place, at = server) =>
  at.data(scan, { code }, { token: '', headers: { 'x-forwarded-for': from[place] } });
const listed = async (filters: InputOf<typeof consumerWarning.page> = {}, at = server) =>
  (await at.data(consumerWarning.page, { size: 200, ...filters })).rows;
/** Warnings about a code, once there are so many. */
async function warned(code: string, many: number, at = server) {
  await expect.poll(() => listed({ code }, at), { timeout: 20_000 }).toHaveLength(many);
  return listed({ code }, at);
}
/** All that was scanned until now has been looked at. */
async function looked() {
  const last = freshCode();
  for (const place of ['江苏', '北京', '云南'] as const) await scanned(last, place);
  await expect.poll(async () => (await listed({ code: last })).length, { timeout: 20_000 }).toBeGreaterThan(0);
}

/** A code that events say is with a dealer who sells in some areas. */
async function soldCode(...areas: string[]) {
  const { sql } = server;
  const dealer = await server.party('dealer');
  for (const area of areas) await sql`insert into dealer_area (dealer_id, area_code) values (${dealer}, ${area})`;
  const [shipTo] = await sql<{ id: number }[]>`
    insert into ship_to (dealer_id, ship_to_code, ship_to_name) values (${dealer}, ${`S${dealer}`}, 'S') returning id`;
  return { code: await codeAt('ship_to', (shipTo as { id: number }).id), dealer };
}

/** A code that events say has been at a place for three days, of a lot that may be over its date. */
async function codeAt(kind: string, ref: number, expired = false): Promise<string> {
  const { sql } = server;
  const code = freshCode();
  const id = await idOf(code);
  await sql`
    with l as (
      insert into lot (product_id, lot_no, expiry_date) values (${product}, ${code}, current_date + ${expired ? -9 : 99}::int)
      returning id
    ), p as (
      insert into place (kind, ref_id) values (${kind}, ${ref}) returning id
    ), e as (
      insert into trace_event (act, event_time, utc_offset, place_id, product_id, lot_id)
      select 1, now() - interval '3 days', 0, p.id, ${product}, l.id from p, l returning id, event_time, place_id
    )
    insert into event_code (code, event_id, event_time, place_id, units, act, naming)
    select ${id}, id, event_time, place_id, 1, 1, 0 from e`;
  return code;
}

async function idOf(code: string): Promise<number> {
  const [order] = await server.sql<{ first_id: number }[]>`select first_id from code_order order by id limit 1`;
  return (order as { first_id: number }).first_id + codes.indexOf(code);
}

/** A cluster reckons with no moment of a row that it changes. */
const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000);

describe('a copied code', () => {
  test('is suspected within seconds, once for each cause, however often it is scanned', async () => {
    const code = freshCode();
    for (const place of ['江苏', '北京', '云南'] as const) await scanned(code, place);
    const found = await warned(code, 2);
    expect(found.map(({ rule }) => rule).toSorted()).toEqual(['provinces', 'travel']);
    expect(found[0]).toMatchObject({
      status: 'new',
      outcome: null,
      place_basis: 'address',
      product_name: 'Wine',
      owner: null,
    });

    const detail = await server.data(consumerWarningDetail, {
      id: found.find(({ rule }) => rule === 'provinces')?.id as number,
    });
    expect(detail).toMatchObject({ param_version: 0, limits: { provinces: 3, days: 30 }, figures: { provinces: 3 } });
    expect(detail.visits.map(({ province }) => province)).toEqual(['江苏省', '北京', '云南省']);
    expect(JSON.stringify(detail)).not.toContain(from.北京);

    await scanned(code, '广东');
    await looked();
    const after = await listed({ code });
    expect(after.map(({ id }) => id).toSorted()).toEqual(found.map(({ id }) => id).toSorted());
    expect(after.find(({ rule }) => rule === 'provinces')?.times).toBe(2);
  });

  test('is not suspected for one person looking twice, nor for scans in two provinces in a month', async () => {
    const [one, two] = [freshCode(), freshCode()];
    for (let n = 0; n < 20; n++) await scanned(one, '江苏');
    await scanned(two, '江苏');
    await server.sql`update consumer_scan set scanned_at = ${ago(72)} where code = ${two}`;
    await scanned(two, '北京');
    await looked();
    expect([...(await listed({ code: one })), ...(await listed({ code: two }))]).toEqual([]);
  });

  test('raises a new warning after a false alarm only for new evidence, and none once confirmed', async () => {
    const [wrong, right] = [freshCode(), freshCode()];
    for (const place of ['江苏', '北京', '云南'] as const)
      for (const code of [wrong, right]) await scanned(code, place);
    const settle = async (code: string, outcome: 'right' | 'false_alarm') => {
      const ids = (await warned(code, 2)).map(({ id }) => id);
      await server.data(warningSettle, { ids, outcome, reason: 'looked at' });
    };
    await settle(wrong, 'false_alarm');
    await settle(right, 'right');
    // Two hours ago, and settled an hour later: what comes now is another visit.
    await server.sql`update consumer_scan set scanned_at = ${ago(2)} where code in (${wrong}, ${right})`;
    await server.sql`
      update consumer_warning set settled_at = ${ago(1)}, last_at = ${ago(2)}
      where code in (${wrong}, ${right})`;
    for (const code of [wrong, right]) await scanned(code, '广东');
    await looked();
    expect([(await listed({ code: wrong })).length, (await listed({ code: right })).length]).toEqual([2, 2]);
    for (const place of ['江苏', '北京', '云南'] as const)
      for (const code of [wrong, right]) await scanned(code, place);
    await expect.poll(async () => (await listed({ code: wrong })).length, { timeout: 20_000 }).toBeGreaterThan(2);
    await looked();
    expect(await listed({ code: right })).toHaveLength(2);
  });
});

test('records its evidence each time, by the places consumers reported', async () => {
  const { code } = await soldCode('320000');
  const id = await idOf(code);
  const tell = (nth: number, latitude: number, longitude: number) => server.sql`
    insert into scan_place (code_id, nth, place, latitude, longitude, told_at)
    values (${id}, ${nth}, 'shop', ${latitude}, ${longitude}, now())`;
  await scanned(code, '江苏');
  await tell(1, 23.13, 113.26);
  const [warning] = await warned(code, 1);
  const detail = () => server.data(consumerWarningDetail, { id: warning?.id as number });
  expect(await detail()).toMatchObject({ region: '广东省', place_basis: 'told', province: '440000', times: 1 });
  await scanned(code, '云南');
  await expect.poll(async () => (await detail()).times, { timeout: 20_000 }).toBe(2);
  await tell(2, 39.9, 116.4);
  await expect.poll(async () => (await detail()).region, { timeout: 20_000 }).toBe('北京市');
  const { times, visits, figures, firings } = await detail();
  expect(visits.map(({ province, latitude }) => [province, latitude])).toEqual([
    ['广东省', 23.13],
    ['北京市', 39.9],
  ]);
  expect([times, figures.outside, figures.names]).toEqual([2, 2, '广东省、北京市']);
  expect(firings.map((one) => one.figures.outside)).toEqual([1, 2]);
  const { scans } = await server.data(informationInquiry, { code });
  expect(scans.rows.map(({ province }) => province)).toEqual(['北京市', '广东省']);
});

test('scans during an outage are checked by the next server, and reported once by two', async () => {
  const code = freshCode();
  const places = ['江苏', '北京', '云南'];
  // As if a server had been killed between the commit and the look.
  const id = await idOf(code);
  await server.sql.begin(async (sql) => {
    await sql`select 1 from warning_cursor for update`;
    for (const [n, province] of places.entries()) {
      await sql`
        insert into consumer_scan (code_id, scanned_at, code, verdict, nth, product_id, ip, country, province, city, device, os, browser)
        values (${id}, now(), ${code}, 'repeated', ${n + 2}, ${product}, ${`192.0.${n}.1`}, '中国', ${province}, '', 'd', 'o', 'b')`;
    }
  });
  const beside = await testServer({ SUYUAN_TRUST_PROXY: '127.0.0.1' }, server);
  onTestFinished(() => beside.stop());
  const found = await warned(code, 2, beside);
  expect(found.map(({ times }) => times)).toEqual([1, 1]);
});

describe('sold goods', () => {
  test('outside the territory are suspected with the dealer, from two networks on; inside they are not', async () => {
    const outside = await soldCode('320000');
    const inside = await soldCode('110000', '530000');
    for (const { code } of [outside, inside]) {
      await scanned(code, '北京');
      await scanned(code, '云南');
    }
    const found = (await warned(outside.code, 2)).find(({ rule }) => rule === 'outside_area');
    expect(found).toMatchObject({ dealer_id: outside.dealer, place_basis: 'address' });
    const detail = await server.data(consumerWarningDetail, { id: found?.id as number });
    expect([detail.areas, detail.figures.outside]).toEqual([['江苏省'], 2]);
    expect((await listed({ code: inside.code })).map(({ rule }) => rule)).not.toContain('outside_area');
  });

  test('are counted as seen by a first, unsuspicious look', async () => {
    const { code, dealer } = await soldCode('320000');
    await scanned(code, '北京');
    await looked();
    expect(await listed({ code })).toEqual([]);
    const seen = await server.sql`select province, codes from market_sighting where dealer_id = ${dealer}`;
    expect(seen).toEqual([{ province: '110000', codes: 1 }]);
  });
});

describe('a single look is enough', () => {
  test.each([
    ['lie in a warehouse', 'before_shipping', 'warehouse', false],
    ['came back', 'after_return', 'refund', false],
    ['are over their date', 'after_expiry', 'dealer', true],
  ])('at goods that %s', async (_, rule, kind, expired) => {
    const code = await codeAt(kind, 900_000, expired);
    await scanned(code, '江苏');
    expect((await warned(code, 1))[0]).toMatchObject({ rule, times: 1 });
  });

  test('outside the territory, if the limit says so', async () => {
    const tuned = { rule: 'outside_area', limits: { visits: 1, days: 90 } } as const;
    await server.data(warningParamUpdate, { ...tuned, enabled: true, product_id: product });
    const { code } = await soldCode('320000');
    await scanned(code, '北京');
    expect((await warned(code, 1))[0]).toMatchObject({ rule: 'outside_area' });
    await server.data(warningParamUpdate, { ...tuned, enabled: true, product_id: product, as_all: true });
  });
});

test('a burst of unknown codes is reported of the network, and of no code', async () => {
  for (let n = 0; n < 15; n++) await scanned(`NONE-${n}`, '广东');
  await expect.poll(async () => (await listed({ rule: 'burst' })).length, { timeout: 20_000 }).toBe(1);
  expect((await listed({ rule: 'burst' }))[0]).toMatchObject({ subject: '202.96.128.0/24', code: null });
});

describe('handling of warnings', () => {
  test('takes, assigns, notes, escalates and settles many at once, and only once', async () => {
    const code = freshCode();
    for (const place of ['江苏', '北京', '云南'] as const) await scanned(code, place);
    const ids = (await warned(code, 2)).map(({ id }) => id);
    expect(await server.data(warningTake, { ids })).toEqual({ changed: 2 });
    const [someone] = await server.data(warningOwners, { keyword: 'admin' });
    await server.data(warningAssign, { ids, account_id: someone?.id as number });
    await server.data(warningStep, { ids, step: 'note', text: 'called the shop' });
    await server.data(warningStep, { ids, step: 'escalated', text: 'needs a visit' });
    expect((await listed({ code })).map(({ status }) => status)).toEqual(['escalated', 'escalated']);
    await server.data(warningSettle, { ids, outcome: 'right', reason: 'three bottles bought' });
    const [settled] = await listed({ code });
    expect(settled).toMatchObject({ status: 'settled', outcome: 'right', reason: 'three bottles bought' });
    const detail = await server.data(consumerWarningDetail, { id: ids[0] as number });
    expect(detail.steps.map(({ step }) => step)).toEqual(['taken', 'assigned', 'note', 'escalated', 'settled']);
    for (const [call, input] of [
      [warningTake, { ids }],
      [warningSettle, { ids, outcome: 'false_alarm', reason: 'x' }],
    ] as const) {
      expect((await server.call(call, input)).status).toBe(409);
    }
    expect((await server.call(warningSettle, { ids, outcome: 'right' })).status).toBe(400);
    expect((await server.call(warningTake, { ids: [987_654] })).status).toBe(404);
  });

  test('is not available to people of a dealer', async () => {
    const dealer = await server.party('dealer');
    const token = await server.as(builtInPermissions as Permission[], { dealer });
    expect((await server.call(consumerWarning.page, {}, { token })).status).toBe(401);
    const [some] = await listed();
    const input = { ids: [some?.id as number] };
    expect((await server.call(warningTake, input, { token })).status).toBe(401);
    expect((await server.call(consumerWarningDetail, { id: some?.id }, { token })).status).toBe(401);
    expect((await server.call(warningParams, {}, { token })).status).toBe(401);
  });
});

describe('limits', () => {
  const of = async (rule: string, product_id: number | null = null) =>
    (await server.data(warningParams, {})).find((one) => one.rule === rule && one.product_id === product_id);

  test('are versioned, and a warning keeps the version it used', async () => {
    const limits = { visits: 2, days: 30 };
    expect(await of('visits')).toMatchObject({ version: 0, enabled: true, limits: { visits: 8 }, changed_by: null });
    await server.data(warningParamUpdate, { rule: 'visits', product_id: product, enabled: true, limits, version: 0 });
    const again = { rule: 'visits', product_id: product, enabled: true, limits, version: 0 } as const;
    expect((await server.call(warningParamUpdate, again)).status).toBe(409);
    const code = freshCode();
    await scanned(code, '江苏');
    await scanned(code, '广东');
    const found = (await warned(code, 2)).find(({ rule }) => rule === 'visits');
    const detail = await server.data(consumerWarningDetail, { id: found?.id as number });
    expect(detail).toMatchObject({ param_version: 1, limits, figures: { visits: 2 } });
    await server.data(warningParamUpdate, { rule: 'visits', product_id: product, enabled: false, limits });
    expect(await of('visits', product)).toMatchObject({ version: 2, enabled: false });
    await server.data(warningParamUpdate, { rule: 'visits', product_id: product, enabled: true, limits, as_all: true });
    expect(await of('visits', product)).toBeUndefined();
  });

  test('a disabled rule raises nothing', async () => {
    await server.data(warningParamUpdate, { rule: 'travel', enabled: false, limits: {} });
    const code = freshCode();
    for (const place of ['江苏', '北京', '云南'] as const) await scanned(code, place);
    expect((await warned(code, 1)).map(({ rule }) => rule)).toEqual(['provinces']);
    await server.data(warningParamUpdate, { rule: 'travel', enabled: true, limits: {} });
  });

  test('are tried first: what would fire, which settled ones, and what they would miss', async () => {
    const strict = await server.data(warningParamTry, { rule: 'provinces', limits: { provinces: 3 } });
    expect(strict).toMatchObject({ complete: true, missed_right: 0 });
    expect(strict.fires).toBeGreaterThan(4);
    expect(strict.settled_right).toBeGreaterThan(0);
    expect(strict.settled_false).toBeGreaterThan(0);
    const loose = await server.data(warningParamTry, { rule: 'provinces', limits: { provinces: 30 } });
    expect(loose).toMatchObject({ fires: 0, settled_right: 0, missed_right: strict.settled_right });
    expect(await of('provinces')).toMatchObject({ version: 0 });
    const { precision } = (await of('provinces')) as NonNullable<Awaited<ReturnType<typeof of>>>;
    expect([precision.right > 0, precision.false_alarm > 0]).toEqual([true, true]);
    // More than are read together.
    await server.sql`
      insert into consumer_scan (code_id, scanned_at, code, verdict, nth, ip, country, province, city, device, os, browser)
      select -n, now() - interval '40 days', 'x' || n, 'genuine', 1, '', '', '', '', '', '', '' from generate_series(1, 9000) n`;
    for (const rule of ['outside_area', 'burst', 'destroyed_seen', 'after_expiry'] as const)
      expect((await server.data(warningParamTry, { rule, limits: {} })).complete).toBe(true);
  });

  test('outside their bounds, or of another rule, are refused by name', async () => {
    const { status, envelope } = await server.call(warningParamTry, { rule: 'visits', limits: { visits: 1, km: 5 } });
    expect([
      status,
      (envelope.data as unknown as { fields: { path: string }[] }).fields.map(({ path }) => path),
    ]).toEqual([400, ['limits.visits', 'limits.km']]);
  });
});
