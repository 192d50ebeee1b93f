import { randomUUID } from 'node:crypto';
import { orderFigures } from '@suyuan/contract/plant/order/order-codes.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyEvent, captureFor, numbered, numberedCodes, undoing } from '#test/goods/any-events.ts';
import { captureServer } from '#test/goods/capture-server.ts';
import { newRecall } from '#test/goods/capture-stage.ts';
import type { EventInput } from '#trace/capture/context/event-input.ts';
import type { CodeRecord } from '#trace/state/code-record.ts';
import { Ledger } from '#trace/state/ledger.ts';
import { figureCodes } from './figure-codes.ts';
import { reconciliationOf } from './reconciliation.ts';

// Whatever was bound, leased, handed out, printed, packed, scrapped, rejected, replaced, unpacked and declared wrong for two orders: each
// code is in one class, and what is missing is missing.

const { server, capture } = await captureServer();

/** Part of a code order, given to one of the orders. */
interface Given {
  readonly how: 'bound' | 'leased' | 'not';
  readonly to: 0 | 1;
  readonly from: number;
  readonly size: number;
  readonly isHandedOut: boolean;
}

const given: fc.Arbitrary<Given> = fc.record({
  how: fc.constantFrom('bound', 'bound', 'leased', 'not'),
  to: fc.constantFrom(0, 0, 1),
  from: fc.nat(3),
  size: fc.integer({ min: 1, max: 6 }),
  isHandedOut: fc.boolean(),
});

/** Gives codes to an order, or to none; resolves to them. */
async function give(units: readonly number[], { how, to, from, size, isHandedOut }: Given, orders: readonly number[]) {
  const { sql } = server;
  const codes = units.slice(from, from + size);
  const [first, last, order] = [codes[0], codes.at(-1), orders[to]];
  if (how === 'not' || first === undefined || last === undefined || order === undefined) return undefined;
  const of = sql`(select id from code_order where first_id <= ${first} and last_id >= ${first})`;
  if (how === 'leased') {
    await sql`insert into code_lease (work_order_id, code_order_id, level, first_id, last_id)
      values (${order}, ${of}, 1, ${first}, ${last})`;
  } else {
    await sql`insert into code_segment (first_id, last_id, order_id, work_order_id) values (${first}, ${last}, ${of}, ${order})`;
  }
  if (isHandedOut) {
    await sql`insert into code_download (id, order_id, account_id, format, compress, state, first_id, last_id, ip)
      values (${randomUUID()}, ${of}, 1, 'pdf', 'none', 'done', ${first}, ${last}, '')`;
  }
  return { order, codes };
}

async function newOrder(): Promise<number> {
  const [row] = await server.sql<{ id: number }[]>`
    insert into work_order (order_no, product_id, quantity, created_by) values (gen_random_uuid(), 1, 1000, 1) returning id`;
  return (row as { id: number }).id;
}

/** Whether a code was used, on a product or as a label. */
const isUsed = ({ level, life }: CodeRecord): boolean => level === 1 && life !== 'issued';

async function expectAddsUp(order: number, records: readonly CodeRecord[], own: ReadonlySet<number>) {
  const { sql } = server;
  const figures = await reconciliationOf(sql, order);
  const used = records.filter((record) => isUsed(record) && record.workOrderId === order);
  const beside = used.filter(({ id }) => !own.has(id));
  const elsewhere = records.filter((record) => own.has(record.id) && isUsed(record) && record.workOrderId !== order);
  const unused = records.filter((record) => own.has(record.id) && !isUsed(record));
  expect(figures).toMatchObject({
    issued: own.size,
    unused: unused.length,
    used_beside: beside.length,
    used_elsewhere: elsewhere.length,
    holds: beside.length + elsewhere.length === 0,
  });
  const { bound, packed, loose, rejected, sampled, destroyed } = figures;
  expect(packed + loose + rejected + sampled + destroyed).toBe(bound);
  const { unprinted, printed_unused, voided, label_scrapped, label_sampled } = figures;
  expect(unprinted + printed_unused + voided + label_scrapped + label_sampled + bound).toBe(
    own.size - elsewhere.length + beside.length,
  );
  for (const figure of orderFigures) {
    const codes: number[] = [];
    for await (const chunk of figureCodes({ sql, order }, figure)) codes.push(...chunk.codes.map(({ id }) => id));
    expect([figure, new Set(codes).size]).toEqual([figure, codes.length]);
    expect([figure, codes.length]).toEqual([figure, figures[figure]]);
  }
}

test('of any history the classes add up, with nothing falsely missing', { timeout: 600_000 }, async () => {
  const { sql } = server;
  const recall = await newRecall(sql);
  const event = fc.record({ act: anyEvent(numbered, recall), for: fc.constantFrom(0, 0, 0, 1) });
  const step = fc.oneof({ arbitrary: event, weight: 6 }, { arbitrary: fc.record({ undo: fc.nat(8) }), weight: 1 });
  let clock = Date.now() - 3_600_000;
  const common = { utcOffset: 480, by: { accountId: 1, deviceKeyId: null }, custodian: 'enterprise' } as const;
  await fc.assert(
    fc.asyncProperty(fc.tuple(given, given), fc.array(step, { minLength: 2, maxLength: 14 }), async (gifts, steps) => {
      const orders = [await newOrder(), await newOrder()];
      const ids = await numberedCodes(sql);
      const units = numbered.units.map((n) => ids[n] as number);
      const own = new Map(orders.map((id) => [id, new Set<number>()]));
      for (const [at, gift] of gifts.entries()) {
        const taken = await give(at === 0 ? units.slice(0, 6) : units.slice(6), gift, orders);
        for (const code of taken?.codes ?? []) own.get(taken?.order as number)?.add(code);
      }
      const isGiven = new Map([...own].map(([id, codes]) => [id, codes.size > 0]));
      const done: { input: EventInput; event: number }[] = [];
      for (const one of steps) {
        const undone = 'undo' in one ? done[one.undo] : undefined;
        const wanted =
          'undo' in one ? undone && (await undoing(sql, undone.input, undone.event)) : captureFor(ids, one.act);
        if (!wanted) continue;
        const workOrderId = orders['undo' in one ? 0 : one.for];
        const input = { ...wanted, ...common, workOrderId, at: ++clock } as EventInput;
        const captured = await capture.event(input);
        if ('refused' in captured) continue;
        done.push({ input, event: captured.eventId });
        // Where no codes were given to an order, those whose labels a machine printed for it are its own.
        if (input.act === 'print' && !isGiven.get(input.workOrderId))
          for (const code of input.codes) if (units.includes(code)) own.get(input.workOrderId)?.add(code);
      }
      const ledger = new Ledger(sql);
      await ledger.read(ids);
      const records = ids.flatMap((id) => ledger.get(id) ?? []);
      for (const [id, codes] of own) await expectAddsUp(id, records, codes);
    }),
    { numRuns: 60 },
  );
});
