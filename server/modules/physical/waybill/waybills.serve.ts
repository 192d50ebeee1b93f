import { waybillLife } from '@suyuan/contract/physical/waybill/waybill.life.ts';
import { type WaybillStatus, waybill } from '@suyuan/contract/physical/waybill/waybill.ts';
import { type Kysely, sql } from 'kysely';
import type { Change } from '#platform/audit/audit-log.ts';
import type { Schema } from '#platform/database/schema.ts';
import { declaredRow } from '#platform/lists/declared-list.ts';
import { defineNumberSeries } from '#platform/records/number-series.ts';
import { isThere, referred } from '#platform/references/references.ts';
import { conflict, noAccess } from '#platform/refusal.ts';
import type { Services } from '#platform/services.ts';
import { serveThing } from '#platform/things/serve-thing.ts';
import { linesParser, requireLines } from '../ordered-lines.ts';
import { withWork, workFilters } from '../row-work.ts';
import { statusWord } from './life/waybill-steps.ts';
import { requireChangeable } from './waybill-changes.ts';
import { requireEnds } from './waybill-ends.ts';
import { orderedLines, withLines, writeLines } from './waybill-lines.ts';
import { dueToSign } from './waybills.waiting.ts';

/** Serves waybills. Which of it can be changed depends on how far a waybill has come (`waybill-changes.ts`). */
export default function serveWaybills(services: Services): void {
  const { system } = services;

  serveThing(services, waybill, {
    table: 'waybill',
    rows: (db, filters) => waybills(db, filters),
    ...workFilters,
    narrow: {
      sends: (rows, value) => rows.where('from_w.id', value === 'yes' ? 'is not' : 'is', null),
      product_id: (rows, id, db) =>
        rows.where('waybill.id', 'in', db.selectFrom('waybill_line').select('waybill_id').where('product_id', '=', id)),
    },
    complete: (rows) => withLines(system.codes.sql, rows),
    completeExports: true,
    present: (row) => declaredRow(waybill, row),
    foundBy: ['waybill_no', 'receiver', 'carrier', 'plate', 'driver', 'remark'],
    numbers: waybillNumbers,
    columns: (_, { account }) => ({ created_by: account.id }),
    answer: ({ id, change: { db } }) =>
      db.selectFrom('waybill').select('waybill_no').where('id', '=', id).executeTakeFirstOrThrow(),
    check: async (saving) => {
      if (saving.before) {
        await requireOwn(saving.before, saving.change, 'update');
        await requireChangeable(system.codes.sql, saving);
      }
      await requireEnds(saving);
      await requireLines(saving.change, saving.input.lines);
    },
    parts: orderedLines,
    keep: async (saved) => {
      for (const { id, input, change } of saved) await writeLines(change, id, input.lines);
    },
    parsers: {
      from_warehouse_id: referred('warehouse', ['from_warehouse_code', 'from_warehouse_name']),
      to_dealer_id: referred('dealer', ['dealer_code', 'dealer_name']),
      ship_to_id: referred('ship_to', ['ship_to_code', 'ship_to_name']),
      to_warehouse_id: referred('warehouse', ['to_warehouse_code', 'to_warehouse_name']),
      from_factory_id: referred('factory', ['from_factory_code', 'from_factory_name']),
      to_factory_id: referred('factory', ['to_factory_code', 'to_factory_name']),
      lines: linesParser,
    },
    partParsers: { lines: { product_id: referred('product', ['product_code']) } },
    admit: (row, change, _, to) => requireOwn(row, change, to),
  });
}

/** Throws unless the waybill leaves from the caller's own warehouse, as recipients may only see it, and its status allows it. */
async function requireOwn(
  row: Readonly<Record<string, unknown>>,
  change: Change,
  to: 'update' | 'delete',
): Promise<void> {
  if (!(await isThere(change, 'warehouse', row.from_warehouse_id as number))) throw noAccess();
  const status = row.status as WaybillStatus;
  if (!waybillLife.mayTake(to, status)) throw conflict(`waybill_${to}`, { status: statusWord(status) });
}

const waybillNumbers = defineNumberSeries({
  prefix: 'WB',
  sequence: 'waybill_no',
  table: 'waybill',
  column: 'waybill_no',
  unique: 'waybill_code_key',
});

/** The work that waybills are. */
const ofWaybills = {
  table: 'waybill',
  kinds: ['waybills_to_sign'],
  due: sql<Date | null>`case when waybill.status = 'shipped' then ${dueToSign} end`,
} as const;

/** Waybills with what is at both ends of them, and with whose work they are. */
export const waybills = (db: Kysely<Schema>, filters?: Parameters<typeof withWork>[2]) =>
  withWork(waybillRows(db), ofWaybills, filters);

const waybillRows = (db: Kysely<Schema>) =>
  db
    .selectFrom('waybill')
    .leftJoin('warehouse as from_w', 'from_w.id', 'waybill.from_warehouse_id')
    .leftJoin('warehouse as to_w', 'to_w.id', 'waybill.to_warehouse_id')
    .leftJoin('dealer as to_d', 'to_d.id', 'waybill.to_dealer_id')
    .leftJoin('ship_to as at_s', 'at_s.id', 'waybill.ship_to_id')
    .leftJoin('factory as from_f', 'from_f.id', 'waybill.from_factory_id')
    .leftJoin('factory as to_f', 'to_f.id', 'waybill.to_factory_id')
    .selectAll('waybill')
    .select([
      sql<string | null>`to_char(waybill.planned_day, 'YYYY-MM-DD')`.as('planned_day'),
      'from_w.warehouse_code as from_warehouse_code',
      'from_w.warehouse_name as from_warehouse_name',
      'to_w.warehouse_code as to_warehouse_code',
      'to_w.warehouse_name as to_warehouse_name',
      'from_f.factory_code as from_factory_code',
      'from_f.factory_name as from_factory_name',
      'to_f.factory_code as to_factory_code',
      'to_f.factory_name as to_factory_name',
      'to_d.dealer_code',
      'to_d.dealer_name',
      'at_s.ship_to_code',
      'at_s.ship_to_name',
      // What row security shows of both ends is what the caller acts for; what goes outside, the enterprise signs for.
      sql<boolean>`from_w.id is not null`.as('sends'),
      sql<boolean>`to_w.id is not null or to_d.id is not null or to_f.id is not null`.as('receives'),
      // Filled in later by `withLines`.
      sql<number>`0`.as('planned'),
      sql<number>`0`.as('loaded'),
      sql<number>`0`.as('received'),
      sql<never[]>`null`.as('lines'),
    ]);
