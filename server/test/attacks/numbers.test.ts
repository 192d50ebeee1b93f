import type { Call } from '@suyuan/contract/call/call.ts';
import { caseAdd } from '@suyuan/contract/inspect/case/case.ts';
import { forensicAdd } from '@suyuan/contract/inspect/case/forensic-case.ts';
import { settlementAdd } from '@suyuan/contract/inspect/case/settlement.ts';
import { holdAdd } from '@suyuan/contract/inspect/hold.ts';
import { recallAdd } from '@suyuan/contract/inspect/recall/recall.ts';
import { taskAdd } from '@suyuan/contract/inspect/task/inspect-task.ts';
import { refund } from '@suyuan/contract/physical/refund.ts';
import { stockCount } from '@suyuan/contract/physical/stock/stock-count.ts';
import { waybill } from '@suyuan/contract/physical/waybill/waybill.ts';
import { clearanceAdd } from '@suyuan/contract/plant/line/line-clearance.ts';
import { workOrder, workOrderSplit } from '@suyuan/contract/plant/order/work-order.ts';
import { shiftAdd } from '@suyuan/contract/plant/shift/shift-handover.ts';
import { handoverAdd } from '@suyuan/contract/report/handover.ts';
import { describe, expect, test } from 'vitest';
import { lineToClear } from '../goods/clearance.ts';
import { goodsServer } from '../goods/goods-server.ts';
import { newTeam } from '../goods/new-team.ts';
import { suspected } from '../goods/suspected.ts';

// Somebody types numbers that the system would give next: nobody else may be kept from anything by it.

const { server, goods, from, dealerId } = await goodsServer();
const productId = await goods.product();
const lines = [{ product_id: productId, quantity: 1 }];

interface Numbered {
  readonly table: string;
  readonly column: string;
  readonly sequence: string;
  readonly prefix: string;
  readonly add: Call;
  readonly field: string;
  /** What is added, without its number. */
  readonly input: () => Promise<object>;
  /** Whether people may type the number. */
  readonly typed: boolean;
}

let orders = 0;
/** A work order with a number of another kind, so that it takes none of the series. */
const made = async () => (await goods.made(from, { order: { order_no: `MADE-${++orders}` } })).workOrderId;

const due_at = '2030-01-01T00:00:00Z';
let warnings = 0;
const warned = () => suspected(server.sql, { subject: `numbered-${++warnings}` });
let caseId: number | undefined;
/** One case for all tasks and settlements, so that they take no numbers of cases. */
async function opened(): Promise<number> {
  caseId ??= (await server.data(caseAdd, { title: 'x', warning_ids: [await warned()], owner_id: 1, due_at })).id;
  return caseId;
}

const numbered: readonly Numbered[] = [
  {
    ...{
      table: 'waybill',
      column: 'waybill_no',
      sequence: 'waybill_no',
      prefix: 'WB',
      add: waybill.add,
      field: 'waybill_no',
    },
    input: async () => ({ kind: 'sale', from_warehouse_id: from, to_dealer_id: dealerId, lines }),
    typed: true,
  },
  {
    ...{
      table: 'refund',
      column: 'refund_no',
      sequence: 'refund_no',
      prefix: 'RT',
      add: refund.add,
      field: 'refund_no',
    },
    input: async () => ({ dealer_id: dealerId, warehouse_id: from, reason: 'broken' }),
    typed: true,
  },
  {
    ...{ table: 'work_order', column: 'order_no', sequence: 'work_order_no', prefix: 'WO' },
    ...{ add: workOrder.add, field: 'order_no', typed: true },
    input: async () => ({ product_id: productId, lot: 'L', quantity: 10 }),
  },
  {
    ...{ table: 'work_order', column: 'order_no', sequence: 'work_order_no', prefix: 'WO' },
    ...{ add: workOrderSplit, field: 'order_no', typed: false },
    input: async () => ({ id: await made(), quantity: 1 }),
  },
  {
    ...{ table: 'handover', column: 'handover_no', sequence: 'handover_no', prefix: 'JJ' },
    ...{ add: handoverAdd, field: 'handover_no', typed: false },
    input: async () => {
      const order = await goods.made(from);
      await goods.cases(order, 1);
      return { work_order_id: order.workOrderId };
    },
  },
  {
    ...{ table: 'line_clearance', column: 'clearance_no', sequence: 'clearance_no', prefix: 'QC' },
    ...{ add: clearanceAdd, field: 'clearance_no', typed: false },
    input: async () => ({
      ...{ line_id: await lineToClear(server), labels_left: 0 },
      ...{ difference_reason: 'none were printed', checks: [] },
    }),
  },
  {
    ...{ table: 'stock_count', column: 'count_no', sequence: 'stock_count_no', prefix: 'PD' },
    ...{ add: stockCount.add, field: 'count_no', typed: false },
    input: async () => ({ warehouse_id: from }),
  },
  {
    ...{ table: 'shift_handover', column: 'shift_no', sequence: 'shift_no', prefix: 'JB' },
    ...{ add: shiftAdd, field: 'shift_no', typed: false },
    input: async () => ({ team_id: await newTeam(server) }),
  },
  {
    ...{ table: 'recall', column: 'recall_no', sequence: 'recall_no', prefix: 'ZH' },
    ...{ add: recallAdd, field: 'recall_no', typed: false },
    input: async () => ({ scope: { work_order_id: await made() }, drill: true, reason: 'smells' }),
  },
  {
    ...{ table: 'quality_hold', column: 'hold_no', sequence: 'quality_hold_no', prefix: 'DJ' },
    ...{ add: holdAdd, field: 'hold_no', typed: false },
    input: async () => ({
      ...{ scope: { work_order_id: await made() }, reason: 'smells' },
      ...{ owner_id: 1, due_at: new Date(Date.now() + 86_400_000).toISOString() },
    }),
  },
  {
    ...{ table: 'forensic_case', column: 'case_no', sequence: 'forensic_no', prefix: 'QZ' },
    ...{ add: forensicAdd, field: 'case_no', typed: false },
    input: async () => ({ found_at: new Date().toISOString(), note: 'found in a shop' }),
  },
  {
    ...{ table: 'inspect_case', column: 'case_no', sequence: 'inspect_case_no', prefix: 'AJ' },
    ...{ add: caseAdd, field: 'case_no', typed: false },
    input: async () => ({ title: 'diverted', warning_ids: [await warned()], owner_id: 1, due_at }),
  },
  {
    ...{ table: 'inspect_task', column: 'task_no', sequence: 'inspect_task_no', prefix: 'RW' },
    ...{ add: taskAdd, field: 'task_no', typed: false },
    input: async () => ({ case_id: await opened(), assignee_id: 1, due_at, stops: [{ name: 'a shop' }] }),
  },
  {
    ...{ table: 'dealer_settlement', column: 'settlement_no', sequence: 'dealer_settlement_no', prefix: 'XY' },
    ...{ add: settlementAdd, field: 'settlement_no', typed: false },
    input: async () => ({ case_id: await opened(), dealer_id: dealerId, amount: '1' }),
  },
];

test('every number sequence is attacked here', async () => {
  const sequences = await server.sql<{ name: string }[]>`
    select sequencename as name from pg_sequences where schemaname = 'public' and sequencename !~ '_(id|event_id|seq)_seq$'`;
  expect(sequences.map(({ name }) => name).toSorted()).toEqual(
    [...new Set(numbered.map(({ sequence }) => sequence))].toSorted(),
  );
});

const inSeries = (prefix: string, at: number) => `${prefix}${String(at).padStart(6, '0')}`;

describe.each(numbered.map((one) => [`${one.add.path}`, one] as const))('%s', (_, one) => {
  const added = async (more: object = {}): Promise<string> =>
    ((await server.data(one.add, { ...(await one.input()), ...more } as never)) as Record<string, string>)[
      one.field
    ] as string;
  const countOf = (number: string) => Number(number.slice(one.prefix.length));
  /** Takes numbers as whoever types them does. */
  const take = async (number: string) => {
    if (one.typed) return added({ [one.field]: number });
    const typed = numbered.find(({ table, typed }) => typed && table === one.table);
    if (typed) return server.data(typed.add, { ...(await typed.input()), [typed.field]: number } as never);
    return server.sql`
      update ${server.sql(one.table)} set ${server.sql(one.column)} = ${number}
      where id = (select min(id) from ${server.sql(one.table)} where ${server.sql(one.column)} not like ${`${number}%`})`;
  };

  test('skips numbers that others have taken, in any case', async () => {
    const last = countOf(await added());
    await take(inSeries(one.prefix, last + 1));
    if (one.typed) {
      await take(inSeries(one.prefix, last + 2).toLowerCase());
      await take(inSeries(one.prefix, last + 3));
    }
    const next = await added();
    expect(next).toBe(inSeries(one.prefix, last + (one.typed ? 4 : 2)));
    expect(await added()).toBe(inSeries(one.prefix, countOf(next) + 1));
  });

  test('skips a number that is being taken at the same moment', async () => {
    if (!one.typed && one.table !== 'work_order') return;
    const last = countOf(await added());
    const typed = numbered.find(({ table, typed }) => typed && table === one.table) as Numbered;
    const row = await typed.input();
    const id = ((await server.data(typed.add, row as never)) as { id: number }).id;
    const connection = await server.sql.reserve();
    await connection`begin`;
    await connection`
      update ${connection(one.table)} set ${connection(one.column)} = ${inSeries(one.prefix, last + 2)}
      where id = ${id}`;
    const waiting = added();
    const isBlocked = async () =>
      (await server.sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`)
        .length > 0;
    await expect.poll(isBlocked, { timeout: 20_000 }).toBe(true);
    await connection`commit`;
    connection.release();
    expect(await waiting).toBe(inSeries(one.prefix, last + 3));
  });

  test('continues beyond its six digits', async () => {
    await server.sql`select setval(${one.sequence}, 999999)`;
    const numbers = [await added(), await added()];
    const [first, second] = numbers.map(countOf) as [number, number];
    expect([first > 999_999, second - first]).toEqual([true, 1]);
    await server.sql`select setval(${one.sequence}, 500000 + ${numbered.indexOf(one) * 1000}::int)`;
  });
});
