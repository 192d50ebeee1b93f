import type { Call } from '@suyuan/contract/call/call.ts';
import { calls } from '@suyuan/contract/calls.ts';
import { informationInquiry } from '@suyuan/contract/inspect/information-inquiry.ts';
import { wmsLog } from '@suyuan/contract/physical/exceptions.ts';
import { wmsShipments } from '@suyuan/contract/physical/wms.ts';
import { deviceBatch } from '@suyuan/contract/plant/device/device.ts';
import { repeatedCode } from '@suyuan/contract/plant/packing/repeated-code.ts';
import { taskDetail } from '@suyuan/contract/plant/task.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { differences } from '#trace/figures/verify.ts';
import { type TestServer, testServer } from '../harness/server.ts';
import { type InputSchema, takesCodes } from './attack.ts';
import {
  aboutNoGoods,
  batchOf,
  byDevices,
  byDocument,
  byFile,
  byLine,
  byPeople,
  bySystem,
  type Fresh,
  type Trial,
} from './custody-attempts.ts';
import { type Papers, type Placed, type Somebody, Stage } from './custody-stage.ts';

// Goods that one factory made, everywhere that goods can be. Whoever does not have them tries every event on them, by every way in:
// nothing may change. A call that acts on codes and that is not tried here fails the first test.

let server: TestServer;
let stage: Stage;
let maker: Somebody;
let everybody: readonly Somebody[];
const papers = new Map<Somebody, Papers>();
const placed: Placed[] = [];
/** Who has the goods, by where they are; nobody where that is the enterprise. */
const holders = new Map<string, Somebody>();
/** What else somebody may do, with goods that are on their way to or from it. */
const underWay = new Map<string, { readonly by: Somebody; readonly may: readonly string[] }>();
let fresh: Fresh;
let codeOrder: number;
const packedBy = new Map<string, number>();

const receiving = ['/api/physical/freight/sign'];
const amending = ['/api/physical/minderlieferung/add', '/api/physical/barter/add', '/api/physical/rdcdissociated/add'];

beforeAll(async () => {
  server = await testServer({ SUYUAN_UNKNOWN_CODES_PER_ACCOUNT: '100000' });
  stage = await Stage.on(server);
  await stage.stockByHandover(true);
  const [f1, f2] = [await stage.somebody('factory', 'F1'), await stage.somebody('factory', 'F2')];
  const [a, b, c] = [
    await stage.somebody('dealer', 'A'),
    await stage.somebody('dealer', 'B'),
    await stage.somebody('dealer', 'C'),
  ];
  maker = f1;
  everybody = [f1, f2, a];
  const line = f1.line?.id as number;
  const [from, second] = stage.stores;
  const stored = (where: string) => stage.handedOver(line, where);
  const sold = async (where: string, to: Somebody) => stage.sent(await stored(where), { from, dealer: to.id });
  const moved = async (where: string, warehouse: number) => stage.sent(await stored(where), { from, warehouse });
  const put = (goods: Placed, by?: Somebody) => {
    placed.push(goods);
    if (by) holders.set(goods.where, by);
  };
  put(await stage.packed(line, 'on its line'), f1);
  put(await stored('handed over'));
  put(await moved('moved to another warehouse of the enterprise', second));
  put(await stage.sent(await stored('loaded'), { from, dealer: a.id }, 'loaded'));
  put(await stage.sent(await stored('on the way to a dealer'), { from, dealer: a.id }, 'shipped'));
  underWay.set('on the way to a dealer', { by: a, may: receiving });
  put(await sold('with a dealer', a), a);
  put(await sold('with another dealer', b), b);
  put(
    await stage.sent(await sold('in a dealer’s warehouse', a), { from: a.warehouses[0], warehouse: a.warehouses[1] }),
    a,
  );
  put(await moved('with another factory', f2.warehouses[1]), f2);
  const toFactory = { from, warehouse: f2.warehouses[1] };
  put(await stage.sent(await stored('on the way to another factory'), toFactory, 'shipped'));
  underWay.set('on the way to another factory', { by: f2, may: receiving });
  put(await moved('in a warehouse of the factory', f1.warehouses[1]), f1);
  const back = { from: f2.warehouses[1], warehouse: from };
  put(await stage.sent(await moved('on the way from another factory', f2.warehouses[1]), back, 'shipped'));
  underWay.set('on the way from another factory', { by: f2, may: amending });
  put(await stage.returned(await sold('returned to the enterprise', a), a.id, from));
  put(await stage.returned(await sold('returned to the factory', a), a.id, f1.warehouses[1]), f1);
  put(await stage.destroyed(await stage.returned(await sold('destroyed', a), a.id, from)));
  put(await stage.recalled(await sold('recalled', a)), a);
  for (const one of everybody) papers.set(one, await stage.papersOf(one, f2.line?.id as number, c.id));
  const [bottle = ''] = await stage.goods.codes(1, 1);
  const [box = ''] = await stage.goods.codes(3, 1);
  const [pallet = ''] = await stage.goods.codes(4, 1);
  fresh = { bottle, box, pallet };
  const [order] = await server.sql<{ id: number }[]>`select max(id) as id from code_order`;
  codeOrder = order?.id as number;
  // Undo is for one's own packings.
  const [person] = await server.sql<{ id: number }[]>`select id from account where account_name = 'F1'`;
  for (const { box: code, order: of } of placed) {
    const [event] = await server.sql<{ id: number }[]>`
      update trace_event set account_id = ${person?.id as number}
      where work_order_id = ${of.id} and act = 2 returning id`;
    packedBy.set(code, event?.id as number);
  }
}, 300_000);
afterAll(async () => {
  expect(await differences(server.sql)).toEqual([]);
  await server.stop();
});

const paths = (some: readonly Call[]) => some.map(({ path }) => path).toSorted();
const changing = calls.filter((call) => call.method === 'POST' && call.effect !== 'none');
const pathsOf = (table: object) => Object.keys(table).toSorted();

describe('every call that changes codes is attempted', () => {
  test('by people', () => {
    // Their answers are files: they ask.
    const asking = ['/api/tagging/codes/export'];
    const people = changing.filter(
      ({ access, parties, input }) =>
        access !== 'public' && access !== 'device' && parties !== 'enterprise' && takesCodes(input as InputSchema),
    );
    expect(paths(people).filter((path) => !asking.includes(path))).toEqual(
      pathsOf(byPeople).filter((path) => !byDocument.includes(path)),
    );
  });

  test('by file', () => {
    // Lists of things, which name no codes, and pictures.
    const others = /\/import$|pictures\/add$|selfpicture$|addphoto$/;
    const uploads = changing.filter(({ upload, parties }) => upload === true && parties !== 'enterprise');
    expect(paths(uploads).filter((path) => !others.test(path))).toEqual(pathsOf(byFile));
  });

  test('by devices', () => {
    const devices = calls.filter(({ access }) => access === 'device');
    expect(paths(devices)).toEqual([...byDevices, ...aboutNoGoods].toSorted());
  });
});

/** How many events there are, and how much stock: more of either means that something was done. */
async function done(): Promise<unknown> {
  const [row] = await server.sql`
    select (select count(*) from trace_event) as events, (select count(*) from event_code) as codes,
      (select count(*) from packing) as packings, (select count(*) from refund_goods) as returned`;
  return row;
}

/** All that the enterprise can learn of goods. */
const informationOn = async ({ box, bottles }: Placed) => {
  const codes = [box, bottles[0] as string];
  return Promise.all(
    codes.map(async (code) => {
      const { scans: _, warnings: __, ...information } = await server.data(informationInquiry, { code });
      return information;
    }),
  );
};

/** Dealers have no work orders: they name that of the goods. */
const orderFor = (by: Somebody, { order }: Placed) => (by === maker ? order : (by.line?.order ?? order));

const trialOf = (goods: Placed, by: Somebody): Trial => ({
  ...{ goods, by, papers: papers.get(by) as Papers, fresh, codeOrder, order: orderFor(by, goods) },
  ...{ packedBy: packedBy.get(goods.box) as number, productId: stage.productId },
});

/** What an answer says of the codes of goods: no more than that they are elsewhere, or that there are none such. */
function expectDiscreet(answer: string, { box, bottles }: Placed, what: string): void {
  const refusals = [...answer.matchAll(/\{"code":"(\d+)","reason":"(\w+)"[^}]*?"conflict":(null|"[^"]*")/g)];
  for (const [, code = '', reason, conflict] of refusals) {
    // That names what was asked for, not the goods.
    if (reason === 'unknown_document' || reason === 'return_closed') continue;
    if (code !== box && !bottles.includes(code)) continue;
    expect(['unknown_code', 'foreign_code', 'not_here', 'not_returned'], what).toContain(reason);
    expect(conflict, what).toBe('null');
  }
}

async function expectNothing(
  by: Somebody,
  what: string,
  goods: Placed,
  work: () => Promise<{ status: number; envelope: unknown }>,
) {
  const before = await done();
  const { status, envelope } = await work();
  const answer = JSON.stringify(envelope);
  // What is malformed would be no trial.
  const isTried = /unknown_code|retry_beyond|retry_needs_right/.test(answer);
  expect([200, 401, 403, 404, 409, ...(isTried ? [400] : [])], `${what}: ${answer}`).toContain(status);
  expect(await done(), `${what}: ${answer}`).toEqual(before);
  // Of what is on its way to somebody, or from there, the papers disclose more.
  if (underWay.get(goods.where)?.by !== by) expectDiscreet(answer, goods, `${what}: ${answer}`);
}

const deviceOf = ({ line }: Somebody) => (line as NonNullable<Somebody['line']>).device;
const callOf = (path: string) => calls.find((call) => call.path === path) as Call;

describe('only who holds the goods can change them', () => {
  const before = new Map<string, unknown>();
  beforeAll(async () => {
    for (const goods of placed) before.set(goods.where, await informationOn(goods));
  }, 60_000);

  /** Goods that somebody does not have, with the calls that are open nevertheless. */
  const notWith = (by: Somebody) =>
    placed
      .filter(({ where }) => holders.get(where) !== by)
      .map((goods) => {
        const open = underWay.get(goods.where);
        return { goods, open: open?.by === by ? open.may : [] };
      });

  test.each(Object.keys(byPeople))('by %s', { timeout: 120_000 }, async (path) => {
    const call = callOf(path);
    for (const by of everybody) {
      for (const { goods, open } of notWith(by)) {
        if (open.includes(path)) continue;
        for (const input of byPeople[path]?.(trialOf(goods, by)) ?? []) {
          const what = `${by.name}, ${goods.where}, ${JSON.stringify(input)}`;
          await expectNothing(by, what, goods, () => server.call(call, input, { token: by.token }));
        }
      }
    }
  });

  test('by the key of a line', { timeout: 120_000 }, async () => {
    for (const by of everybody.filter(({ line }) => line)) {
      for (const { goods } of notWith(by)) {
        for (const input of byLine(trialOf(goods, by)).map(batchOf)) {
          const what = `${by.name}, ${goods.where}, ${JSON.stringify(input)}`;
          await expectNothing(by, what, goods, () => deviceOf(by).call(deviceBatch, input));
        }
      }
    }
    // What the line's own factory has in a warehouse has left the line as well.
    const inStore = placed.find(({ where }) => where === 'in a warehouse of the factory') as Placed;
    for (const input of byLine(trialOf(inStore, maker)).map(batchOf)) {
      await expectNothing(maker, JSON.stringify(input), inStore, () => deviceOf(maker).call(deviceBatch, input));
    }
  });

  test('by the system of a warehouse', { timeout: 120_000 }, async () => {
    for (const by of everybody) {
      const { draft } = papers.get(by) as Papers;
      for (const { goods } of notWith(by)) {
        const numbers = [draft, ...(goods.waybill ? [goods.waybill] : [])].map((id) => stage.waybillNo(id));
        for (const waybillNo of await Promise.all(numbers)) {
          for (const input of bySystem(trialOf(goods, by), waybillNo)) {
            const what = `${by.name}, ${goods.where}, ${JSON.stringify(input)}`;
            await expectNothing(by, what, goods, () => by.wms.call(wmsShipments, input));
          }
        }
      }
    }
  });

  test('by retrying an exception with their codes', { timeout: 120_000 }, async () => {
    for (const by of everybody) {
      const some = trialOf(notWith(by)[0]?.goods as Placed, by);
      const number = await stage.waybillNo(some.papers.draft);
      if (by.line) for (const event of byLine(some)) await by.line.device.call(deviceBatch, batchOf(event));
      for (const message of bySystem(some, number)) await by.wms.call(wmsShipments, message);
      const rows = await Promise.all(
        [repeatedCode, wmsLog].map(async (screen) => {
          const { rows: open } = await server.data(screen.page, { status: 'open', size: 1 }, { token: by.token });
          return { screen, id: open[0]?.id };
        }),
      );
      expect(
        rows.map(({ screen, id }) => [screen.key, id !== undefined]),
        by.name,
      ).toEqual([
        [repeatedCode.key, by.line !== undefined],
        [wmsLog.key, true],
      ]);
      for (const { screen, id } of rows) {
        if (id === undefined) continue;
        for (const { goods } of notWith(by)) {
          const trial = trialOf(goods, by);
          const contents = screen === wmsLog ? bySystem(trial, number) : byLine(trial);
          for (const content of contents) {
            const input = { ids: [id], content: JSON.stringify(content) };
            const what = `${by.name}, ${goods.where}, ${input.content}`;
            await expectNothing(by, what, goods, () => server.call(screen.retry, input, { token: by.token }));
          }
        }
      }
    }
  });

  test.each(Object.keys(byFile))('by a file to %s', { timeout: 600_000 }, async (path) => {
    const numbers = new Map((await papersByNumber()).map(({ id, kind, number }) => [`${kind} ${id}`, number]));
    const numberOf = (eventType: string, id: number) =>
      numbers.get(`${eventType === 'return' ? 'refund' : 'waybill'} ${id}`) as string;
    for (const by of everybody) {
      const goods = notWith(by).flatMap(({ goods: one, open }) => (open.length > 0 ? [] : one));
      const order = orderFor(by, goods[0] as Placed);
      for (const { query, line } of byFile[path]?.({ papers: papers.get(by) as Papers, order, fresh, numberOf }) ??
        []) {
        const start = await done();
        const form = new FormData();
        form.append('file', new Blob([goods.flatMap((one) => `${line(one).join('\n')}\n`).join('')]), 'goods.csv');
        const parameters = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
        const headers = { token: by.token };
        const response = await server.fetch(`${path}?${parameters}`, { method: 'POST', headers, body: form });
        expect([200, 404]).toContain(response.status);
        const { data } = (await response.json()) as { data: { job: string } };
        if (response.status === 200) {
          const state = async () => (await server.data(taskDetail, data, { token: by.token })).state;
          await expect.poll(state, { timeout: 120_000 }).toBe('done');
        }
        expect(await done(), `${by.name}, ${JSON.stringify(query)}`).toEqual(start);
      }
    }
  });

  const papersByNumber = () => server.sql<{ id: number; kind: string; number: string }[]>`
    select id, 'waybill' as kind, waybill_no as number from waybill union all select id, 'refund', refund_no from refund`;

  test('and nothing changed: status, location, history and consumer page', async () => {
    for (const goods of placed) expect(await informationOn(goods), goods.where).toEqual(before.get(goods.where));
  });
});
