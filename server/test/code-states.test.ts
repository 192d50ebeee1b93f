import { dealer } from '@suyuan/contract/base/dealer.ts';
import {
  type EpcisFormat,
  epcisFormats,
  informationEpcis,
  informationInquiry,
} from '@suyuan/contract/inspect/information-inquiry.ts';
import { boxCodes } from '@suyuan/contract/physical/stock/stock.ts';
import { packageTree } from '@suyuan/contract/plant/packing/packing.ts';
import { codesBind } from '@suyuan/contract/tagging/code-binding.ts';
import { orderAdd } from '@suyuan/contract/tagging/code-order.ts';
import { codesExport, codesQuery } from '@suyuan/contract/tagging/code-query.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { codeInTag, OwnUris } from '#trace/epcis/own-uri.ts';
import { eventsOfJsonLd, eventsOfXml } from './epcis/epcis-reading.ts';
import { stateFromEvents } from './epcis/state-from-events.ts';
import { codesInStates, statesOfCodes } from './goods/codes-in-states.ts';
import { codesOfOrder } from './goods/codes-of-order.ts';
import { type Plant, plantOf } from './goods/line.ts';
import { type TestServer, testServer } from './harness/server.ts';

// What is shown of a code is the same everywhere: there is one reader of its state.

let server: TestServer;
let plant: Plant;
let codeThat: ReturnType<typeof codesInStates>;
beforeAll(async () => {
  server = await testServer();
  plant = await plantOf(server);
  const { line_id, device } = await plant.line();
  const order = await plant.workOrder(line_id, { expiry_date: '2031-05-01' });
  // Goods leave while the order still runs.
  await server.sql`
    update lot set quality_released_at = now(), quality_released_by = 1, market_released_at = now(), market_released_by = 1
    where lot_no = 'LOT1'`;
  const [place] = await server.sql<{ id: number }[]>`select id from warehouse`;
  const from_warehouse_id = (place as { id: number }).id;
  const dealt = { dealer_code: 'D', dealer_name: 'Dealer', dealer_level: 1 } as const;
  const to_dealer_id = (await server.data(dealer.add, dealt)).id;
  codeThat = codesInStates({ server, plant, device, order, from_warehouse_id, to_dealer_id });
});
afterAll(() => server.stop());

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

const states = Object.entries(statesOfCodes) as [keyof typeof statesOfCodes, readonly [state: string, event: string]][];

test.each(states)('a code %s is described alike by every screen, file and document', async (name, [state, event]) => {
  const code = await codeThat[name]();
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
