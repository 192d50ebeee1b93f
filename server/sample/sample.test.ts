import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dealer } from '@suyuan/contract/base/dealer.ts';
import { enterpriseDetail } from '@suyuan/contract/base/enterprise.ts';
import { outFactory } from '@suyuan/contract/base/factory.ts';
import { material } from '@suyuan/contract/base/material.ts';
import { product, productDetail } from '@suyuan/contract/base/product/product.ts';
import { shipTo } from '@suyuan/contract/base/ship-to.ts';
import { warehouseTree } from '@suyuan/contract/base/warehouse.ts';
import { consumerWarning } from '@suyuan/contract/inspect/consumer-warning.ts';
import { employee } from '@suyuan/contract/organ/account.ts';
import { departmentTree } from '@suyuan/contract/organ/department.ts';
import { refund } from '@suyuan/contract/physical/refund.ts';
import { waybill } from '@suyuan/contract/physical/waybill/waybill.ts';
import { pictureUrl } from '@suyuan/contract/picture.ts';
import { factory } from '@suyuan/contract/plant/factory.ts';
import { productionLine } from '@suyuan/contract/plant/line/production-line.ts';
import { workOrder, workOrderReconciliation, workOrderStatuses } from '@suyuan/contract/plant/order/work-order.ts';
import { repeatedCode } from '@suyuan/contract/plant/packing/repeated-code.ts';
import { team } from '@suyuan/contract/plant/shift/team.ts';
import { authorityFile, authorityFitting, type KnownSubject } from '@suyuan/contract/report/authority-file.ts';
import { diversion } from '@suyuan/contract/report/diversion.ts';
import { handovers } from '@suyuan/contract/report/handover.ts';
import { returns, shipments } from '@suyuan/contract/report/logistics.ts';
import { market } from '@suyuan/contract/report/market.ts';
import { collect, dateYield, productionOrder } from '@suyuan/contract/report/production.ts';
import type { Figures, Report, ReportAnswer } from '@suyuan/contract/thing/report.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { csvOf, linesOf } from '#test/harness/files.ts';
import { type TestServer, testServer } from '#test/harness/server.ts';
import { testRoles } from '#test/sample-roles.ts';
import { differences } from '#trace/figures/verify.ts';

/** Of a month's goods: the benchmark `sample` and the browser's tests have all of them. */
const share = 0.15;

let servers: readonly [TestServer, TestServer];
let dataDir: string;
/** What both hold before anybody has worked with it. */
let held: readonly [unknown, unknown];
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'suyuan-sample-'));
  const env = { SUYUAN_DATA_DIR: dataDir };
  servers = [await testServer(env), await testServer(env)];
  await Promise.all(servers.map((server) => server.fillSample(share)));
  // Its scans are judged meanwhile, while a report and its file are asked for one after the other.
  const behind = () => servers[0].sql`
    select 1 from warning_cursor
    where read_until < (select date_trunc('milliseconds', max(scanned_at)) from consumer_scan)`;
  await vi.waitFor(async () => expect(await behind()).toEqual([]), 60_000);
  held = [await contents(servers[0]), await contents(servers[1])];
}, 240_000);
afterAll(async () => {
  for (const server of servers ?? []) await server.stop();
  await rm(dataDir, { recursive: true, force: true });
});

/** What the sample holds, without what differs from run to run: ids and moments. Lines make the same goods each time. */
async function contents(server: TestServer): Promise<unknown> {
  const all = { size: 500 };
  const lists = [
    await server.data(dealer.page, { ...all, sort: 'dealer_code' }),
    await server.data(shipTo.page, { ...all, sort: 'ship_to_code' }),
    await server.data(material.page, { ...all, sort: 'material_code' }),
    await server.data(outFactory.page, { ...all, sort: 'factory_code' }),
    await server.data(factory.page, { ...all, sort: 'factory_code' }),
    await server.data(productionLine.page, { ...all, sort: 'line_code' }),
    await server.data(team.page, { ...all, sort: 'team_code' }),
    await server.data(workOrder.page, { ...all, sort: 'order_no' }),
  ];
  const comparable = (row: object) =>
    Object.fromEntries(Object.entries(row).filter(([key]) => !/(^id|_id|_at)$/.test(key)));
  // What is being made now goes as far as it is late.
  const isOver = (row: object) => !('status' in row && row.status === 'running');
  return lists.map(({ rows }) => rows.filter(isOver).map(comparable));
}

test('is the same everywhere', () => {
  expect(held[0]).toEqual(held[1]);
});

testRoles(() => servers[1]);

test('has an enterprise with its people, partners in twenty provinces, places and materials', async () => {
  const [server] = servers;
  expect((await server.data(enterpriseDetail, {})).enterprise_code).toBe('YQ');
  const dealers = await server.data(dealer.page, { size: 500 });
  expect(dealers.total).toBe(40);
  expect(new Set(dealers.rows.map(({ areas }) => areas[0]?.slice(0, 2))).size).toBe(20);
  const [company] = await server.data(departmentTree, {});
  expect(company?.listSubWareHouses.length).toBeGreaterThan(3);
  expect((await server.data(warehouseTree, {})).length).toBeGreaterThan(3);
});

test('nobody in it can sign in: no one knows their passwords', async () => {
  const { rows } = await servers[0].data(employee.page, { size: 500 });
  const people = rows.filter(({ account_name }) => account_name !== 'admin');
  expect(people.length).toBeGreaterThan(5);
  for (const person of people) expect(person.status === 'disabled' || person.must_change_password).toBe(true);
});

test('a month of work orders in every state was made by lines, each of which adds up', async () => {
  const [server] = servers;
  const { rows } = await server.data(workOrder.page, { size: 100 });
  expect([...new Set(rows.map(({ status }) => status))].toSorted()).toEqual([...workOrderStatuses].toSorted());
  expect(new Set(rows.flatMap(({ line_code, packed }) => (packed > 0 && line_code) || [])).size).toBe(6);
  expect(new Set(rows.flatMap(({ product_code, packed }) => (packed > 0 ? product_code : []))).size).toBeGreaterThan(
    11,
  );
  const whole = rows.filter(({ status }) => status === 'finished' || status === 'closed');
  expect(whole.map(({ packed }) => packed)).toEqual(whole.map(({ quantity }) => quantity));
  const figures = await Promise.all(whole.map(({ id }) => server.data(workOrderReconciliation, { id })));
  const sum = (name: 'packed' | 'rejected' | 'label_scrapped' | 'sampled' | 'remainders') =>
    figures.reduce((all, one) => all + one[name], 0);
  expect(figures.map(({ holds, loose, unused }) => [holds, loose, unused])).toEqual(figures.map(() => [true, 0, 0]));
  expect([sum('rejected'), sum('label_scrapped'), sum('sampled'), sum('remainders')]).not.toContain(0);
  expect(sum('packed')).toBeGreaterThan(100_000 * share * 0.8);
  // All of it has happened by now, in the last weeks.
  const month = Date.now() - 35 * 86_400_000;
  for (const { created_at, started_at, finished_at } of rows) {
    const moments = [created_at, started_at, finished_at].flatMap((at) => (at === null ? [] : Date.parse(at)));
    expect(moments.every((at, nth) => at > month && at <= Date.now() && at >= (moments[nth - 1] ?? 0))).toBe(true);
  }
  const kinds = (await server.data(repeatedCode.page, { size: 100 })).rows.map(({ kind }) => kind);
  expect(kinds).toEqual(expect.arrayContaining(['repeated_code', 'two_orders', 'printed_twice']));
  expect(await server.sql`select 1 from waiting_act`).toEqual([]);
});

test('is filled in once', async () => {
  const before = (await servers[0].data(dealer.page, {})).total;
  await servers[0].fillSample();
  expect((await servers[0].data(dealer.page, {})).total).toBe(before);
});

test('each product has a picture, words for consumers in every language, and its extension fields', async () => {
  const [server] = servers;
  const products = await server.data(product.page, { size: 500 });
  for (const { id, category } of products.rows) {
    const { picture, description, extension, hierarchy_name, brand_name } = await server.data(productDetail, { id });
    expect((await server.fetch(pictureUrl(picture ?? '', 'thumb'))).status).toBe(200);
    expect(Object.keys(description).toSorted()).toEqual(['en', 'es', 'ja', 'zh']);
    const isWine = ['白酒', '果酒'].includes(category ?? '');
    const own = extension.filter(({ field }) => ['alcohol', 'aroma'].includes(field.field_code) === isWine);
    expect([hierarchy_name, brand_name]).not.toContain(null);
    expect(own.map(({ value }) => value).filter((value) => value !== null).length).toBeGreaterThan(1);
    if (isWine) expect(own.map(({ value }) => value)).not.toContain(null);
  }
});

/** The figures of a report, whichever it is. */
const figuresOf = async (server: TestServer, report: Report, group: string) =>
  (await server.data(report.figures, { period: 'last90', compare: true, group } as never)) as ReportAnswer;

/** Figures of which a thing counts once in the total, however many rows it is in. */
const countedOnce = ['planned', 'handed_out', 'seen', 'judged'];
const reports: readonly Report[] = [
  market,
  collect,
  dateYield,
  productionOrder,
  shipments,
  handovers,
  returns,
  diversion,
];

test.each(reports.map((report) => [report.key, report] as const))(
  'the rows of %s sum up to its total, however they are grouped, and its file has the same',
  async (_, report) => {
    const [server] = servers;
    const names = Object.keys(report.declares);
    const summed = names.filter((name) => {
      const kind = report.declares[name]?.kind;
      return (kind === 'count' || kind === 'rest') && !countedOnce.includes(name);
    });
    for (const group of report.groups) {
      const { rows, total, more, compared } = await figuresOf(server, report, group);
      expect([more, rows.length > 0, compared !== null]).toEqual([false, true, true]);
      const sums = Object.fromEntries(
        summed.map((name) => [name, rows.reduce((sum, { figures }) => sum + (figures[name] ?? 0), 0)]),
      );
      const comparable = (figures: Figures) => Object.fromEntries(summed.map((name) => [name, figures[name] ?? 0]));
      expect({ group, ...sums }).toEqual({ group, ...comparable(total) });
      const file = linesOf(await csvOf(server, report.export, { period: 'last90', group, language: 'en' }));
      const written = [...rows, { name: 'Total', figures: total }].map(({ name, figures }) => [
        name,
        ...names.map((figure) => `${figures[figure] ?? ''}`),
      ]);
      expect(file.slice(1)).toEqual(written);
    }
  },
);

test('there is a file for an authority or a customer of each kind, which lacks nothing', async () => {
  const [server] = servers;
  const { rows } = await server.data(waybill.page, { size: 100 });
  const [drug, wine] = await Promise.all(
    ['YK-301', 'YQ-001'].map(async (keyword) => (await server.data(product.page, { keyword })).rows[0]?.id),
  );
  const no = rows.find(({ lines }) => lines.some(({ product_id }) => product_id === drug))?.waybill_no as string;
  const lots = await server.sql<{ lot_no: string; product_code: string; product_id: number }[]>`
    select l.lot_no, p.product_code, l.product_id from lot l join product p on p.id = l.product_id order by l.id`;
  const lotOf = (wanted: (lot: (typeof lots)[number]) => boolean) => {
    const { lot_no, product_code } = lots.find(wanted) as (typeof lots)[number];
    return { of: 'lot', no: lot_no, product_code } as const;
  };
  const wanted = [
    ['drug_relation', { of: 'work_order', no: 'GD-YK01' }, 'xml', 16 * 11],
    ['drug_bill', { of: 'waybill', no }, 'xml', 12],
    ['dscsa', { of: 'waybill', no }, 'csv', 0],
    ['pesticide', lotOf(({ product_code }) => product_code === 'QT-401'), 'csv', 12 * 20],
    ['fsma204', lotOf(({ product_id }) => product_id === wine), 'csv', 0],
  ] as const satisfies readonly (readonly [string, KnownSubject, string, number])[];
  for (const [kind, { of, ...subject }, format, codes] of wanted) {
    const { files } = await server.data(authorityFitting, { of, ...subject });
    expect([kind, files.find((file) => file.kind === kind)?.missing]).toEqual([kind, []]);
    const query = new URLSearchParams({ kind, ...subject, format, to_corp_id: '100200' });
    const file = await server.fetch(`${authorityFile.path}?${query}`, { headers: { token: server.admin } });
    const text = await file.text();
    expect([kind, file.status]).toEqual([kind, 200]);
    const comparable =
      format === 'xml' ? (text.match(/<(Code|Data) /g) ?? []).length : text.trimEnd().split('\n').length - 1;
    if (codes > 0) expect([kind, comparable]).toEqual([kind, codes]);
    else expect(comparable).toBeGreaterThan(0);
  }
});

test('goods of the month were sold, moved, signed for and came back, as figures and stock have it', async () => {
  const [server] = servers;
  const { rows } = await server.data(waybill.page, { size: 100 });
  const count = (found: (row: (typeof rows)[number]) => boolean) => rows.filter(found).length;
  expect(count(({ kind, status }) => kind === 'sale' && status === 'signed')).toBeGreaterThan(20);
  expect(count(({ kind, status }) => kind === 'transfer' && status === 'signed')).toBeGreaterThan(2);
  const [half, ...others] = rows.filter(({ status }) => status === 'loading');
  expect([(half?.loaded ?? 0) * 2, others]).toEqual([half?.planned, []]);
  expect((await server.data(refund.page, {})).rows.map(({ received, inspected }) => received > inspected)).toContain(
    true,
  );
  const { total } = await server.data(shipments.figures, { period: 'last90' });
  const signed = rows.reduce((sum, { received }) => sum + received, 0);
  expect([total.received, (total.shipped ?? 0) > signed]).toEqual([signed, true]);
  const back = (await server.data(returns.figures, { period: 'last90' })).total;
  expect([back.restocked, back.discarded, back.reworked, back.waiting]).not.toContain(0);
  expect(await differences(server.sql)).toEqual([]);
});

test('three stories are hidden in its scans, which the rules find; little else gives cause to a warning', async () => {
  const [server] = servers;
  const warnings = async () => (await server.data(consumerWarning.page, { size: 200 })).rows;
  await vi.waitFor(async () => expect((await warnings()).length).toBeGreaterThan(0), 60_000);
  const found = await warnings();
  const of = (rule: string) => found.filter((one) => one.rule === rule);
  // A dealer that sells elsewhere: six bottles; and the copied one is outside of its dealer's area too.
  const byDealer = Map.groupBy(of('outside_area'), ({ dealer_name }) => dealer_name);
  expect([...byDealer.values()].map(({ length }) => length).toSorted()).toEqual([1, 6]);
  const [copied, ...others] = of('provinces');
  expect([copied !== undefined, others]).toEqual([true, []]);
  expect(of('before_shipping')).toHaveLength(5);
  const comparable = ['outside_area', 'provinces', 'before_shipping'];
  const rest = found.filter(({ rule, code }) => !comparable.includes(rule) && code !== copied?.code);
  expect(rest.length).toBeLessThanOrEqual(3);
});

test('what came up in it came up on its day, is seen to by people, and what is past was read', async () => {
  const [{ sql }] = servers;
  // Before a warning was made a case, it may be dated further back.
  const late = await sql`
    select rule from consumer_warning where fired_at > last_at and case_id is null and rule <> 'overproduction'`;
  expect(late).toEqual([]);
  const unread = await sql`
    select kind, created_at from notice where read_at is null and created_at < now() - interval '1 day'`;
  expect(unread).toEqual([]);
  const ofNobody = await sql`
    select a.account_name from (
      select owner_id from consumer_warning where status <> 'settled' union all select owner_id from exception where status = 'open'
    ) open join account a on a.id = open.owner_id where a.status <> 'enabled'`;
  expect(ofNobody).toEqual([]);
});

test('goods came back, arrived damaged and were recalled on days of their own, by documents and events alike', async () => {
  const [{ sql }] = servers;
  const late = sql`now() - interval '12 hours'`;
  const returns = await sql<{ received_at: Date; event_time: Date }[]>`
    select g.received_at, e.event_time from refund_goods g
    join trace_event e on e.refund_id = g.refund_id and e.act = 15 and g.code = any(e.codes)`;
  expect(returns.length).toBeGreaterThan(3);
  for (const { received_at, event_time } of returns) expect(event_time).toEqual(received_at);
  expect(await sql`select 1 from refund_goods where received_at > ${late}`).toEqual([]);
  const damaged = await sql`
    select h.held_at = q.created_at and e.event_time = q.created_at and b.signed_at = q.created_at
      and b.signed_at = b.shipped_at + interval '2 days' as alike
    from quality_hold q join hold h on h.quality_hold_id = q.id join trace_event e on e.id = h.event_id
    join waybill b on b.id = q.waybill_id`;
  expect(damaged.length).toBeGreaterThan(0);
  expect(damaged.filter(({ alike }) => !alike)).toEqual([]);
  expect(await sql`select 1 from hold where recall_id is not null and held_at > ${late}`).toEqual([]);
});
