import { warehouse } from '@suyuan/contract/base/warehouse.ts';
import type { Permission } from '@suyuan/contract/menu.ts';
import { receiveReturn, refund, refundDetail } from '@suyuan/contract/physical/refund.ts';
import { load, ship, sign, waybill, waybillCodes } from '@suyuan/contract/physical/waybill/waybill.ts';
import { wmsShipments } from '@suyuan/contract/physical/wms.ts';
import { deviceBatch } from '@suyuan/contract/plant/device/device.ts';
import { deviceKeyAdd } from '@suyuan/contract/plant/device/device-key.ts';
import { packageTree } from '@suyuan/contract/plant/packing/packing.ts';
import { repeatedCode } from '@suyuan/contract/plant/packing/repeated-code.ts';
import { packingUpload, taskDetail } from '@suyuan/contract/plant/task.ts';
import { vi } from 'vitest';
import { builtInPermissions } from '#modules/organ/session/held-permissions.ts';
import type { Party } from '#platform/party.ts';
import { type TestServer, testServer } from '../harness/server.ts';
import { deviceAt } from './line.ts';
import { MarkedNames } from './marked-names.ts';

/** Somebody of a factory or dealer, with every permission there is. */
export interface PartyPerson {
  readonly party: Party;
  readonly token: string;
}

export interface TradingWorld {
  readonly server: TestServer;
  readonly names: MarkedNames;
  readonly people: readonly PartyPerson[];
  /** Printed codes of goods everywhere: those of waybills, and what lies in some of them. */
  readonly codes: readonly string[];
}

/**
 * A month of the sample's trade, in which two factories and two dealers take part, and what goes wrong between them: goods that
 * one dealer gave back and another got, and lines and warehouses that report goods of others. All names are marked, those
 * that were kept in records on the way too.
 */
export async function tradingWorld(): Promise<TradingWorld> {
  const server = await testServer();
  await server.fillSample(0.1);
  const { sql } = server;
  const first = async (rows: PromiseLike<readonly { id: number }[]>) => (await rows)[0]?.id as number;
  const [own, other] = [
    await first(sql`select id from factory where factory_code = 'GC-01'`),
    await first(sql`select id from factory where factory_code = 'GC-02'`),
  ];
  // The second factory sends its goods from a warehouse of its own.
  await sql`update warehouse set factory_id = ${other} where warehouse_code = 'CK-07'`;
  const [giver, taker] = await dealersOf(server);
  const people: PartyPerson[] = [];
  for (const party of [
    { kind: 'factory', id: own },
    { kind: 'factory', id: other },
    { kind: 'dealer', id: giver },
    { kind: 'dealer', id: taker },
  ] as const) {
    people.push({ party, token: await server.as(builtInPermissions as Permission[], { [party.kind]: party.id }) });
  }
  const names = await MarkedNames.of(sql);
  await resell(server, names, giver, taker);
  const codes = await codesOnWaybills(server);
  await misreport(server, { own, other, taker }, codes);
  await packByFile(server, people[0] as PartyPerson, codes);
  await names.again();
  return { server, names, people, codes };
}

/** A dealer whose returned goods are in stock again, and another one who got goods. */
async function dealersOf({ sql }: TestServer): Promise<[number, number]> {
  const [row] = await sql<{ giver: number; taker: number }[]>`
    select r.dealer_id as giver, (
      select b.to_dealer_id from waybill b join warehouse w on w.id = b.from_warehouse_id
      where b.to_dealer_id <> r.dealer_id and b.status = 'signed' and w.factory_id is null order by b.id limit 1) as taker
    from refund r join refund_goods g on g.refund_id = r.id where g.result = 'restock' order by r.id limit 1`;
  if (!row) throw new Error('the sample took nothing back into stock');
  return [row.giver, row.taker];
}

/** Sells to one dealer what another one gave back, takes some of it back in vain, and requests more. */
async function resell(server: TestServer, names: MarkedNames, giver: number, taker: number): Promise<void> {
  const [back] = await server.sql<{ id: number; warehouse_id: number; product_id: number }[]>`
    select r.id, r.warehouse_id, g.product_id from refund r join refund_goods g on g.refund_id = r.id
    where g.result = 'restock' and r.dealer_id = ${giver} limit 1`;
  const { id: returned, warehouse_id, product_id } = back as NonNullable<typeof back>;
  const { codes } = await server.data(refundDetail, { id: returned });
  const { id } = await server.data(waybill.add, {
    kind: 'sale',
    from_warehouse_id: warehouse_id,
    to_dealer_id: taker,
    remark: 'sold again',
    lines: [{ product_id, quantity: codes.reduce((sum, { units }) => sum + units, 0) }],
  });
  await names.again();
  const sold = codes.map(({ code }) => code);
  const { refusals } = await server.data(load, { id, codes: sold, override_reason: 'sold again' });
  if (refusals.length > 0) throw new Error(`not loaded: ${JSON.stringify(refusals)}`);
  await server.data(ship, { id });
  await server.data(sign, {
    id,
    received: sold,
    differences: [{ code: sold[0] as string, kind: 'damaged', note: 'torn' }],
  });
  // What the one has been sold comes back from the other.
  const wrong = await server.data(refund.add, {
    dealer_id: giver,
    warehouse_id,
    reason: 'too many',
    remark: 'not theirs',
  });
  await names.again();
  await server.data(receiveReturn, { id: wrong.id, codes: sold.slice(1, 2) });
  await server.data(refund.add, {
    dealer_id: taker,
    warehouse_id,
    reason: 'not asked for',
    lines: [{ product_id, quantity: 1 }],
  });
}

/** Some codes of each waybill, and what lies in some of them. */
async function codesOnWaybills(server: TestServer): Promise<string[]> {
  const { rows } = await server.data(waybill.page, { size: 100 });
  const found: string[] = [];
  for (const { id, loaded } of rows) {
    if (loaded === 0) continue;
    const page = await server.data(waybillCodes, { id, size: 2 });
    found.push(...page.rows.map(({ code }) => code));
  }
  for (const code of found.slice(0, 12)) {
    const { children } = await server.data(packageTree, { code });
    const [inner] = children;
    if (inner) found.push(inner.code, ...(inner.children ?? []).slice(0, 1).map((one) => one.code));
  }
  return [...new Set(found)];
}

/** Lines and warehouses report goods that are not theirs; people of the enterprise look into it. */
async function misreport(
  server: TestServer,
  { own, other, taker }: { readonly own: number; readonly other: number; readonly taker: number },
  codes: readonly string[],
): Promise<void> {
  const { sql } = server;
  for (const factory of [own, other]) {
    const [line] = await sql<{ id: number; order_no: string }[]>`
      select l.id, o.order_no from production_line l join work_order o on o.line_id = l.id
      where o.factory_id = ${factory} and o.status in ('running', 'finished') order by o.id desc limit 1`;
    const { id: line_id, order_no } = line as NonNullable<typeof line>;
    const key = await server.data(deviceKeyAdd, { line_id, name: `second reader of ${factory}` });
    const device = deviceAt(server, key);
    const event_time = new Date(Date.now() - 1000).toISOString();
    const events = codes.flatMap((code, at) =>
      (['bound', 'unpacked', 'scrapped'] as const).map((eventType) => ({
        ...{ id: `${at}${eventType}`, act: eventType, event_time, order_no, cause: 'misread' },
        ...(eventType === 'unpacked' ? { parent: code, codes: [] } : { codes: [code] }),
      })),
    );
    await device.data(deviceBatch, { batch_key: 'misread', acts: events });
  }
  const store = await server.data(warehouse.add, {
    warehouse_code: 'DEALERS',
    warehouse_name: 'of a dealer',
    warehouse_type: 'finished',
    dealer_id: taker,
  });
  for (const [warehouse_id] of [
    [store.id],
    await idsOf(sql`select id from warehouse where warehouse_code ~ '.' and factory_id = ${other}`),
  ]) {
    const wms = deviceAt(
      server,
      await server.data(deviceKeyAdd, { warehouse_id: warehouse_id as number, name: 'WMS' }),
    );
    await wms.call(wmsShipments, {
      batch_key: 'not here',
      act: 'load',
      waybill_no: `W-${warehouse_id}`,
      codes: codes.slice(0, 9),
    });
  }
  const { rows } = await server.data(repeatedCode.page, { size: 100 });
  const open = rows.filter(({ status }) => status === 'open').map(({ id }) => id);
  const [admin] = await idsOf(sql`select id from account where administrator`);
  await server.data(repeatedCode.assign, { ids: open, owner_id: admin as number });
  await server.data(repeatedCode.note, { ids: open, text: 'who was that?' });
  await server.data(repeatedCode.settle, { ids: open.slice(0, 2), reason: 'a misread' });
}

/** A person of a factory packs goods of others by a file, in vain. */
async function packByFile(server: TestServer, { party, token }: PartyPerson, codes: readonly string[]): Promise<void> {
  const [order] = await idsOf(
    server.sql`select id from work_order where factory_id = ${party.id} and status = 'running'`,
  );
  const form = new FormData();
  form.append(
    'file',
    new Blob([
      codes
        .slice(1)
        .map((code) => `${codes[0]},${code}\n`)
        .join(''),
    ]),
    'packing.csv',
  );
  const path = `${packingUpload.path}?work_order_id=${order}`;
  const response = await server.fetch(path, { method: 'POST', headers: { token }, body: form });
  const { data } = (await response.json()) as { data: { job: string } };
  await vi.waitUntil(async () => (await server.data(taskDetail, data)).ended_at !== null, { timeout: 60_000 });
}

const idsOf = async (rows: PromiseLike<readonly { id: number }[]>) => (await rows).map(({ id }) => id);
