import { countLife } from '@suyuan/contract/physical/stock/stock-count.life.ts';
import { type CountStatus, stockCount } from '@suyuan/contract/physical/stock/stock-count.ts';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '#platform/database/schema.ts';
import { declaredRow } from '#platform/lists/declared-list.ts';
import { defineNumberSeries } from '#platform/records/number-series.ts';
import { isThere } from '#platform/references/references.ts';
import { badInput, conflict } from '#platform/refusal.ts';
import type { Services } from '#platform/services.ts';
import { serveThing } from '#platform/things/serve-thing.ts';
import { withWork, workFilters } from '../row-work.ts';
import { dueToApprove } from './counts.waiting.ts';

const countNumbers = defineNumberSeries({
  prefix: 'PD',
  sequence: 'stock_count_no',
  table: 'stock_count',
  column: 'count_no',
  unique: 'stock_count_code_key',
});

/** 盘点: serves counts of warehouses and zones as records; `count-steps.serve.ts` has their steps. */
export default function serveStockCounts(services: Services): void {
  serveThing(services, stockCount, {
    table: 'stock_count',
    few: true,
    rows: (db, filters) => counts(db, filters),
    ...workFilters,
    present: (row) => declaredRow(stockCount, inWords(row)),
    foundBy: ['count_no', 'lot', 'remark'],
    numbers: countNumbers,
    columns: (_, { account }) => ({ created_by: account.id }),
    answer: ({ id, change: { db } }) =>
      db.selectFrom('stock_count').select('count_no').where('id', '=', id).executeTakeFirstOrThrow(),
    check: async ({ input, change }) => {
      for (const [path, table, id] of [
        ['warehouse_id', 'warehouse', input.warehouse_id],
        ['product_id', 'product', input.product_id],
      ] as const) {
        if (id && !(await isThere(change, table, id)))
          throw badInput({ path, reason: 'no_such', params: { value: id } });
      }
      if (input.lot && !input.product_id) throw badInput({ path: 'product_id', reason: 'required' });
    },
    admit: async (row, _, __, to) => {
      if (!countLife.mayTake(to, row.status as CountStatus)) throw conflict('count_begun');
    },
  });
}

/** The work that counts are. */
const ofCounts = {
  table: 'stock_count',
  kinds: ['counts_to_approve'],
  due: sql<Date | null>`case when stock_count.status = 'to_approve' then ${dueToApprove} end`,
} as const;

/** Counts with who took their steps, and with whose work they are. */
export const counts = (db: Kysely<Schema>, filters?: Parameters<typeof withWork>[2]) =>
  withWork(countRows(db), ofCounts, filters);

const countRows = (db: Kysely<Schema>) =>
  db
    .selectFrom('stock_count')
    .innerJoin('warehouse as w', 'w.id', 'stock_count.warehouse_id')
    .innerJoin('account as c', 'c.id', 'stock_count.created_by')
    .leftJoin('product as p', 'p.id', 'stock_count.product_id')
    .leftJoin('account as f', 'f.id', 'stock_count.finished_by')
    .leftJoin('account as a', 'a.id', 'stock_count.approved_by')
    .selectAll('stock_count')
    .select(['w.warehouse_name', 'p.product_name', 'c.name as creator', 'f.name as finisher', 'a.name as approver']);

type CountRow = Awaited<ReturnType<ReturnType<typeof counts>['execute']>>[number];

export const inWords = ({ creator, finisher, approver, ...row }: CountRow) => ({
  ...row,
  created_by: creator,
  created_by_id: row.created_by,
  finished_by: finisher,
  finished_by_id: row.finished_by,
  approved_by: approver,
  approved_by_id: row.approved_by,
});
