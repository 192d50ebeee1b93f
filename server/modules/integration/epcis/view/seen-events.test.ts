import { dealer } from '@suyuan/contract/base/dealer.ts';
import { holdAdd } from '@suyuan/contract/inspect/hold.ts';
import { inspectAdd } from '@suyuan/contract/inspect/task/inspect-record.ts';
import { apiKeyAdd } from '@suyuan/contract/integration/api-key.ts';
import { receiveReturn, refund } from '@suyuan/contract/physical/refund.ts';
import { load, ship, sign } from '@suyuan/contract/physical/waybill/waybill.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readJsonDocument } from '#epcis/json/read-document.ts';
import { Goods, type Made } from '#test/goods/goods.ts';
import { type TestServer, testServer } from '#test/harness/server.ts';

// Two dealers, and whatever happens to goods: each sees the events that it is party to, and nothing else, wherever events are told of.

const glns = ['6901234000023', '6901234000047'] as const;
let server: TestServer;
let goods: Goods;
let made: Made;
let from: number;
const dealers: { id: number; key: string; pgln: string }[] = [];
let erp: string;
let stranger: string;
beforeAll(async () => {
  server = await testServer();
  goods = await Goods.on(server);
  from = await goods.warehouse();
  made = await goods.made(from);
  const permissions = ['epcis:capture', 'epcis:query'] as const;
  const keyFor = async (name: string, party?: object) =>
    (await server.data(apiKeyAdd, { name, permissions: [...permissions], ...(party && { party }) })).key;
  erp = await keyFor('ERP');
  for (const [at, gln] of glns.entries()) {
    const named = { dealer_code: `X${at}`, dealer_name: `X${at}`, dealer_level: 1, status: 'enabled', gln } as const;
    const { id } = await server.data(dealer.add, named);
    dealers.push({ id, key: await keyFor(`X${at}`, { dealer_id: id }), pgln: `https://id.gs1.org/417/${gln}` });
  }
  stranger = await keyFor('Z', { dealer_id: await goods.dealer() });
});
afterAll(() => server.stop());

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

/** Something that happens, with which of the dealers take part in it. */
type Step = { readonly does: 'sell' | 'inspect' | 'hold' | 'return' | 'capture' | 'pack'; readonly to: number };

/** Goods in the hands of each dealer. */
const delivered: string[][] = [[], []];

/** Carries out a step; returns the dealers that are party to its events. */
async function carryOut({ does, to }: Step): Promise<number[]> {
  const { id, key, pgln } = dealers[to] as (typeof dealers)[number];
  const own = delivered[to] as string[];
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
      await captured(to === 0 ? erp : key, event);
      return [to];
    }
    case 'pack':
      await goods.cases(made, 1);
      return [];
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
const parties = new Map<string, readonly number[]>();

async function noteEvents(of: readonly number[]): Promise<void> {
  for (const { eventID, bizStep } of await eventsOf(erp, 'perPage=1000')) {
    if (parties.has(eventID as string)) continue;
    // Goods are packed before they are sold to anybody.
    parties.set(eventID as string, bizStep === 'packing' ? [] : of);
  }
}

test('a dealer sees what it is party to, in queries, pages, lists and counts', { timeout: 300_000 }, async () => {
  const step: fc.Arbitrary<Step> = fc.record({
    does: fc.constantFrom('sell', 'inspect', 'hold', 'return', 'capture', 'pack'),
    to: fc.constantFrom(0, 1),
  });
  const steps: Step[] = [
    { does: 'sell', to: 0 },
    { does: 'sell', to: 1 },
    { does: 'capture', to: 0 },
    ...(fc.sample(fc.array(step, { minLength: 14, maxLength: 14 }), 1)[0] as Step[]),
  ];
  for (const one of steps) await noteEvents(await carryOut(one));
  const all = await eventsOf(erp, 'perPage=1000');
  expect(await eventsOf(stranger, 'perPage=1000')).toEqual([]);
  for (const list of ['epcs', 'bizLocations', 'readPoints']) expect(await membersOf(stranger, list)).toEqual([]);
  for (const [at, { key }] of dealers.entries()) {
    const isSeen = ({ eventID }: { eventID?: string }) => parties.get(eventID as string)?.includes(at) === true;
    const seen = all.filter(isSeen);
    expect(seen.length).toBeGreaterThan(0);
    expect(await eventsOf(key, 'perPage=3')).toEqual(seen);
    const newest = await eventsOf(key, 'perPage=2&orderBy=eventTime');
    expect(newest.map(({ eventID }) => eventID).toSorted()).toEqual(seen.map(({ eventID }) => eventID).toSorted());
    const [unseen] = all.filter((one) => !isSeen(one));
    const status = async (id = '') => (await ask(key, `/epcis/events/${encodeURIComponent(id)}`)).status;
    expect([await status(seen[0]?.eventID), await status(unseen?.eventID)]).toEqual([200, 404]);
    expect((await ask(key, `/epcis/events?maxEventCount=${seen.length}`)).status).toBe(200);
    expect((await ask(key, `/epcis/events?maxEventCount=${seen.length - 1}`)).status).toBe(413);
    const objects = seen.flatMap((one) => [...(one.epcList ?? []), ...(one.childEPCs ?? [])]);
    expect((await membersOf(key, 'epcs')).toSorted()).toEqual([...new Set(objects)].toSorted());
    const placesOf = (field: 'readPoint' | 'bizLocation') =>
      [...new Set(seen.flatMap((one) => one[field]?.id ?? []))].toSorted();
    expect((await membersOf(key, 'readPoints')).toSorted()).toEqual(placesOf('readPoint'));
    expect((await membersOf(key, 'bizLocations')).toSorted()).toEqual(placesOf('bizLocation'));
  }
});
