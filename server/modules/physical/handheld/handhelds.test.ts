import { createPublicKey, randomUUID, verify } from 'node:crypto';
import type { InputOf } from '@suyuan/contract/call/call.ts';
import { contact } from '@suyuan/contract/handheld/handheld.ts';
import { refusedScans, scans, settleScan } from '@suyuan/contract/handheld/scan.ts';
import { signatureBytes, snapshot, tasks } from '@suyuan/contract/handheld/task.ts';
import { holdAdd } from '@suyuan/contract/inspect/hold.ts';
import { handheld as handheldList } from '@suyuan/contract/organ/handheld.ts';
import { productionData } from '@suyuan/contract/physical/exceptions.ts';
import { load, ship, unload, waybillCodes, waybillDetail } from '@suyuan/contract/physical/waybill/waybill.ts';
import { eventHistory } from '@suyuan/contract/plant/packing/packing.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { goodsServer } from '#test/goods/goods-server.ts';
import { readSnapshot } from '#test/goods/handheld-scans.ts';
import { type TestServer, testServer } from '#test/harness/server.ts';
import { Exceptions } from '#trace/exceptions/exceptions.ts';
import { UnsettledScans } from './unsettled-scans.ts';

const { server, goods, from, dealerId } = await goodsServer();

let clerk: string;
let lead: string;
beforeAll(async () => {
  clerk = await server.as(['freight', 'freight:load'], { name: 'clerk' });
  lead = await server.as(['freight', 'freight:load'], { name: 'lead' });
});

/** A sale of a product of which so many cases of three lie in the warehouse. */
async function saleOf(cases: number, ordered = cases * 3) {
  const made = await goods.made(from);
  const codes = (await goods.cases(made, cases)).map(({ code }) => code);
  const id = await goods.sale(from, dealerId, [{ product_id: made.productId, quantity: ordered }]);
  return { id, made, codes };
}

type Batch = InputOf<typeof scans>;
type Act = Batch['scans'][number]['act'];

/** A handheld with a clock of its own, which numbers what it scans. */
function handheld(clockAhead = 0) {
  const device = randomUUID();
  let no = 0;
  const now = () => new Date(Date.now() + clockAhead).toISOString();
  const scanned = (document_id: number, code: string, act: Act = 'load'): Batch['scans'][number] => ({
    ...{ id: randomUUID(), no: ++no, scanned_at: now(), act, document_id, code },
  });
  const sent = (some: Batch['scans']): Batch => ({ device, sent_at: now(), scans: some });
  return {
    device,
    now,
    scanned,
    sent,
    send: async (some: Batch['scans'], token = clerk, at: Pick<TestServer, 'data'> = server) =>
      (await at.data(scans, sent(some), { token })).results,
  };
}

const loadedOn = async (id: number) => (await server.data(waybillDetail, { id })).loaded;
const minute = 60_000;

async function downloaded(id: number, token = clerk) {
  const { public_key } = await server.data(contact, about(handheld()), { token });
  const answer = await server.fetch(`${snapshot.path}?kind=load&id=${id}`, { headers: { token } });
  expect(answer.status).toBe(200);
  const bytes = Buffer.from(await answer.arrayBuffer());
  const [signed, signature] = [bytes.subarray(0, -signatureBytes), bytes.subarray(-signatureBytes)];
  const key = createPublicKey({ key: Buffer.from(public_key, 'base64'), format: 'der', type: 'spki' });
  expect(verify('sha256', signed, { key, dsaEncoding: 'ieee-p1363' }, signature)).toBe(true);
  const { head, classOf } = readSnapshot(signed);
  expect(signed.length).toBe(4 + signed.readUInt32LE() + head.map.bytes);
  return { head, classOf };
}

const about = ({ device, now }: Pick<ReturnType<typeof handheld>, 'device' | 'now'>) => ({
  ...{ device, version: '1', waiting: 3, oldest_waiting_at: now(), time: now(), battery: 0.5 },
});

describe('what is taken along', () => {
  test('waybills that have not left, for whoever may load them', async () => {
    const { id, codes } = await saleOf(2, 9);
    await server.data(load, { id, codes: codes.slice(0, 1) });
    const of = async (token: string) => (await server.data(tasks, {}, { token })).tasks.find((one) => one.id === id);
    expect(await of(clerk)).toMatchObject({ kind: 'load', planned: 9, done: 3 });
    const dealer = await server.as(['freight', 'freight:load'], { dealer: dealerId });
    expect(await of(dealer)).toBeUndefined();
    expect((await server.call(tasks, {}, { token: await server.as(['freight']) })).status).toBe(401);
    await server.data(ship, { id, short_reason: 'enough' });
    expect(await of(clerk)).toBeUndefined();
  });

  test('a signed snapshot tells of each code there what goods it is on, in packages and of other products too', async () => {
    const made = await goods.made(from);
    const pallet = await goods.pallet(made);
    const loose = await goods.cases(made, 2);
    const notOrdered = await goods.made(from);
    const [other] = await goods.cases(notOrdered, 1);
    const id = await goods.sale(from, dealerId, [{ product_id: made.productId, quantity: 12 }]);
    await server.data(load, { id, codes: [loose[0]?.code as string] });
    const elsewhere = await goods.sale(from, dealerId, [{ product_id: made.productId, quantity: 12 }]);
    await server.data(load, { id: elsewhere, codes: [loose[1]?.code as string] });
    const { head, classOf } = await downloaded(id);
    const { productId: product_id, lot } = made;
    const common = { product_id, lot, held: false, whole: true };
    expect(head).toMatchObject({
      ...{ version: 2, kind: 'load', id, policies: { incomplete: 'warn' } },
      ...{ lines: [{ product_id, quantity: 12, done: 3 }] },
    });
    const products = head.products.map((one) => one.id);
    expect(products).toEqual(expect.arrayContaining([product_id, notOrdered.productId]));
    expect(classOf(pallet.code)).toEqual({ ...common, level: 4, units: 6 });
    expect(classOf(pallet.cases[0]?.code as string)).toEqual({ ...common, level: 3, units: 3, inside: true });
    expect(classOf(pallet.cases[0]?.bottles[0] as string)).toEqual({ ...common, level: 1, units: 1, inside: true });
    expect(classOf(loose[0]?.code as string)).toEqual({ ...common, level: 3, units: 3, on: 'this' });
    expect(classOf(`https://example.com/c?code=${loose[1]?.code}`)).toEqual({
      ...{ ...common, level: 3, units: 3, on: 'other' },
    });
    expect(classOf(other?.code as string)).toMatchObject({ product_id: notOrdered.productId, level: 3, units: 3 });
    const [unused] = await goods.codes(1, 1);
    expect(classOf(unused as string)).toBeUndefined();
  });

  test('what nobody has released, and what should leave first, is told by lot', async () => {
    const older = await goods.made(from, { expiry: '2190-01-01' });
    const younger = await goods.made(from, { productId: older.productId, expiry: '2195-01-01', released: false });
    await goods.cases(older, 2);
    await goods.cases(younger, 1);
    const id = await goods.sale(from, dealerId, [{ product_id: older.productId, quantity: 9 }]);
    const common = { product_id: older.productId, production: expect.any(String), min_days: 0 };
    expect((await downloaded(id)).head.lots).toEqual([
      { ...common, lot: older.lot, expiry: '2190-01-01', released: true, free: 6 },
      { ...common, lot: younger.lot, expiry: '2195-01-01', released: false, free: 0 },
    ]);
  });

  test('what is on hold is told', async () => {
    const { id, made, codes } = await saleOf(1);
    const hold = { scope: { lot: made.lot, product_id: made.productId }, reason: 'dull' } as const;
    await server.data(holdAdd, { ...hold, owner_id: 1, due_at: '2199-01-01T00:00:00Z' });
    expect((await downloaded(id)).classOf(codes[0] as string)).toMatchObject({ held: true });
  });

  test('is nothing to those who do not send the waybill', async () => {
    const { id } = await saleOf(1);
    const token = await server.as(['freight', 'freight:load'], { dealer: dealerId });
    expect((await server.fetch(`${snapshot.path}?kind=load&id=${id}`, { headers: { token } })).status).toBe(404);
  });
});

describe('scans that were kept without a network', () => {
  test('load a waybill once, however often they are sent, with both times', async () => {
    const { id, made, codes } = await saleOf(3);
    const device = handheld(-24 * 60 * minute);
    const some = codes.map((code) => device.scanned(id, code));
    const results = await device.send(some);
    expect(results).toEqual(
      some.map((scan, at) => ({
        ...{ id: scan.id, result: 'taken', printed: codes[at], product_id: made.productId, lot: made.lot, units: 3 },
      })),
    );
    expect(await device.send(some)).toEqual(results);
    expect(await loadedOn(id)).toBe(9);
    const [row] = await server.sql<{ device_time: Date; event_time: Date; received_at: Date }[]>`
      select device_time, event_time, received_at from handheld_scan where id = ${some[0]?.id as string}`;
    // A clock that is a day behind is corrected.
    expect(row?.device_time.toISOString()).toBe(some[0]?.scanned_at);
    const elapsed = Date.now() - (row?.event_time.getTime() ?? 0);
    expect(elapsed >= 0 && elapsed < 60 * minute).toBe(true);
    const events = await server.data(eventHistory, { code: codes[0] as string });
    expect(JSON.stringify(events)).toContain('clerk');
  });

  test('are done in their order, and what is wrong is refused by itself', async () => {
    const { id, codes } = await saleOf(2);
    const [first, second] = codes as [string, string];
    const [stranger] = (await saleOf(1)).codes;
    const device = handheld();
    const results = await device.send([
      device.scanned(id, first),
      device.scanned(id, first, 'unload'),
      device.scanned(id, stranger as string),
      device.scanned(id, 'no code at all'),
      device.scanned(id, second),
      device.scanned(id, first),
      device.scanned(id, first),
    ]);
    expect(results.map(({ result, units }) => [result, units])).toEqual([
      ...[
        ['taken', 3],
        ['taken', 3],
        ['refused', 0],
        ['refused', 0],
        ['taken', 3],
        ['taken', 3],
        ['known', 0],
      ],
    ]);
    expect(results[2]?.refusals).toMatchObject([{ code: stranger, reason: 'not_ordered' }]);
    expect(results[3]?.refusals?.[0]?.reason).toBe('unknown_code');
    expect(await loadedOn(id)).toBe(6);
  });

  test('of two handhelds on one waybill put each code there once', async () => {
    const { id, codes } = await saleOf(4);
    const devices = [handheld(), handheld(3 * minute)];
    const all = await Promise.all(devices.map((one) => one.send(codes.map((code) => one.scanned(id, code)))));
    expect(
      all
        .flat()
        .map(({ result }) => result)
        .toSorted(),
    ).toEqual([...[...codes.map(() => 'known'), ...codes.map(() => 'taken')]]);
    expect(await loadedOn(id)).toBe(12);
    expect((await server.data(waybillCodes, { id })).total).toBe(4);
  });

  test('of a waybill that has left are refused, and so are those of none', async () => {
    const { id, codes } = await saleOf(2);
    const device = handheld();
    await device.send([device.scanned(id, codes[0] as string)]);
    await server.data(ship, { id, short_reason: 'the truck left' });
    const results = await device.send([
      device.scanned(id, codes[1] as string),
      device.scanned(987654, codes[1] as string),
    ]);
    expect(results.map(({ refusals }) => refusals?.map(({ reason }) => reason))).toEqual([
      ['waybill_not_open'],
      ['unknown_document'],
    ]);
  });

  test('that were made before what was done since at a desk do not undo it', async () => {
    const { id, codes } = await saleOf(1);
    const device = handheld();
    const early = {
      ...device.scanned(id, codes[0] as string),
      scanned_at: new Date(Date.now() - 5 * minute).toISOString(),
    };
    await server.data(load, { id, codes });
    await server.data(unload, { id, codes });
    // The case was loaded and taken off again after the scan.
    expect(await device.send([early])).toMatchObject([
      { result: 'refused', refusals: [{ reason: 'before_last_act' }] },
    ]);
    expect(await loadedOn(id)).toBe(0);
  });

  test('need the reason that a warehouse asks for', async () => {
    const made = await goods.made(from);
    const [one] = await goods.cases(made, 1);
    const id = await goods.sale(from, dealerId, [{ product_id: made.productId, quantity: 3 }]);
    const device = handheld();
    await device.send([device.scanned(id, one?.bottles[0] as string)]);
    const refused = await device.send([device.scanned(id, one?.code as string)]);
    expect(refused).toMatchObject([{ result: 'refused', refusals: [{ reason: 'partly_loaded', overridable: true }] }]);
    const again = { ...device.scanned(id, one?.code as string), reason: 'one was taken out' };
    expect(await device.send([again])).toMatchObject([{ result: 'taken', units: 2 }]);
  });

  test('are refused under the id of a scan of somebody else, and twice in one batch', async () => {
    const { id, codes } = await saleOf(1);
    const device = handheld();
    const scan = device.scanned(id, codes[0] as string);
    await device.send([scan]);
    const problemsOf = async (some: Batch['scans'], token: string) => {
      const { status, envelope } = await server.call(scans, device.sent(some), { token });
      return [status, (envelope.data as unknown as { fields: { path: string; reason: string }[] }).fields];
    };
    const fresh = device.scanned(id, codes[0] as string);
    expect(await problemsOf([fresh, scan], lead)).toMatchObject([400, [{ path: 'scans.1.id', reason: 'taken' }]]);
    expect(await problemsOf([fresh, fresh], clerk)).toMatchObject([400, [{ path: 'scans.1.id', reason: 'twice' }]]);
    expect(await server.sql`select id from handheld_scan where id = ${fresh.id}`).toEqual([]);
  });

  test('of people of a party are about their own waybills only', async () => {
    const dealer = await server.party('dealer');
    const token = await server.as(['freight', 'freight:load'], { dealer });
    const { id, codes } = await saleOf(1);
    const device = handheld();
    const [result] = await device.send([device.scanned(id, codes[0] as string)], token);
    expect(result).toMatchObject({ result: 'refused', refusals: [{ reason: 'unknown_document' }] });
    expect(await loadedOn(id)).toBe(0);
    expect((await server.data(refusedScans, { all: true }, { token })).refusals).toHaveLength(1);
  });
});

describe('two servers', () => {
  let other: TestServer;
  beforeAll(async () => {
    other = await testServer({}, server);
  });
  afterAll(() => other.stop());

  test('that get the same scans at once take them once, and sign with one key', async () => {
    const { id, codes } = await saleOf(5);
    const device = handheld();
    const some = codes.map((code) => device.scanned(id, code));
    const answers = await Promise.all([server, other, server, other].map((one) => device.send(some, clerk, one)));
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    expect(await loadedOn(id)).toBe(15);
    const keys = await Promise.all([server, other].map((one) => one.data(contact, about(device), { token: clerk })));
    expect(keys[0]?.public_key).toBe(keys[1]?.public_key);
  });
});

describe('a refused scan', () => {
  test('waits for its person or a lead until one of them has settled it', async () => {
    const { id } = await saleOf(1);
    const [stranger] = (await saleOf(1)).codes;
    const device = handheld();
    const scan = device.scanned(id, stranger as string);
    await device.send([scan]);
    const waiting = async (token: string, all = false) =>
      (await server.data(refusedScans, all ? { all } : {}, { token })).refusals.filter((one) => one.id === scan.id);
    expect(await waiting(clerk)).toMatchObject([
      { code: stranger, act: 'load', document_id: id, account: 'clerk', refusals: [{ reason: 'not_ordered' }] },
    ]);
    expect(await waiting(lead)).toEqual([]);
    expect(await waiting(lead, true)).toHaveLength(1);
    // By the row of the handheld, for whoever settles there, whatever they may do with goods.
    await server.data(contact, about(device), { token: clerk });
    const { rows } = await server.data(handheldList.page, {});
    const handheld_id = rows.find((row) => row.device === device.device)?.id ?? 0;
    const other_id = rows.find((row) => row.device !== device.device)?.id ?? 0;
    const desk = await server.as(['handheld', 'handheld:settle'], {});
    const onHandheld = async (of: number) =>
      (await server.data(refusedScans, { handheld_id: of }, { token: desk })).refusals.map((one) => one.id);
    expect([await onHandheld(handheld_id), await onHandheld(other_id)]).toEqual([[scan.id], []]);
    const given = { id: scan.id, how: 'dropped', reason: 'it was put back' } as const;
    const outsider = await server.as(['freight:load'], { dealer: dealerId });
    expect((await server.call(settleScan, given, { token: outsider })).status).toBe(404);
    await server.data(settleScan, given, { token: lead });
    // A handheld that got no answer says it again.
    await server.data(settleScan, given, { token: lead });
    expect((await server.call(settleScan, given, { token: clerk })).status).toBe(409);
    expect(await waiting(lead, true)).toEqual([]);
    expect(
      await server.sql`
      select settled_how, settled_reason, result from handheld_scan where id = ${scan.id}`,
    ).toMatchObject([{ settled_how: 'dropped', settled_reason: 'it was put back', result: 'refused' }]);
  });
});

describe('a refused scan that its person forgets', () => {
  const sweep = () => new UnsettledScans(server.sql, new Exceptions()).sweep();
  /** A case of another product that was scanned a shift ago. */
  async function forgotten() {
    const { id } = await saleOf(1);
    const [stranger] = (await saleOf(1)).codes;
    const device = handheld();
    const scan = device.scanned(id, stranger as string);
    await device.send([scan]);
    await server.sql`update handheld_scan set received_at = received_at - interval '9 hours' where id = ${scan.id}`;
    await sweep();
    await sweep();
    const of = async () => {
      const { rows } = await server.data(productionData.page, { keyword: stranger as string });
      return rows.filter(({ kind }) => kind === 'refused_scan');
    };
    return { scan, of, no: (await server.data(waybillDetail, { id })).waybill_no };
  }

  test('becomes one exception about the waybill, which is settled with the scan', async () => {
    const { scan, of, no } = await forgotten();
    expect(await of()).toMatchObject([{ status: 'open', times: 1, waybill_no: no, source: 'document' }]);
    await server.data(settleScan, { id: scan.id, how: 'done_anyway', reason: 'it is on the truck' }, { token: lead });
    expect(await of()).toMatchObject([{ status: 'settled', settlement: 'it is on the truck' }]);
  });

  test('is settled with its exception', async () => {
    const { scan, of } = await forgotten();
    const [exception] = await of();
    await server.data(productionData.settle, { ids: [exception?.id as number], reason: 'found' });
    await sweep();
    const { refusals } = await server.data(refusedScans, { all: true }, { token: lead });
    expect(refusals.filter(({ id }) => id === scan.id)).toEqual([]);
  });
});

test('a contact tells the time and the rights, and is kept for each person of a handheld', async () => {
  const device = handheld(60 * minute);
  const failing = { ...about(device), name: 'Gate 3', model: 'TC22', last_error: 'no answer' };
  const told = await server.data(contact, failing, { token: clerk });
  expect(told.account).toEqual({ name: 'clerk', permissions: expect.arrayContaining(['freight:load']) });
  // Whoever is signing in does not know yet what waits, and why.
  const { waiting: _, ...signingIn } = about(device);
  await server.data(contact, signingIn, { token: clerk });
  const kept = await server.sql<{ waiting: number; last_error: string | null }[]>`
    select waiting, last_error from handheld where device = ${device.device}`;
  expect(kept).toEqual([{ waiting: 3, last_error: 'no answer' }]);
  await server.data(contact, { ...about(device), waiting: 0 }, { token: clerk });
  await server.data(contact, about(device), { token: lead });
  const rows = await server.sql<{ name: string | null; waiting: number; clock_ahead: number }[]>`
    select name, waiting, clock_ahead from handheld where device = ${device.device} order by id`;
  expect(rows).toMatchObject([
    { name: 'Gate 3', waiting: 0 },
    { name: null, waiting: 3 },
  ]);
  expect(Math.round((rows[0]?.clock_ahead ?? 0) / minute)).toBe(60);
});
