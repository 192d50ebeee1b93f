import type { Call } from '@suyuan/contract/call/call.ts';
import { calls } from '@suyuan/contract/calls.ts';
import { shipmentHistory } from '@suyuan/contract/physical/amendment.ts';
import { boxCodes } from '@suyuan/contract/physical/stock/stock.ts';
import { waybill } from '@suyuan/contract/physical/waybill/waybill.ts';
import { eventHistory } from '@suyuan/contract/plant/packing/packing.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '#platform/database/database.ts';
import { namesKnownTo } from '../goods/known-to.ts';
import { marksIn } from '../goods/marked-names.ts';
import { wordsOf } from '../goods/scanner.ts';
import { type PartyPerson, type TradingWorld, tradingWorld } from '../goods/trading-world.ts';
import { unpackedZip } from '../harness/archive.ts';
import { type InputSchema, takesCodes } from './attack.ts';
import { type Real, realInputs } from './real-inputs.ts';

// Whatever a party requests, with the ids, codes and numbers of everybody: no answer may hold a name that it may not see. Which
// names these are follows from row security. A new call is in here by being in the contract.

let world: TradingWorld;
let real: Real;
const known = new Map<PartyPerson, ReadonlySet<string>>();
/** Lot numbers are marks by themselves. */
let lots: readonly string[];

beforeAll(async () => {
  world = await tradingWorld();
  const { server, names, people, codes } = world;
  const { sql } = server;
  const database = openDatabase(server.databaseUrl, 2);
  for (const person of people) known.set(person, await namesKnownTo(database, person.party, names));
  await database.close();
  const texts = async (rows: PromiseLike<readonly { text: string }[]>) => (await rows).map(({ text }) => text);
  lots = await texts(sql`select lot_no as text from lot`);
  const [ids] = await sql<{ document: number; work: number }[]>`
    select
      (select max(id)::int from (
        select id from waybill union all select id from work_order union all select id from handover
        union all select id from refund) as document) as document,
      (select max(id)::int from (select id from exception union all select id from work_item) as work) as work`;
  real = {
    codes,
    numbers: await texts(sql`
      (select waybill_no as text from waybill order by id limit 12)
      union all (select order_no from work_order order by id limit 12) union all select refund_no from refund`),
    jobs: await texts(sql`select id::text as text from job`),
    lastId: ids?.document as number,
    lastWork: ids?.work as number,
  };
}, 300_000);
afterAll(() => world.server.stop());

const isRead = ({ method, effect }: Call) => (method === 'GET' ? effect !== 'change' : effect === 'none');
const ofParties = calls.filter(
  ({ access, parties }) => access !== 'public' && access !== 'device' && parties !== 'enterprise',
);
/** What they read, and then what they do to codes: a refusal gives the reason. */
const reads = ofParties.filter(isRead);
const events = ofParties.filter((call) => !isRead(call) && takesCodes(call.input as InputSchema));

/** Calls to which no party gets an answer here, and why. */
const unanswered: Record<string, string> = {
  '/api/org/packagematerialsupplier/users': 'suppliers are the enterprise’s',
  '/api/org/auditlog/detail': 'changes are the enterprise’s',
  '/api/org/enterprisedepart/users': 'departments are the enterprise’s',
  '/api/org/positions/users': 'positions are the enterprise’s',
  '/api/querymanage/carousel/users': 'the consumer page is the enterprise’s',
  '/api/querymanage/scantemplates/users': 'the consumer page is the enterprise’s',
  '/api/querymanage/scantemplates/detail': 'the consumer page is the enterprise’s',
  '/api/querymanage/scantemplates/preview': 'the consumer page is the enterprise’s',
  '/api/tagging/orders/pagelist': 'orders of codes are the enterprise’s',
  '/api/tagging/orders/export': 'orders of codes are the enterprise’s',
  '/api/tagging/orders/detail': 'orders of codes are the enterprise’s',
  '/api/tagging/orders/download': 'orders of codes are the enterprise’s',
  '/api/tagging/orders/downloads': 'orders of codes are the enterprise’s',
  '/api/tagging/orders/handedout': 'orders of codes are the enterprise’s',
  '/api/tagging/orders/labelpreview': 'orders of codes are the enterprise’s',
  '/api/tagging/orders/labels': 'orders of codes are the enterprise’s',
  '/api/tagging/precodes/pagelist': 'orders of codes are the enterprise’s',
  '/api/tagging/precodes/export': 'orders of codes are the enterprise’s',
  '/api/tagging/closures/affects': 'orders of codes are the enterprise’s',
  '/api/plant/orderfields/users': 'there are no further fields of work orders',
  '/api/physical/xiazai/preview': 'reads back a file that is sent along',
  '/api/plant/relevance/preview': 'reads back a file that is sent along',
  '/api/plant/relevance/label': 'the label of a reprint that they recorded a moment before',
  '/api/plant/materialuse/label': 'reads a label that is sent along',
  '/api/tagging/coderules/preview': 'reckons with what is sent along',
  '/api/tagging/coderules/preset': 'reckons with what is sent along',
  '/api/physical/minderlieferung/codes': 'nothing was corrected at a desk here',
  '/api/physical/barter/codes': 'nothing was corrected at a desk here',
  '/api/physical/rdcdissociated/codes': 'nothing was corrected at a desk here',
  '/api/physical/dissociated/codes': 'nothing was corrected at a desk here',
  '/api/physical/stockmoves/codes': 'nothing was moved at a desk here',
  '/api/plant/unrelevance1/codes': 'nothing was corrected at a desk here',
  '/api/plant/replace/codes': 'nothing was corrected at a desk here',
  '/api/base/certificates/file': 'no certificate has a file here',
  '/api/imports/progress': 'the progress of an import while it runs',
  '/api/querymanage/customerinquire/look': 'codes whose orders are the enterprise’s',
};

/** Fields that nothing of the world fits. */
const given: Record<string, Record<string, unknown>> = {
  '/api/views/list': { list: 'freight' },
  '/api/org/auditlog/history': { thing: 'waybill' },
  '/api/querymanage/customerinquire/look': { language: 'zh' },
  '/api/base/products/units': { ids: '1,2,3' },
  '/api/find/sounds': { texts: ['黔运物流'] },
};

/** Calls of which few combinations of kind, number and format fit together, so that all are tried. */
const whole = new Set(['/api/report/authority/file', '/api/physical/stockdetail/available', '/api/handheld/snapshot']);

async function ask({ method, upload, path }: Call, input: object, { token }: PartyPerson) {
  const inQuery = method === 'GET' || upload === true;
  const query = new URLSearchParams(Object.entries(input).map(([key, value]) => [key, String(value)]));
  const response = await world.server.fetch(inQuery ? `${path}?${query}` : path, {
    method,
    headers: { token, ...(inQuery ? {} : { 'content-type': 'application/json' }) },
    ...(inQuery ? {} : { body: JSON.stringify(input) }),
  });
  return { status: response.status, text: await textIn(Buffer.from(await response.arrayBuffer())) };
}

async function textIn(bytes: Buffer): Promise<string> {
  const head = bytes.toString('latin1', 0, 4);
  if (head.startsWith('PK')) return Object.values(await unpackedZip(bytes)).join('\n');
  return head === '%PDF' ? (await wordsOf(bytes)).replaceAll('\n', '') : `${bytes}`;
}

/** The names in the answers to all inputs that somebody may not see, and how often the call was answered. */
async function leaksOf(call: Call, person: PartyPerson) {
  const leaks = new Map<string, string>();
  const mine = known.get(person) as ReadonlySet<string>;
  let answered = 0;
  for (const input of realInputs(call, real, given[call.path], whole.has(call.path) ? 1000 : undefined)) {
    const { status, text } = await ask(call, input, person);
    if (status === 200) answered += 1;
    expect(status, text).toBeLessThan(500);
    const sent = JSON.stringify(input);
    for (const name of [...marksIn(text), ...lots.filter((lot) => text.includes(lot))]) {
      if (mine.has(name) || sent.includes(name)) continue;
      const what = lots.includes(name) ? 'lot' : Object.values(world.names.columnOf(name)).join('.');
      leaks.set(what, `${person.party.kind}: ${sent.slice(0, 200)}: …${text.split(name)[0]?.slice(-200)}${name}`);
    }
  }
  return { leaks, answered };
}

test('there are many names, and each party can see some of them', () => {
  for (const person of world.people) expect((known.get(person) as ReadonlySet<string>).size).toBeGreaterThan(5);
  expect(world.names.columns.length).toBeGreaterThan(60);
});

describe('what a party can see is present', () => {
  const of = (kind: 'factory' | 'dealer') => world.people.filter(({ party }) => party.kind === kind);

  test('a dealer reads its waybills, with itself as receiver and their origin', async () => {
    for (const { token, party } of of('dealer')) {
      const { rows } = await world.server.data(waybill.page, {}, { token });
      expect(rows.length).toBeGreaterThan(0);
      for (const row of rows) {
        const names = [row.waybill_no, row.dealer_name, row.from_warehouse_name];
        expect([row.to_dealer_id, ...names.map((name) => typeof name)]).toEqual([
          party.id,
          'string',
          'string',
          'string',
        ]);
        expect([row.sends, row.receives]).toEqual([false, true]);
      }
    }
  });

  test('a dealer reads the waybills and events of a code it received', async () => {
    const found = await Promise.all(
      of('dealer').map(async ({ token }) => {
        const boxes = await world.server.data(boxCodes, { codes: [...world.codes] }, { token });
        const history = await world.server.data(shipmentHistory, {}, { token });
        expect(history.some(({ act: eventType, waybill_no }) => eventType === 'ship' && waybill_no !== null)).toBe(
          true,
        );
        return boxes.flatMap(({ waybills }) => waybills);
      }),
    );
    for (const waybills of found) expect(waybills.some(({ dealer_name }) => dealer_name !== null)).toBe(true);
  });

  test('a factory reads what it made: order, lot and events, with its own people and devices', async () => {
    const [{ token }] = of('factory') as [PartyPerson];
    const events = await world.server.data(eventHistory, { size: 200 }, { token });
    expect(
      events.some(({ act: eventType, order_no, lot }) => eventType === 'pack' && order_no !== null && lot !== null),
    ).toBe(true);
    expect(events.some(({ by }) => by !== null)).toBe(true);
    expect(events.filter(({ waybill_no }) => waybill_no !== null)).toEqual([]);
    const boxes = await world.server.data(boxCodes, { codes: [...world.codes] }, { token });
    expect(boxes.some(({ order_no, waybills }) => order_no !== null && waybills.length === 0)).toBe(true);
  });

  test('the enterprise reads everything', async () => {
    const { server } = world;
    const boxes = await server.data(boxCodes, { codes: [...world.codes] });
    expect(boxes.some(({ waybills }) => waybills.length > 1)).toBe(true);
    const events = await server.data(eventHistory, { size: 200 });
    expect(events.some(({ by }) => by !== null)).toBe(true);
  });
});

describe.each([...reads, ...events].map((call) => [`${call.method} ${call.path}`, call] as const))('%s', (_, call) => {
  test('shows a party no name it cannot see', async () => {
    const answers = await Promise.all(world.people.map((person) => leaksOf(call, person)));
    expect(answers.flatMap(({ leaks }) => [...leaks])).toEqual([]);
    const isAnswered = answers.some(({ answered }) => answered > 0);
    if (isRead(call)) expect(isAnswered, 'answered').toBe(!Object.hasOwn(unanswered, call.path));
  }, 180_000);
});
