import type { InputOf, OutputOf } from '@suyuan/contract/call/call.ts';
import { scan } from '@suyuan/contract/consumer/scan.ts';
import { deviceBatch, deviceHeartbeat, deviceLease, deviceLeaseCodes } from '@suyuan/contract/plant/device/device.ts';
import { workOrderFinish } from '@suyuan/contract/plant/order/work-order.ts';
import { codesScrap, codesUnmark } from '@suyuan/contract/plant/packing/marking.ts';
import { pack, packUndo, unpack } from '@suyuan/contract/plant/packing/packing.ts';
import { team } from '@suyuan/contract/plant/shift/team.ts';
import { collect, dateYield, productionOrder } from '@suyuan/contract/report/production.ts';
import type { ReportAnswer } from '@suyuan/contract/thing/report.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Plant, plantOf, type TestDevice } from '#test/goods/line.ts';
import { csvOf, reasonsOf } from '#test/harness/files.ts';
import { type TestServer, testServer } from '#test/harness/server.ts';
import { FigureCheck, Sums } from '#trace/figures/figure-check.ts';

// In a zone with summer time: it began on 31 March 2024 and ended on 27 October.
let server: TestServer;
let plant: Plant;
let device: TestDevice;
let line_id: number;
let night: { id: number; order_no: string };
let nightTeam: number;

beforeAll(async () => {
  server = await testServer({ SUYUAN_TIME_ZONE: 'Europe/Berlin' });
  plant = await plantOf(server);
  ({ device, line_id } = await plant.line());
  const [factory] = await server.sql<{ id: number }[]>`select id from factory where factory_code = 'F'`;
  const teamOf = async (team_code: string, shift_start: string, shift_end: string) =>
    (
      await server.data(team.add, {
        team_code,
        team_name: team_code,
        factory_id: factory?.id as number,
        shift_start,
        shift_end,
      })
    ).id;
  nightTeam = await teamOf('N', '22:00', '06:00');
  await teamOf('E', '06:00', '14:00');
  night = await plant.workOrder(line_id, { team_id: nightTeam });
  await plant.codes(1, 10_000);
  await plant.codes(3, 1000);
});
afterAll(() => server.stop());

const lease = async (level: number, quantity: number, by = device, order = night): Promise<string[]> => {
  const { lease: id } = await by.data(deviceLease, { order_no: order.order_no, level, quantity });
  const file = await server.fetch(`${deviceLeaseCodes.path}?lease=${id}`, { headers: { 'device-key': by.key } });
  return (await file.text()).trimEnd().split('\n');
};
let count = 0;
/** A case of three is packed at a moment; its units, where they are not given, are bound by it. */
async function packAt(
  event_time: string,
  { order = night, by = device, units = undefined as string[] | undefined } = {},
) {
  const codes = units ?? (await lease(1, 3, by, order));
  const [parent = ''] = await lease(3, 1, by, order);
  await send([{ act: 'packed', parent, codes, event_time }], order, by);
  return { parent, codes };
}
type Told = Pick<InputOf<typeof deviceBatch>['acts'][number], 'act' | 'codes' | 'event_time' | 'cause'> & {
  parent?: string;
};
async function send(events: readonly Told[], { order_no } = night, by = device): Promise<void> {
  const named = events.map((event) => ({ ...event, id: `a${++count}`, order_no }));
  const { results } = await by.data(deviceBatch, { batch_key: `b${++count}`, acts: named });
  expect(results.map(({ result }) => result)).toEqual(events.map(() => 'taken'));
}

type Query = InputOf<typeof dateYield.figures>;
const daily = async (query: Query, token = server.admin) => server.data(dateYield.figures, query, { token });
/** The rows that say something, as `key: figure`. */
const figuresOf = ({ rows }: Pick<ReportAnswer, 'rows'> | OutputOf<typeof dateYield.figures>, figure: string) =>
  rows.flatMap(({ key, figures }) => {
    const value = (figures as Record<string, number | null>)[figure];
    return value ? [`${key}: ${value}`] : [];
  });

test('a night shift is one working day, and two of the calendar', async () => {
  // 23:30 and 03:30 by the clocks of Berlin, in winter.
  await packAt('2024-02-10T22:30:00Z');
  await packAt('2024-02-11T02:30:00Z');
  const period = { from: '2024-02-01', to: '2024-02-29' };
  expect(figuresOf(await daily(period), 'packed')).toEqual(['2024-02-10: 6']);
  expect(figuresOf(await server.data(collect.figures, period), 'packed')).toEqual(['2024-02-10: 3', '2024-02-11: 3']);
  expect(figuresOf(await daily({ ...period, group: 'team' }), 'bound')).toEqual([`${nightTeam}: 6`]);
  expect(figuresOf(await daily({ ...period, group: 'shift' }), 'bound')).toEqual(['22:00-06:00: 6']);
  // After six the one other team is on duty, though the order is the night team's.
  await packAt('2024-02-11T06:00:00Z');
  expect(figuresOf(await daily({ ...period, group: 'shift' }), 'bound')).toEqual(['22:00-06:00: 6', '06:00-14:00: 3']);
});

test('days and shifts are whole at changes of summer time', async () => {
  // An hour before midnight, and an hour before the shift ends: 05:30 is 03:30 in Greenwich in summer, 04:30 in winter.
  for (const at of ['2024-03-30T22:00:00Z', '2024-03-31T03:30:00Z']) await packAt(at);
  for (const at of ['2024-10-26T21:00:00Z', '2024-10-27T04:30:00Z']) await packAt(at);
  expect(figuresOf(await daily({ from: '2024-03-28', to: '2024-04-02' }), 'packed')).toEqual(['2024-03-30: 6']);
  expect(figuresOf(await daily({ from: '2024-10-25', to: '2024-10-29' }), 'packed')).toEqual(['2024-10-26: 6']);
  const october = await server.data(collect.figures, { from: '2024-10-27', to: '2024-10-27' });
  expect([october.begins_at, october.ends_at]).toEqual(['2024-10-26T22:00:00.000Z', '2024-10-27T23:00:00.000Z']);
  expect(october.total.packed).toBe(3);
});

test('a day shows its plan, whatever was made, and an order counts on its planned days alone', async () => {
  const days = { planned_from: '2024-04-08', planned_to: '2024-04-10' };
  const other = await plant.workOrder(line_id, { team_id: nightTeam, quantity: 1000, ...days });
  const period = { from: '2024-04-07', to: '2024-04-12', group: 'day', order_id: other.id } as const;
  const first = await packAt('2024-04-08T21:00:00Z', { order: other });
  await packAt('2024-04-12T12:00:00Z', { order: other });
  await server.data(unpack, { parent: first.parent, reason: '破损', event_time: '2024-04-12T12:00:00Z' });
  const report = await daily(period);
  expect(figuresOf(report, 'day_plan')).toEqual(['2024-04-08: 333', '2024-04-09: 333', '2024-04-10: 334']);
  expect(report.total).toMatchObject({ day_plan: 1000, packed: 3, packed_of_day_plan: 0.003 });
  expect((await daily({ ...period, from: '2024-04-10' })).total.day_plan).toBe(334);
  expect(figuresOf(await daily({ ...period, group: 'week' }), 'day_plan')).toEqual(['2024-04-08: 1000']);
  expect(figuresOf(await daily({ ...period, group: 'shift' }), 'day_plan')).toEqual(['22:00-06:00: 1000']);
});

test('by any grouping, the rows of a plan add up to the plans of the orders', async () => {
  const from = Date.parse('2023-03-01');
  const dayOf = (days: number) => new Date(from + days * 86_400_000).toISOString().slice(0, 10);
  const orders = fc.array(
    fc.record({
      quantity: fc.integer({ min: 1, max: 1_000_000_000 }),
      begins: fc.integer({ min: 0, max: 40 }),
      days: fc.integer({ min: 1, max: 20 }),
      team: fc.boolean(),
    }),
    { minLength: 1, maxLength: 12 },
  );
  let run = 0;
  const property = fc.asyncProperty(orders, async (drawn) => {
    run += 1;
    const factory = await server.party('factory');
    for (const [at, { quantity, begins, days, team: hasTeam }] of drawn.entries())
      await server.sql`
        insert into work_order (order_no, product_id, quantity, status, factory_id, team_id, planned_from, planned_to, created_by)
        values (${`P${run}-${at}`}, ${plant.product_id}, ${quantity}, 'released', ${factory}, ${hasTeam ? nightTeam : null},
          ${dayOf(begins)}, ${dayOf(begins + days - 1)}, 1)`;
    const whole = drawn.reduce((sum, { quantity }) => sum + quantity, 0);
    for (const group of ['day', 'week', 'month', 'shift', 'team', 'line', 'product', 'order', 'factory'] as const) {
      const { rows, total } = await daily({ from: dayOf(0), to: dayOf(60), group, factory_id: factory });
      const sum = rows.reduce((all, { figures }) => all + (figures.day_plan ?? 0), 0);
      expect([group, sum, total.day_plan]).toEqual([group, whole, whole]);
    }
  });
  await fc.assert(property, { numRuns: 8 });
});

test('late reports count on the day of the event, and reverse what was counted for another', async () => {
  const units = await lease(1, 3);
  await packAt('2024-05-03T21:00:00Z', { units });
  const period = { from: '2024-05-01', to: '2024-05-31' };
  expect(figuresOf(await daily(period), 'bound')).toEqual(['2024-05-03: 3']);
  await send([{ act: 'bound', codes: units, event_time: '2024-05-01T21:00:00Z' }]);
  const after = await daily(period);
  expect(figuresOf(after, 'bound')).toEqual(['2024-05-01: 3']);
  expect(figuresOf(after, 'packed')).toEqual(['2024-05-03: 3']);
});

test('a wrong packing is counted back on its own day', async () => {
  const [parent = ''] = await lease(3, 1);
  const children = await lease(1, 3);
  const event_time = '2024-06-10T20:30:00Z';
  const { event_id } = await server.data(pack, { work_order_id: night.id, parent, children, event_time });
  const period = { from: '2024-06-01', to: '2024-06-30' };
  expect(await daily(period)).toMatchObject({
    total: { packed: 3, packed_by_people: 3, packages: 1, packed_share: 1 },
  });
  await server.data(packUndo, { parent, event_id });
  expect((await daily(period)).total).toMatchObject({ packed: 0, bound: 0, packed_by_people: 0, packages: 0 });
});

test('folding changes no figure', async () => {
  const period = { from: '2024-01-01', to: '2024-12-31', group: 'month' } as const;
  const before = await daily(period);
  await new Sums(server.sql, '0 seconds').sweep();
  expect(await daily(period)).toEqual(before);
  await packAt('2024-12-24T12:00:00Z');
  expect((await daily(period)).total.packed).toBe((before.total.packed as number) + 3);
});

test('rejects of a line are counted by cause, whatever becomes of them', async () => {
  const [a = '', b = '', c = '', d = ''] = await lease(1, 4);
  const event_time = '2024-07-10T20:30:00Z';
  await send([
    { act: 'rejected', codes: [a, b], event_time, cause: 'cap crooked' },
    { act: 'rejected', codes: [c], event_time, cause: ' fill level ' },
    { act: 'rejected', codes: [d], event_time },
  ]);
  // One of them is put aside once more, and they are packed in the end.
  await send([{ act: 'rejected', codes: [a], event_time: '2024-07-10T20:31:00Z', cause: 'cap crooked' }]);
  await packAt('2024-07-10T20:40:00Z', { units: [a, b, c] });
  const period = { from: '2024-07-10', to: '2024-07-10' };
  expect((await daily(period)).total).toMatchObject({ rejected: 1, put_aside: 5 });
  const byCause = await daily({ ...period, group: 'cause' });
  expect(byCause.rows.map(({ name, figures }) => [name, figures.put_aside])).toEqual([
    ['cap crooked', 3],
    ['fill level', 1],
    ['Not known', 1],
  ]);
  // Nothing else is known by what something was put aside for.
  expect(byCause.total).toMatchObject({ put_aside: 5, rejected: null, day_plan: null, reads: null });
});

test('labels and products that are scrapped are counted by cause, and not what was declared wrong', async () => {
  const [a = '', b = '', c = ''] = await lease(1, 3);
  const event_time = '2024-07-12T20:30:00Z';
  await send([
    { act: 'bound', codes: [a], event_time },
    { act: 'scrapped', codes: [a, b], event_time: '2024-07-12T20:31:00Z', cause: 'torn' },
  ]);
  await server.data(codesScrap, { work_order_id: night.id, codes: [c], reason: 'misprint', event_time });
  const period = { from: '2024-07-12', to: '2024-07-12' };
  const causes = async () =>
    (await daily({ ...period, group: 'cause' })).rows.map(({ name, figures }) => [name, figures.scrapped]);
  expect(await causes()).toEqual([
    ['torn', 2],
    ['misprint', 1],
  ]);
  await server.data(codesUnmark, { codes: [c], reason: 'wrong label' });
  expect(await causes()).toEqual([['torn', 2]]);
});

test('running time, downtime and read rate come from the machines', async () => {
  const line = await plant.line();
  const order = await plant.workOrder(line.line_id);
  const beat = (state: 'execute' | 'held' | 'complete', consumed: number, defective: number, by = line.device) =>
    by.data(deviceHeartbeat, { state, queue: 0, counters: { consumed, processed: consumed - defective, defective } });
  const later = async (seconds: number) => {
    // A cluster reckons with no moment of a row that it changes.
    const beats = await server.sql<{ device_key_id: number; seen_at: Date }[]>`
      select h.device_key_id, h.seen_at from device_heartbeat h join device_key k on k.id = h.device_key_id
      where k.line_id = ${line.line_id}`;
    for (const { device_key_id, seen_at } of beats)
      await server.sql`
        update device_heartbeat set seen_at = ${new Date(seen_at.getTime() - seconds * 1000)}
        where device_key_id = ${device_key_id}`;
    const [watch] = await server.sql<{ told_until: Date }[]>`
      select told_until from line_watch where line_id = ${line.line_id}`;
    if (!watch) return;
    const figuresOf = new Date(watch.told_until.getTime() - seconds * 1000);
    await server.sql`update line_watch set told_until = ${figuresOf} where line_id = ${line.line_id}`;
  };
  // It has counted before anybody asked.
  await beat('execute', 5000, 70);
  for (let beats = 1; beats <= 12; beats++) {
    await later(10);
    await beat(beats < 9 ? 'execute' : 'held', 5000 + 10 * beats, 70 + (beats > 10 ? 1 : 0));
  }
  // Nobody knows how it was later than a minute after it was heard of; then it was switched on again.
  await later(3600);
  await beat('execute', 4, 1);
  const period = { period: 'last7', line_id: line.line_id } as const;
  const { total } = await daily(period);
  expect(total).toMatchObject({ reads: 124, read_share: 122 / 124, running: 2, standing: 2 });
  expect((await daily({ ...period, group: 'order' })).rows).toMatchObject([
    { name: order.order_no, figures: { running: 2, standing: 2 } },
  ]);
  const seconds = async () => {
    const [kept] = await server.sql<{ seconds: number }[]>`
      select sum(extract(epoch from ends_at - begins_at))::int as seconds from line_stretch where line_id = ${line.line_id}`;
    return kept?.seconds ?? 0;
  };
  const running = await seconds();
  await server.data(workOrderFinish, { id: order.id });
  await later(30);
  await beat('complete', 4, 1);
  // What was left of the time until then was the order's; since then there was nothing to be made.
  const finished = await seconds();
  expect(finished).toBeGreaterThanOrEqual(running + 30);
  await later(600);
  await beat('execute', 40, 1);
  expect(await seconds()).toBe(finished);
  expect((await daily(period)).total.reads).toBe(124);
});

test('applies periods, comparison and filters', async () => {
  const week = { from: '2024-02-12', to: '2024-02-18' };
  const { compared } = await daily({ ...week, compare: true });
  expect(compared).toMatchObject({ from: '2024-02-05', to: '2024-02-11', total: { packed: 9 } });
  expect(compared?.rows).toHaveLength(7);
  const weeks = await daily({ from: '2024-02-05', to: '2024-02-18', group: 'week', line_id });
  expect(weeks.rows.map(({ key, figures }) => [key, figures.packed])).toEqual([
    ['2024-02-05', 9],
    ['2024-02-12', 0],
  ]);
  expect(weeks.narrowed).toEqual([{ by: 'line', id: line_id, name: 'L1' }]);
  expect((await server.data(collect.figures, { period: 'today' })).rows).toHaveLength(1);
  const wrong = await server.call(collect.figures, { from: '2024-02-02', to: '2024-02-01' });
  expect(reasonsOf(wrong.envelope)).toEqual(['to range_reversed']);
  const long = await server.call(collect.figures, { from: '1950-01-01', to: '2024-02-01' });
  expect(reasonsOf(long.envelope)).toEqual(['period period_too_long']);
  expect((await server.call(collect.figures, { group: 'line' })).status).toBe(400);
});

test('orders are shown in full, if worked on in the period', async () => {
  const { rows } = await server.data(productionOrder.figures, { from: '2024-02-11', to: '2024-02-11' });
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatchObject({
    key: String(night.id),
    name: night.order_no,
    figures: { planned: 1000, unaccounted: 0 },
  });
  const packed = rows[0]?.figures.packed as number;
  expect(packed).toBeGreaterThan(9);
  expect(rows[0]?.figures.packed_of_plan).toBe(packed / 1000);
});

test('issued and scanned codes are counted for the enterprise', async () => {
  const [code = ''] = await lease(1, 1);
  await server.data(scan, { code }, { token: '' });
  await server.sql`update code_order set created_at = now()`;
  const { total, rows } = await server.data(collect.figures, { period: 'today', group: 'product' });
  expect(total).toMatchObject({ issued: 11_000, scanned: 1 });
  expect(rows).toMatchObject([
    { key: String(plant.product_id), name: 'Wine (W)', figures: { issued: 11_000, scanned: 1 } },
  ]);
});

test('people of a factory see only what it made', async () => {
  const [own] = await server.sql<{ id: number }[]>`select id from factory where factory_code = 'F'`;
  const period = { from: '2024-02-01', to: '2024-02-29' };
  const rights = ['collect', 'dateyield', 'productionorder'] as const;
  const mine = await server.as(rights, { factory: own?.id as number });
  const others = await server.as(rights, { factory: await server.party('factory') });
  expect((await daily(period, mine)).total.packed).toBe(9);
  expect((await daily({ ...period, group: 'line' }, mine)).rows).toMatchObject([{ name: 'L1' }]);
  for (const report of [dateYield, productionOrder]) {
    const { rows, total, checked } = await server.data(report.figures, period, { token: others });
    expect(figuresOf({ rows: rows as never }, 'packed')).toEqual([]);
    expect([total.packed, 'planned' in total ? total.planned : total.day_plan, checked]).toEqual([0, 0, null]);
  }
  expect((await server.data(collect.figures, period, { token: mine })).total).toMatchObject({
    packed: 9,
    issued: null,
  });
  const dealer = await server.as(rights, { dealer: await server.party('dealer') });
  expect((await daily(period, dealer)).total.packed).toBe(0);
  expect((await server.call(dateYield.figures, period, { token: await server.as(['collect']) })).status).toBe(401);
});

test('the file has the rows of the screen with totals and the previous period, and its days in its name', async () => {
  const period = { from: '2024-02-11', to: '2024-02-12', compare: 'true' };
  const [titles = '', ...lines] = (await csvOf(server, collect.export, period)).trimEnd().split(/\r?\n/);
  expect(titles).toContain(
    '日,生码,绑定,包装,包装数,净发货,退货,消费者查询,冻结次数,仍在冻结,冻结天数,生码（上一期间）',
  );
  expect(lines).toEqual([
    '2024-02-11,0,6,6,2,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0',
    '2024-02-12,0,0,0,0,0,0,0,0,0,0,0,3,3,1,0,0,0,0,0,0',
    '合计,0,6,6,2,0,0,0,0,0,0,0,3,3,1,0,0,0,0,0,0',
  ]);
  const query = new URLSearchParams({ ...period, format: 'csv' });
  const { headers } = await server.fetch(`${collect.export.path}?${query}`, { headers: { token: server.admin } });
  expect(decodeURIComponent(headers.get('content-disposition') ?? '')).toMatch(/Summary.* 2024-02-11–2024-02-12\.csv/);
  // By product, what was not there before was nothing.
  const byProduct = await csvOf(server, collect.export, {
    ...period,
    from: '2024-02-10',
    to: '2024-02-10',
    group: 'product',
  });
  expect(byProduct).not.toMatch(/,,|,\r?\n/);
});

test('figures that differ from the events are found by recounting, and reported', async () => {
  const log = { error: () => {} } as never;
  const check = new FigureCheck({ sql: server.sql, log, timeZone: () => 'Europe/Berlin' });
  await check.sweep();
  expect((await daily({})).checked).toMatchObject({ differing: 0 });
  await server.sql`update figure set quantity = quantity + 1 where measure = 'packed' and day = '2024-02-11'`;
  // Once a night.
  await check.sweep();
  expect((await daily({})).checked).toMatchObject({ differing: 0 });
  await check.check();
  expect((await daily({})).checked).toMatchObject({ differing: 1 });
});

const production = [collect, dateYield, productionOrder] as const;

test.each(production.map((report) => [report.key, report] as const))(
  '%s: by whatever it is told, its rows add up to its total',
  async (_, report) => {
    const counted = Object.entries(report.declares).flatMap(([name, { kind }]) =>
      kind === 'count' || kind === 'rest' ? name : [],
    );
    // A cause has its own figures only.
    for (const group of report.groups.filter((one) => (one as string) !== 'cause')) {
      const { rows, total } = await server.data(report.figures, {
        from: '2024-01-01',
        to: '2024-12-31',
        group,
      } as never);
      const figuresOf = (figures: object) => figures as Readonly<Record<string, number | null>>;
      for (const name of counted.filter((one) =>
        rows.some(({ figures }) => typeof figuresOf(figures)[one] === 'number'),
      )) {
        const sum = rows.reduce((all, { figures }) => all + (figuresOf(figures)[name] ?? 0), 0);
        const whole = figuresOf(total)[name];
        // An order that several teams make stands whole in the row of each, and once in the total.
        const isOfEach = group === 'team' && (name === 'planned' || name === 'handed_out');
        if (isOfEach) expect(sum).toBeGreaterThanOrEqual(whole ?? 0);
        else expect([group, name, sum]).toEqual([group, name, whole]);
      }
    }
  },
);
