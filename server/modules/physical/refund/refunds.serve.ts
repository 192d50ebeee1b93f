import type { InputOf } from '@suyuan/contract/call/call.ts';
import { refundLife } from '@suyuan/contract/physical/refund.life.ts';
import { type RefundStatus, refund } from '@suyuan/contract/physical/refund.ts';
import { type Kysely, sql } from 'kysely';
import type { Change } from '#platform/audit/audit-log.ts';
import type { Account } from '#platform/caller.ts';
import type { Schema } from '#platform/database/schema.ts';
import { declaredRow } from '#platform/lists/declared-list.ts';
import { defineNumberSeries } from '#platform/records/number-series.ts';
import type { Saving } from '#platform/records/record-rules.ts';
import { isThere, referred } from '#platform/references/references.ts';
import { badInput, conflict, type Problem } from '#platform/refusal.ts';
import type { Services } from '#platform/services.ts';
import { serveThing } from '#platform/things/serve-thing.ts';
import { lineRows, linesParser, requireLines } from '../ordered-lines.ts';
import { withWork, workFilters } from '../row-work.ts';
import { announcedLines, withGoods } from './refund-lines.ts';
import { dueOfRefund, uninspected } from './refunds.waiting.ts';

type RefundInput = InputOf<typeof refund.add>;

/** Serves returns, requested by a dealer or announced on behalf of one. */
export default function serveRefunds(services: Services): void {
  const { system } = services;

  serveThing(services, refund, {
    table: 'refund',
    rows: (db, filters) => refunds(db, filters),
    ...workFilters,
    narrow: {
      waits: (rows, _, db) =>
        rows.where('refund.status', 'in', ['receiving', 'inspecting']).where('refund.id', 'in', uninspected(db)),
      product_id: (rows, id, db) => rows.where('refund.id', 'in', cameBack(db).where('product_id', '=', id)),
      from: (rows, at, db) => rows.where('refund.id', 'in', cameBack(db).where('received_at', '>=', new Date(at))),
      to: (rows, at, db) => rows.where('refund.id', 'in', cameBack(db).where('received_at', '<', new Date(at))),
    },
    complete: (rows) => withGoods(system.codes.sql, rows),
    completeExports: true,
    present: (row) => declaredRow(refund, row),
    foundBy: ['refund_no', 'reason', 'remark'],
    numbers: refundNumbers,
    columns: (_, { account }) => ({ created_by: account.id }),
    answer: ({ id, change: { db } }) =>
      db.selectFrom('refund').select('refund_no').where('id', '=', id).executeTakeFirstOrThrow(),
    check: async (saving) => {
      requireRequested(saving.before);
      await requireParties(saving, system.partners.db);
      await requireLines(saving.change, saving.input.lines ?? []);
    },
    parts: announcedLines,
    keep: async (saved) => {
      for (const { id, before, input, change, caller } of saved) {
        if (before) await change.db.deleteFrom('refund_line').where('refund_id', '=', id).execute();
        const lines = lineRows(input.lines ?? []).map((line) => ({ ...line, refund_id: id }));
        if (lines.length > 0) await change.db.insertInto('refund_line').values(lines).execute();
        if (!before) await tellKeeper(services.notices, change, { id, by: caller.account });
      }
    },
    parsers: {
      dealer_id: referred('dealer', ['dealer_code', 'dealer_name']),
      warehouse_id: referred('warehouse', ['warehouse_code', 'warehouse_name']),
      waybill_id: referred('waybill', ['waybill_no']),
      lines: linesParser,
    },
    admit: async (row) => requireRequested(row),
  });
}

/** Filters returns by received goods. */
const cameBack = (db: Kysely<Schema>) => db.selectFrom('refund_goods').select('refund_id');

/** Throws 409 if goods were received already, because the record must keep the original request. */
function requireRequested(row: Readonly<Record<string, unknown>> | undefined): void {
  if (row && !refundLife.mayTake('update', row.status as RefundStatus)) throw conflict('refund_under_way');
}

/**
 * Throws 400 unless the dealer is visible to the caller (for a dealer, its own), and the goods come back to a warehouse that is
 * not a dealer's.
 */
async function requireParties({ input, before, change }: Saving<RefundInput>, partners: Kysely<Schema>): Promise<void> {
  const problems: Problem[] = [];
  const { dealer_id, warehouse_id, waybill_id } = input;
  if (!before && !(await isThere(change, 'dealer', dealer_id)))
    problems.push({ path: 'dealer_id', reason: 'no_such', params: { value: dealer_id } });
  const warehouse = before
    ? true
    : await partners
        .selectFrom('warehouse')
        .select('id')
        .where('id', '=', warehouse_id)
        .where('dealer_id', 'is', null)
        .where('status', '=', 'enabled')
        .where('warehouse_type', 'not in', ['raw', 'packaging'])
        .executeTakeFirst();
  if (!warehouse) problems.push({ path: 'warehouse_id', reason: 'no_such', params: { value: warehouse_id } });
  if (waybill_id) {
    const own = (before?.dealer_id as number | undefined) ?? dealer_id;
    const waybill = await change.db
      .selectFrom('waybill')
      .select('id')
      .where('id', '=', waybill_id)
      .where('to_dealer_id', '=', own)
      .executeTakeFirst();
    if (!waybill) problems.push({ path: 'waybill_id', reason: 'no_such', params: { value: waybill_id } });
  }
  if (problems.length > 0) throw badInput(...problems);
}

/** Tells the keeper of the warehouse that goods are to come back to it, unless the keeper has entered the return. */
async function tellKeeper(
  notices: Services['notices'],
  change: Change,
  { id, by }: { readonly id: number; readonly by: Pick<Account, 'id' | 'name'> },
): Promise<void> {
  const request = await change.system
    .selectFrom('refund as r')
    .innerJoin('warehouse as w', 'w.id', 'r.warehouse_id')
    .select(['r.refund_no', 'w.keeper_id'])
    .where('r.id', '=', id)
    .executeTakeFirst();
  if (!request?.keeper_id || request.keeper_id === by.id) return;
  await notices.tell(change.system, [request.keeper_id], {
    kind: 'return_asked',
    params: { what: request.refund_no, by: by.name },
    leads: [{ screen: 'refund', query: `${new URLSearchParams({ detail: `${id}` })}` }],
  });
}

const refundNumbers = defineNumberSeries({
  prefix: 'RT',
  sequence: 'refund_no',
  table: 'refund',
  column: 'refund_no',
  unique: 'refund_code_key',
});

/** The work that returns are. */
const ofRefunds = (db: Kysely<Schema>) =>
  ({ table: 'refund', kinds: ['returns_to_receive', 'returns_to_inspect'], due: dueOfRefund(db) }) as const;

/** Returns with their parties, and with whose work they are. */
export const refunds = (db: Kysely<Schema>, filters?: Parameters<typeof withWork>[2]) =>
  withWork(refundRows(db), ofRefunds(db), filters);

const refundRows = (db: Kysely<Schema>) =>
  db
    .selectFrom('refund')
    .leftJoin('dealer as of_dealer', 'of_dealer.id', 'refund.dealer_id')
    .leftJoin('warehouse as to_w', 'to_w.id', 'refund.warehouse_id')
    .leftJoin('waybill as by_waybill', 'by_waybill.id', 'refund.waybill_id')
    .selectAll('refund')
    .select([
      'of_dealer.dealer_code',
      'of_dealer.dealer_name',
      'to_w.warehouse_code',
      'to_w.warehouse_name',
      'by_waybill.waybill_no',
      // Row security shows a party its own warehouses only.
      sql<boolean>`to_w.id is not null`.as('receives'),
      // Filled in later by `withGoods`.
      sql<number>`0`.as('planned'),
      sql<number>`0`.as('received'),
      sql<number>`0`.as('inspected'),
      sql<never[]>`null`.as('lines'),
    ]);
