import { dealer } from '@suyuan/contract/base/dealer.ts';
import { warehouse } from '@suyuan/contract/base/warehouse.ts';
import { holdAdd } from '@suyuan/contract/inspect/hold.ts';
import {
  declareWrong,
  type EpcisFormat,
  epcisFormats,
  informationEpcis,
  informationInquiry,
} from '@suyuan/contract/inspect/information-inquiry.ts';
import { inspectReturn, receiveReturn, refund } from '@suyuan/contract/physical/refund.ts';
import { boxCodes } from '@suyuan/contract/physical/stock.ts';
import { countApprove, countFinish, countStart, stockCount } from '@suyuan/contract/physical/stock-count.ts';
import { stockMove } from '@suyuan/contract/physical/stock-move.ts';
import { load, ship, sign, waybill } from '@suyuan/contract/physical/waybill.ts';
import { deviceBatch } from '@suyuan/contract/plant/device.ts';
import { pack, packageTree, packSet, replace, unpack } from '@suyuan/contract/plant/packing.ts';
import { codesBind } from '@suyuan/contract/tagging/code-binding.ts';
import { codesClose } from '@suyuan/contract/tagging/code-closure.ts';
import { orderAdd } from '@suyuan/contract/tagging/code-order.ts';
import { codesExport, codesQuery } from '@suyuan/contract/tagging/code-query.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { codeInTag, OwnUris } from '#trace/epcis/own-uri.ts';
import { eventsOfJsonLd, eventsOfXml } from './epcis/epcis-reading.ts';
import { stateFromEvents } from './epcis/state-from-events.ts';
import { codesOfOrder } from './goods/codes-of-order.ts';
import { type Plant, plantOf, type TestDevice } from './goods/line.ts';
import { type TestServer, testServer } from './harness/server.ts';

// What is shown of a code is the same everywhere: there is one reader of its state.

let server: TestServer;
let plant: Plant;
let device: TestDevice;
let order: { id: number; order_no: string };
let from_warehouse_id: number;
let to_dealer_id: number;
beforeAll(async () => {
  server = await testServer();
  plant = await plantOf(server);
  const line = await plant.line();
  device = line.device;
  order = await plant.workOrder(line.line_id, { expiry_date: '2031-05-01' });
  // Goods leave while the order still runs.
  await server.sql`
    update lot set quality_released_at = now(), quality_released_by = 1, market_released_at = now(), market_released_by = 1
    where lot_no = 'LOT1'`;
  const [place] = await server.sql<{ id: number }[]>`select id from warehouse`;
  from_warehouse_id = (place as { id: number }).id;
  const dealt = { dealer_code: 'D', dealer_name: 'Dealer', dealer_level: 1 } as const;
  to_dealer_id = (await server.data(dealer.add, dealt)).id;
});
afterAll(() => server.stop());

const codes = async (level: 1 | 3 | 4, quantity: number) => codesOfOrder(server, await plant.codes(level, quantity));

/** A case of three bottles. */
async function packed() {
  const [[box], bottles] = [await codes(3, 1), await codes(1, 3)];
  await server.data(pack, { work_order_id: order.id, parent: box as string, children: bottles });
  return { box: box as string, bottle: bottles[0] as string, bottles };
}

/** What a device reports of one code. */
async function report(eventType: 'bound' | 'scrapped' | 'sampled' | 'rejected', code: string) {
  const event_time = new Date().toISOString();
  const events = [{ id: '1', act: eventType, order_no: order.order_no, codes: [code], event_time }];
  const { results } = await device.data(deviceBatch, { batch_key: `${eventType} ${code}`, acts: events });
  expect(results).toEqual([{ id: '1', result: 'taken' }]);
  return code;
}

async function replaced() {
  const { bottle } = await packed();
  const [fresh] = await codes(1, 1);
  await server.data(replace, { old: bottle, new: fresh as string, reason: 'torn' });
  return { bottle, fresh: fresh as string };
}

async function setOf(confirmed: boolean) {
  const [pallets, , bottles] = await Promise.all((await plant.sets(1)).map((id) => codesOfOrder(server, id)));
  if (confirmed) await server.data(packSet, { work_order_id: order.id, code: pallets?.[0] as string });
  return bottles?.[0] as string;
}

const one = async (level: 1 | 3 | 4 = 1) => (await codes(level, 1))[0] as string;

const cases: readonly (readonly [name: string, make: () => Promise<string>, state: string, event: string])[] = [
  ['issued for a product', () => one(), 'bound', 'issued'],
  ['on a product', async () => report('bound', await one()), 'bound', 'bind'],
  ['put aside', async () => report('rejected', await one()), 'bound', 'reject'],
  ['packed', async () => (await packed()).bottle, 'bound', 'pack'],
  ['a package', async () => (await packed()).box, 'bound', 'pack'],
  ['in a package on a pallet', onPallet, 'bound', 'pack'],
  ['taken out', takenOut, 'bound', 'unpack'],
  ['taken out and packed elsewhere', packedElsewhere, 'bound', 'pack'],
  ['taken out of its set and packed elsewhere', outOfSet, 'bound', 'pack'],
  ['of a set that nobody confirmed', () => setOf(false), 'bound', 'issued'],
  ['of a confirmed set', () => setOf(true), 'bound', 'pack'],
  ['scrapped', async () => report('scrapped', await one()), 'destroyed', 'scrap'],
  ['sampled', async () => report('sampled', await one()), 'sampled', 'sample'],
  ['replaced', async () => (await replaced()).bottle, 'inactive', 'replace'],
  ['in place of another', async () => (await replaced()).fresh, 'bound', 'replace'],
  ['closed before use', async () => closed(await one()), 'void', 'closed'],
  ['closed on goods', async () => closed((await packed()).bottle), 'void', 'closed'],
  ['a case that something left', async () => (await openedCase()).box, 'bound', 'pack'],
  ['left behind in such a case', async () => (await openedCase()).left, 'bound', 'pack'],
  ['a pallet whose case something left', palletOfOpened, 'bound', 'pack'],
  ['a case that was emptied', emptied, 'bound', 'unpack'],
  ['a case that was packed by mistake', async () => (await retracted()).box, 'bound', 'issued'],
  ['in such a case by mistake', async () => (await retracted()).bottle, 'bound', 'issued'],
  ['packed by mistake, then packed elsewhere', correctlyPacked, 'bound', 'pack'],
  ['in a case that got another code', async () => (await replacedCase()).bottle, 'bound', 'replace'],
  ['a case that got another code', async () => (await replacedCase()).box, 'inactive', 'replace'],
  ['the other code of such a case', async () => (await replacedCase()).fresh, 'bound', 'replace'],
  ['a remainder', async () => (await remainder()).box, 'bound', 'pack'],
  ['in a remainder', async () => (await remainder()).bottle, 'bound', 'pack'],
  ['a case of a confirmed set that something left', openedSet, 'bound', 'pack'],
  ['of a set that was confirmed by mistake', retractedSet, 'bound', 'issued'],
  ['loaded', async () => (await sold('load')).bottle, 'bound', 'load'],
  ['taken out by loading', async () => (await sold('load')).box, 'bound', 'pack'],
  ['shipped', async () => (await sold('ship')).bottle, 'bound', 'ship'],
  ['with a dealer', async () => (await sold('sign')).bottle, 'bound', 'receive'],
  ['returned', async () => (await sold('return')).bottle, 'bound', 'take_back'],
  ['sold again', async () => (await sold('restock')).bottle, 'bound', 'restock'],
  ['destroyed after its return', async () => (await sold('scrap')).bottle, 'destroyed', 'destroy'],
  ['moved to a zone', async () => (await moved()).bottle, 'bound', 'store'],
  ['missing in a count', async () => (await missing()).bottle, 'bound', 'lose'],
  ['found after a count', async () => (await found()).bottle, 'bound', 'store'],
  ['on hold', async () => held((await packed()).bottle), 'bound', 'pack'],
  ['scrapped, then closed', async () => closed(await report('scrapped', await one())), 'void', 'closed'],
];

async function onPallet() {
  const { box, bottle } = await packed();
  const other = await packed();
  await server.data(pack, { work_order_id: order.id, parent: await one(4), children: [box, other.box] });
  return bottle;
}

async function takenOut() {
  const { bottle } = await packed();
  await server.data(unpack, { children: [bottle], reason: 'broken' });
  return bottle;
}

async function packedElsewhere() {
  const bottle = await takenOut();
  await server.data(pack, { work_order_id: order.id, parent: await one(3), children: [bottle], remainder: true });
  return bottle;
}

async function outOfSet() {
  const bottle = await setOf(true);
  await server.data(unpack, { children: [bottle], reason: 'broken' });
  await server.data(pack, { work_order_id: order.id, parent: await one(3), children: [bottle], remainder: true });
  return bottle;
}

async function openedCase() {
  const { box, bottles } = await packed();
  const [out, left] = bottles as [string, string];
  await server.data(unpack, { children: [out], reason: 'broken' });
  return { box, out, left };
}

async function palletOfOpened() {
  const { box, bottle } = await packed();
  const pallet = await one(4);
  await server.data(pack, { work_order_id: order.id, parent: pallet, children: [box], remainder: true });
  await server.data(unpack, { children: [bottle], reason: 'broken' });
  return pallet;
}

async function emptied() {
  const { box } = await packed();
  await server.data(unpack, { parent: box, reason: 'broken' });
  return box;
}

async function declared(code: string) {
  const { acts: events } = await server.data(informationInquiry, { code });
  const event_id = events.find(({ act: eventType }) => eventType === 'pack')?.id as number;
  await server.data(declareWrong, { code, event_id, error: 'incorrect_data', reason: 'wrong label' });
}

async function retracted() {
  const { box, bottle } = await packed();
  await declared(bottle);
  return { box, bottle };
}

async function correctlyPacked() {
  const { bottle } = await retracted();
  await server.data(pack, { work_order_id: order.id, parent: await one(3), children: [bottle], remainder: true });
  return bottle;
}

async function replacedCase() {
  const { box, bottle } = await packed();
  const fresh = await one(3);
  await server.data(replace, { old: box, new: fresh, reason: 'torn' });
  return { box, bottle, fresh };
}

async function remainder() {
  const [box, bottles] = [await one(3), await codes(1, 2)];
  await server.data(pack, { work_order_id: order.id, parent: box, children: bottles, remainder: true });
  return { box, bottle: bottles[0] as string };
}

async function openedSet() {
  const bottle = await setOf(true);
  const [parent] = (await server.data(packageTree, { code: bottle })).parents;
  await server.data(unpack, { children: [bottle], reason: 'broken' });
  return parent?.code as string;
}

async function retractedSet() {
  const bottle = await setOf(true);
  await declared(bottle);
  return bottle;
}

/** A bottle that is taken out of its case and sold, up to a step of its way. */
async function sold(until: 'load' | 'ship' | 'sign' | 'return' | 'restock' | 'scrap') {
  const { box, bottle } = await packed();
  const lines = [{ product_id: plant.product_id, quantity: 1 }];
  const { id } = await server.data(waybill.add, { kind: 'sale', from_warehouse_id, to_dealer_id, lines });
  await server.data(load, { id, codes: [bottle] });
  if (until === 'load') return { box, bottle };
  await server.data(ship, { id });
  if (until === 'ship') return { box, bottle };
  await server.data(sign, { id, received: 'all' });
  if (until === 'sign') return { box, bottle };
  const returning = { dealer_id: to_dealer_id, warehouse_id: from_warehouse_id, reason: 'wet', lines: [] };
  const back = await server.data(refund.add, returning);
  await server.data(receiveReturn, { id: back.id, codes: [bottle] });
  if (until !== 'return')
    await server.data(inspectReturn, { id: back.id, codes: [bottle], result: until, reason: 'seen' });
  return { box, bottle };
}

let zones = 0;

/** A case that is moved to a zone of its own in the warehouse. */
async function moved() {
  const { box, bottle } = await packed();
  const name = `ZONE${++zones}`;
  const zone = { warehouse_code: name, warehouse_name: name, warehouse_type: 'finished', status: 'enabled' } as const;
  const { id: warehouse_id } = await server.data(warehouse.add, { ...zone, parent_id: from_warehouse_id });
  await server.data(stockMove, { warehouse_id, codes: [box] });
  return { box, bottle, warehouse_id };
}

/** A case that a count of its zone did not find. */
async function missing() {
  const goods = await moved();
  const { id } = await server.data(stockCount.add, { warehouse_id: goods.warehouse_id });
  await server.data(countStart, { id });
  await server.data(countFinish, { id });
  const token = await server.as(['stock', 'stock:adjust']);
  await server.data(countApprove, { id, reason: 'nowhere' }, { token });
  return goods;
}

async function found() {
  const goods = await missing();
  await server.data(stockMove, { warehouse_id: goods.warehouse_id, codes: [goods.box] });
  return goods;
}

async function held(code: string) {
  const wait = { reason: 'laboratory', owner_id: 1, due_at: '2199-01-01T00:00:00Z' };
  await server.data(holdAdd, { scope: { codes: [code] }, ...wait });
  return code;
}

async function closed(code: string) {
  await server.data(codesClose, { codes: [code], reason: 'misprint' });
  return code;
}

interface DocumentedState {
  readonly life: string;
  readonly parent: string | null;
  readonly children: readonly string[];
}

/** The state of a code as its EPCIS documents have it, alike in both bindings. */
async function stateInDocuments(code: string): Promise<DocumentedState> {
  const [asJson, asXml] = await Promise.all(epcisFormats.map((format) => epcisOf(code, format)));
  const events = eventsOfJsonLd(asJson as string);
  expect(await eventsOfXml(asXml as string)).toEqual(events);
  const derived = stateFromEvents(events);
  const textOf = (uri: string) => codeInTag(uri) as string;
  const own = new OwnUris(server.url).of('code', code);
  const parent = derived.parents.get(own);
  const children = [...derived.parents].filter(([, packed]) => packed === own).map(([child]) => textOf(child));
  return {
    life: derived.lifeOf(own),
    parent: parent === undefined ? null : textOf(parent),
    children: children.toSorted(),
  };
}

const epcisOf = async (code: string, format: EpcisFormat) =>
  (
    await server.fetch(`${informationEpcis.path}?code=${code}&format=${format}`, { headers: { token: server.admin } })
  ).text();

/** The first line of the code query as a file, below its titles. */
async function exported(code: string): Promise<string[]> {
  const file = await server.fetch(codesExport.path, {
    method: 'POST',
    headers: { token: server.admin, 'content-type': 'application/json' },
    body: JSON.stringify({ codes: [code], format: 'csv' }),
  });
  return (await file.text()).trimEnd().split('\r\n').slice(1);
}

test.each(cases)('a code %s is described alike by every screen, file and document', async (_, make, state, event) => {
  const code = await make();
  const [[facts], tree, inquiry, [box], inDocuments, lines] = await Promise.all([
    server.data(codesQuery, { codes: [code] }),
    server.data(packageTree, { code }),
    server.data(informationInquiry, { code }),
    server.data(boxCodes, { codes: [code] }),
    stateInDocuments(code),
    exported(code),
  ]);
  expect(facts).toMatchObject({ state, last_event: event, last_event_at: expect.any(String) });
  expect([tree.life, box?.life]).toEqual([inquiry.life, inquiry.life]);
  // A range that is bound to a product says so before any event.
  expect(facts?.state).toBe(tree.life === 'issued' || tree.life === 'active' ? 'bound' : tree.life);
  const verdict = event === 'lose' ? 'lost' : 'genuine';
  expect(inquiry.verdict).toBe(state === 'bound' ? verdict : 'void');
  const parent = tree.parents[0]?.code ?? null;
  expect([facts?.parent, box?.lies_in, inDocuments.parent]).toEqual([parent, parent, parent]);
  expect(inquiry.parents).toEqual(tree.parents);
  expect(inquiry.children).toEqual(tree.children);
  expect(inDocuments.children).toEqual(tree.children.map((one) => one.code).toSorted());
  // That a code was closed is no event of a label, and for goods it means that their code is none any more.
  if (tree.life !== 'void') expect(inDocuments.life).toBe(tree.life);
  expect([facts?.lot, facts?.product_code, tree.expiry_date]).toEqual([
    tree.lot,
    tree.product_code,
    inquiry.expiry_date,
  ]);
  expect([box?.lot, box?.product_code, box?.expiry_date]).toEqual([tree.lot, tree.product_code, tree.expiry_date]);
  expect(box?.where).toEqual(inquiry.where);
  expect([box?.units, box?.capacity, box?.complete]).toEqual([inquiry.units, inquiry.capacity, !inquiry.remainder]);
  expect([tree.units, tree.capacity, tree.remainder]).toEqual([inquiry.units, inquiry.capacity, inquiry.remainder]);
  expect(lines).toHaveLength(1);
  for (const value of [code, parent, tree.product_code, tree.lot]) if (value) expect(lines[0]).toContain(value);
});

test('a pre-code without a product is described alike until its range is bound', async () => {
  const [row] = await server.sql<{ id: number }[]>`select id from code_rule where level = 1`;

  const { id } = await server.data(orderAdd, { rule_id: (row as { id: number }).id, quantity: 1 });
  const [code] = (await codesOfOrder(server, id)) as [string];
  const readStates = async () => {
    const [facts] = await server.data(codesQuery, { codes: [code] });
    const { life } = await server.data(packageTree, { code });
    return [facts?.state, facts?.last_event, life, (await server.data(informationInquiry, { code })).verdict];
  };
  expect(await readStates()).toEqual(['issued', 'issued', 'issued', 'unbound']);
  await server.data(codesBind, { order_id: id, product_id: plant.product_id });
  expect(await readStates()).toEqual(['bound', 'bound', 'issued', 'genuine']);
});
