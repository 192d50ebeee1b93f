import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dealer } from '@suyuan/contract/base/dealer.ts';
import { holdAdd } from '@suyuan/contract/inspect/hold.ts';
import { inspectAdd } from '@suyuan/contract/inspect/task/inspect-record.ts';
import { apiKeyAdd } from '@suyuan/contract/integration/api-key.ts';
import { partner } from '@suyuan/contract/integration/partner.ts';
import { receiveReturn, refund } from '@suyuan/contract/physical/refund.ts';
import { load, ship, sign } from '@suyuan/contract/physical/waybill/waybill.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { readJsonDocument } from '#epcis/json/read-document.ts';
import { Goods, type Made } from '#test/goods/goods.ts';
import { type TestServer, testServer } from '#test/harness/server.ts';

// Two dealers, a factory and a partner, and whatever happens to goods: each sees the events that it is party to, and nothing else, wherever
// events are told of: in queries, pages, lists, counts and subscriptions.

const glns = ['6901234000023', '6901234000047', '6901234000061', '6901234000085'] as const;
let server: TestServer;
let goods: Goods;
let made: Made;
/** What the factory makes. */
let madeThere: Made;
let from: number;
/** The dealers, the factory and the partner. */
const parties: { id: number; key: string; pgln: string }[] = [];
const [theFactory, thePartner] = [2, 3];
let erp: string;
let stranger: string;
beforeAll(async () => {
  server = await testServer({ SUYUAN_WEBHOOK_NETWORKS: '127.0.0.1' });
  goods = await Goods.on(server);
  from = await goods.warehouse();
  made = await goods.made(from);
  const permissions = ['epcis:capture', 'epcis:query'] as const;
  const keyFor = async (name: string, party?: object) =>
    (await server.data(apiKeyAdd, { name, permissions: [...permissions], ...(party && { party }) })).key;
  erp = await keyFor('ERP');
  const pglns = glns.map((gln) => `https://id.gs1.org/417/${gln}`) as [string, string, string, string];
  for (const at of [0, 1] as const) {
    const named = { dealer_code: `X${at}`, dealer_name: `X${at}`, dealer_level: 1, status: 'enabled' } as const;
    const { id } = await server.data(dealer.add, { ...named, gln: glns[at] });
    parties.push({ id, key: await keyFor(`X${at}`, { dealer_id: id }), pgln: pglns[at] });
  }
  const factoryId = await server.party('factory');
  await server.sql`update factory set gln = ${glns[theFactory as 2]} where id = ${factoryId}`;
  const toWarehouse = await goods.warehouse({ factory_id: factoryId });
  madeThere = await goods.made(toWarehouse);
  await server.sql`update work_order set factory_id = ${factoryId} where id = ${madeThere.workOrderId}`;
  parties.push({ id: factoryId, key: await keyFor('F', { factory_id: factoryId }), pgln: pglns[theFactory as 2] });
  const known = { partner_code: 'P', partner_name: 'P', gln: glns[thePartner as 3] };
  const { id: partnerId } = await server.data(partner.add, known);
  parties.push({ id: partnerId, key: await keyFor('P', { partner_id: partnerId }), pgln: pglns[thePartner as 3] });
  stranger = await keyFor('Z', { dealer_id: await goods.dealer() });
  await listen();
});
afterAll(async () => {
  hook?.closeAllConnections();
  hook?.close();
  await server.stop();
});

let hook: Server | undefined;
/** What each key was told of by a subscription to everything, in the order of the parties and then the stranger. */
const told: (string | undefined)[][] = [];

async function listen(): Promise<void> {
  hook = createServer(async (request, response) => {
    let text = '';
    for await (const part of request) text += part;
    const events = readJsonDocument(text).events.map(({ event }) => event?.eventID);
    told[Number(request.url?.slice(1))]?.push(...events);
    response.writeHead(204).end();
  }).listen(0, '127.0.0.1');
  await once(hook, 'listening');
  const { port } = hook.address() as AddressInfo;
  for (const [at, key] of [...parties.map((one) => one.key), stranger].entries()) {
    told[at] = [];
    const post = (path: string, body: object) =>
      ask(key, path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
    expect((await post('/epcis/queries', { name: `all ${at}`, query: {} })).status).toBe(201);
    const subscription = { dest: `http://127.0.0.1:${port}/${at}`, stream: true };
    expect((await post(`/epcis/queries/all%20${at}/subscriptions`, subscription)).status).toBe(201);
  }
}

const ask = (key: string, path: string, init: RequestInit = {}) =>
  server.fetch(path.replace(/^https?:\/\/[^/]+/, ''), {
    ...init,
    headers: { authorization: `Bearer ${key}`, ...init.headers },
  });

/** What the pages of a list have, by following its links. */
async function pages<One>(key: string, path: string, read: (text: string) => One[]): Promise<One[]> {
  const all: One[] = [];
  for (let next: string | undefined = `/epcis${path}`; next; ) {
    const answer: Response = await ask(key, next);
    expect(answer.status).toBe(200);
    all.push(...read(await answer.text()));
    next = /<([^>]+)>/.exec(answer.headers.get('link') ?? '')?.[1];
  }
  return all;
}
const eventsOf = (key: string, query: string) =>
  pages(key, `/events?${query}`, (text) => readJsonDocument(text).events.flatMap(({ event }) => event ?? []));
const membersOf = (key: string, list: string) =>
  pages(key, `/${list}?perPage=7`, (text) => (JSON.parse(text) as { member: string[] }).member);

/** Something that happens, with which of the parties take part in it; where only dealers can, as if it were one. */
type Step = { readonly does: 'sell' | 'inspect' | 'hold' | 'return' | 'capture' | 'pack'; readonly to: number };

/** Goods in the hands of each dealer. */
const delivered: string[][] = [[], []];

/** Carries out a step; returns who is party to its events. */
async function carryOut({ does, to: party }: Step): Promise<number[]> {
  const to = does === 'capture' || does === 'pack' ? party : party % 2;
  const { id, key, pgln } = parties[to] as (typeof parties)[number];
  const own = delivered[to] ?? [];
  const [code] = own;
  switch (does) {
    case 'sell': {
      const [box] = await goods.cases(made, 1);
      const waybill = await goods.sale(from, id, [{ product_id: made.productId, quantity: 3 }]);
      await server.data(load, { id: waybill, codes: [box?.code as string] });
      await server.data(ship, { id: waybill });
      await server.data(sign, { id: waybill, received: 'all' });
      own.push(box?.code as string);
      return [to];
    }
    case 'inspect':
      await server.data(inspectAdd, { code: code ?? ((await goods.cases(made, 1))[0]?.code as string) });
      return code === undefined ? [] : [to];
    case 'hold': {
      const held = code ?? ((await goods.cases(made, 1))[0]?.code as string);
      const wait = { reason: 'laboratory', owner_id: 1, due_at: '2199-01-01T00:00:00Z' };
      await server.data(holdAdd, { scope: { codes: [held] }, ...wait });
      own.splice(0, code === undefined ? 0 : 1);
      return code === undefined ? [] : [to];
    }
    case 'return': {
      if (code === undefined) return [];
      const back = { dealer_id: id, warehouse_id: from, reason: 'wet', lines: [] };
      const { id: refundId } = await server.data(refund.add, back);
      await server.data(receiveReturn, { id: refundId, codes: [code] });
      own.shift();
      return [to];
    }
    case 'capture': {
      const event = {
        type: 'ObjectEvent',
        eventTime: '2026-05-01T12:00:00Z',
        eventTimeZoneOffset: '+00:00',
        epcList: [`urn:example:object:${crypto.randomUUID()}`],
        action: 'OBSERVE',
        bizStep: 'shipping',
        destinationList: [{ type: 'owning_party', destination: pgln }],
      };
      await captured(to % 2 === 0 ? erp : key, event);
      return [to];
    }
    case 'pack':
      await goods.cases(to === theFactory ? madeThere : made, 1);
      return to === theFactory ? [to] : [];
  }
}

async function captured(key: string, event: object) {
  const body = JSON.stringify({
    '@context': ['https://ref.gs1.org/standards/epcis/2.0.0/epcis-context.jsonld'],
    ...event,
  });
  const headers = { 'content-type': 'application/json' };
  expect((await ask(key, '/epcis/events', { method: 'POST', headers, body })).status).toBe(201);
}

/** By event, who is party to it, as noted by hand. */
const partiesOf = new Map<string, readonly number[]>();

async function noteEvents({ does }: Step, of: readonly number[]): Promise<void> {
  for (const { eventID, bizStep } of await eventsOf(erp, 'perPage=1000')) {
    if (partiesOf.has(eventID as string)) continue;
    // Goods are packed before they are sold to anybody.
    partiesOf.set(eventID as string, bizStep === 'packing' && does !== 'pack' ? [] : of);
  }
}

test('a party sees what it is party to, in queries, pages, lists, counts and subscriptions', {
  timeout: 300_000,
}, async () => {
  const step: fc.Arbitrary<Step> = fc.record({
    does: fc.constantFrom('sell', 'inspect', 'hold', 'return', 'capture', 'pack'),
    to: fc.constantFrom(0, 1, 2, 3),
  });
  const steps: Step[] = [
    { does: 'sell', to: 0 },
    { does: 'sell', to: 1 },
    ...[0, 1, 2, 3].map((to): Step => ({ does: 'capture', to })),
    { does: 'pack', to: 2 },
    ...(fc.sample(fc.array(step, { minLength: 14, maxLength: 14 }), 1)[0] as Step[]),
  ];
  for (const one of steps) await noteEvents(one, await carryOut(one));
  const all = await eventsOf(erp, 'perPage=1000');
  expect(await eventsOf(stranger, 'perPage=1000')).toEqual([]);
  for (const list of ['epcs', 'bizLocations', 'readPoints']) expect(await membersOf(stranger, list)).toEqual([]);
  for (const [at, { key }] of parties.entries()) {
    const isSeen = ({ eventID }: { eventID?: string }) => partiesOf.get(eventID as string)?.includes(at) === true;
    const seen = all.filter(isSeen);
    expect(seen.length).toBeGreaterThan(0);
    expect(await eventsOf(key, 'perPage=3')).toEqual(seen);
    const newest = await eventsOf(key, 'perPage=2&orderBy=eventTime');
    expect(newest.map(({ eventID }) => eventID).toSorted()).toEqual(seen.map(({ eventID }) => eventID).toSorted());
    const [unseen] = all.filter((one) => !isSeen(one));
    const status = async (id = '') => (await ask(key, `/epcis/events/${encodeURIComponent(id)}`)).status;
    expect([await status(seen[0]?.eventID), await status(unseen?.eventID)]).toEqual([200, 404]);
    expect((await ask(key, `/epcis/events?maxEventCount=${seen.length}`)).status).toBe(200);
    if (seen.length > 1) expect((await ask(key, `/epcis/events?maxEventCount=${seen.length - 1}`)).status).toBe(413);
    const objects = seen.flatMap((one) =>
      [...(one.epcList ?? []), ...(one.childEPCs ?? []), one.parentID ?? []].flat(),
    );
    expect((await membersOf(key, 'epcs')).toSorted()).toEqual([...new Set(objects)].toSorted());
    const placesOf = (field: 'readPoint' | 'bizLocation') =>
      [...new Set(seen.flatMap((one) => one[field]?.id ?? []))].toSorted();
    expect((await membersOf(key, 'readPoints')).toSorted()).toEqual(placesOf('readPoint'));
    expect((await membersOf(key, 'bizLocations')).toSorted()).toEqual(placesOf('bizLocation'));
    const ids = seen.map(({ eventID }) => eventID).toSorted();
    await vi.waitFor(() => expect(told[at]?.toSorted()).toEqual(ids), { timeout: 30_000 });
  }
  expect(told[parties.length]).toEqual([]);
});
