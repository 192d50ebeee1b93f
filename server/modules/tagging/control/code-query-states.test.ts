import { afterAll, beforeAll, expect, test } from 'vitest';
import { informationInquiry } from '../../../../contract/inspect/information-inquiry.ts';
import { deviceBatch } from '../../../../contract/plant/device.ts';
import { pack, packageTree, packSet, replace, unpack } from '../../../../contract/plant/packing.ts';
import { codesBind } from '../../../../contract/tagging/code-binding.ts';
import { codesClose } from '../../../../contract/tagging/code-closure.ts';
import { orderAdd } from '../../../../contract/tagging/code-order.ts';
import { codesQuery } from '../../../../contract/tagging/code-query.ts';
import { codesOfOrder } from '../../../test/goods/codes-of-order.ts';
import { type Plant, plantOf, type TestDevice } from '../../../test/goods/line.ts';
import { type TestServer, testServer } from '../../../test/harness/server.ts';

// What is told of a code is the same wherever it is asked for: there is one reader of its state.

let server: TestServer;
let plant: Plant;
let device: TestDevice;
let order: { id: number; order_no: string };
beforeAll(async () => {
  server = await testServer();
  plant = await plantOf(server);
  const line = await plant.line();
  device = line.device;
  order = await plant.workOrder(line.line_id);
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
async function report(act: 'bound' | 'scrapped' | 'sampled' | 'rejected', code: string) {
  const event_time = new Date().toISOString();
  const acts = [{ id: '1', act, order_no: order.order_no, codes: [code], event_time }];
  const { results } = await device.data(deviceBatch, { batch_key: `${act} ${code}`, acts });
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

async function closed(code: string) {
  await server.data(codesClose, { codes: [code], reason: 'misprint' });
  return code;
}

test.each(cases)('a code %s is told alike by query, tree, inquiry and consumer page', async (_, make, state, event) => {
  const code = await make();
  const [[facts], tree, inquiry] = await Promise.all([
    server.data(codesQuery, { codes: [code] }),
    server.data(packageTree, { code }),
    server.data(informationInquiry, { code }),
  ]);
  expect(facts).toMatchObject({ state, last_event: event, last_event_at: expect.any(String) });
  expect(tree.life).toBe(inquiry.life);
  // A range that is bound to a product says so before any act.
  expect(facts?.state).toBe(tree.life === 'issued' || tree.life === 'active' ? 'bound' : tree.life);
  expect(inquiry.verdict).toBe(state === 'bound' ? 'genuine' : 'void');
  expect(facts?.parent).toBe(tree.parents[0]?.code ?? null);
  expect(inquiry.parents).toEqual(tree.parents);
  expect([facts?.lot, facts?.product_code]).toEqual([tree.lot, tree.product_code]);
});

test('a pre-code without a product is told alike until its range is bound', async () => {
  const [row] = await server.sql<{ id: number }[]>`select id from code_rule where level = 1`;

  const { id } = await server.data(orderAdd, { rule_id: (row as { id: number }).id, quantity: 1 });
  const [code] = (await codesOfOrder(server, id)) as [string];
  const told = async () => {
    const [facts] = await server.data(codesQuery, { codes: [code] });
    const { life } = await server.data(packageTree, { code });
    return [facts?.state, facts?.last_event, life, (await server.data(informationInquiry, { code })).verdict];
  };
  expect(await told()).toEqual(['issued', 'issued', 'issued', 'unbound']);
  await server.data(codesBind, { order_id: id, product_id: plant.product_id });
  expect(await told()).toEqual(['bound', 'bound', 'issued', 'genuine']);
});
