import { defaultTolerance } from '@suyuan/contract/base/enterprise.ts';
import type { InputOf } from '@suyuan/contract/call/call.ts';
import { limitOf, workOrder } from '@suyuan/contract/plant/order/work-order.ts';
import { type Kysely, sql } from 'kysely';
import type { Change } from '#platform/audit/audit-log.ts';
import { isOfEnterprise } from '#platform/caller.ts';
import type { Connection } from '#platform/database/database.ts';
import type { Schema } from '#platform/database/schema.ts';
import type { FieldRow } from '#platform/extension/extension-fields.ts';
import { extensionInWords, extensionParser } from '#platform/extension/extension-text.ts';
import { enabledFields, extensionValues, requireValues } from '#platform/extension/extension-values.ts';
import { declaredRow } from '#platform/lists/declared-list.ts';
import { requirePictures } from '#platform/pictures/pictures.ts';
import type { Saving } from '#platform/records/record-rules.ts';
import { referred } from '#platform/references/references.ts';
import { badInput, conflict, type Problem } from '#platform/refusal.ts';
import type { Services } from '#platform/services.ts';
import { serveThing } from '#platform/things/serve-thing.ts';
import { orderExtension } from './fields/order-extension.ts';
import { figuresOf } from './figures/figures.ts';
import { allowedOf } from './limits/allowances.ts';
import { lotsMade } from './lot/lots.waiting.ts';
import { day } from './work-order-life.ts';
import {
  foundBy,
  ownColumns,
  requireLotWithoutTwin,
  requireReferences,
  requireTeamOfLine,
  workOrderNumbers,
} from './work-order-rules.ts';

type WorkOrderInput = InputOf<typeof workOrder.add>;

/** Serves work orders, which can be changed only while they are drafts. */
export default function serveWorkOrders(services: Services): void {
  const { system } = services;

  serveThing(services, workOrder, {
    table: 'work_order',
    rows: workOrders,
    complete: async (rows, db) => withFields(db, await withFigures(system.codes.sql, rows)),
    completeExports: true,
    present: ({ fields, extension, ...row }, language) =>
      declaredRow(workOrder, {
        ...row,
        extension: Object.entries(extension).map(([field_code, value]) => ({ field_code, value: String(value) })),
        extension_list: extensionInWords(fields, extension, language),
      }),
    foundBy,
    narrow: {
      started_at: (rows, value) => rows.where('work_order.started_at', value === 'yes' ? 'is not' : 'is', null),
      waits: (rows, _, db) => rows.where('work_order.id', 'in', lotsMade(db).select('work_order.id')),
    },
    numbers: workOrderNumbers,
    columns: async (input, caller, change) => ({
      tolerance: input.tolerance ?? (await toleranceOf(change.db)),
      ...(await ownColumns(input.line_id, caller, change)),
      ...(input.extension && { extension: await extensionColumn(change, input.extension) }),
    }),
    onlyGiven: ['extension'],
    enterpriseDecides: ['tolerance'],
    answer: ({ id, change: { db } }) =>
      db.selectFrom('work_order').select('order_no').where('id', '=', id).executeTakeFirstOrThrow(),
    check: async (saving) => {
      requireDraft(saving.before);
      requireDates(saving.input);
      await requireUsualTolerance(saving);
      await requireReferences(saving);
      await requireTeamOfLine(saving);
      await requireValues(saving, orderExtension);
      await requireLotWithoutTwin(saving);
    },
    parsers: {
      product_id: referred('product', ['product_code', 'product_name']),
      line_id: referred('production_line', ['line_code', 'line_name']),
      team_id: referred('team', ['team_code', 'team_name']),
      hierarchy_id: referred('hierarchy', ['hierarchy_code', 'hierarchy_name']),
      to_warehouse_id: referred('warehouse', ['warehouse_code', 'warehouse_name']),
      extension: extensionParser(orderExtension, 'extension_list'),
    },
    admit: async (row) => requireDraft(row),
  });
}

/** A released order must not change, since labels and packages already carry what it says. */
function requireDraft(row: Readonly<Record<string, unknown>> | undefined): void {
  if (row && row.status !== 'draft') throw conflict('work_order_under_way');
}

/** The tolerance of new work orders, as the enterprise has set it. */
async function toleranceOf(db: Kysely<Schema>): Promise<number> {
  const enterprise = await db.selectFrom('enterprise').select('order_tolerance').executeTakeFirst();
  return enterprise?.order_tolerance ?? defaultTolerance;
}

/** People of a factory plan their orders with the tolerance of the enterprise. */
async function requireUsualTolerance({ input, before, change, caller }: Saving<WorkOrderInput>): Promise<void> {
  if (before || input.tolerance === undefined || isOfEnterprise(caller.account)) return;
  if (input.tolerance !== (await toleranceOf(change.db)))
    throw badInput({ path: 'tolerance', reason: 'enterprise_decides' });
}

function requireDates(input: WorkOrderInput): void {
  const [production_date, expiry_date, planned_from, planned_to] = [
    input.production_date,
    input.expiry_date,
    input.planned_from,
    input.planned_to,
  ].map(dayOf);
  const problems: Problem[] = [];
  if (production_date && expiry_date && expiry_date < production_date)
    problems.push({ path: 'expiry_date', reason: 'before_production_date' });
  if (planned_from && planned_to && planned_to < planned_from)
    problems.push({ path: 'planned_to', reason: 'before_planned_from' });
  if (problems.length > 0) throw badInput(...problems);
}

/** A day that is left out is that of the row, as the database gives it. */
const dayOf = (day: string | Date | null | undefined) => (day instanceof Date ? day.toISOString().slice(0, 10) : day);

const workOrders = (db: Kysely<Schema>) =>
  db
    .selectFrom('work_order')
    .innerJoin('product as of_product', 'of_product.id', 'work_order.product_id')
    .leftJoin('production_line as on_line', 'on_line.id', 'work_order.line_id')
    .leftJoin('team as by_team', 'by_team.id', 'work_order.team_id')
    .leftJoin('hierarchy as by_hierarchy', 'by_hierarchy.id', 'work_order.hierarchy_id')
    .leftJoin('warehouse as to_warehouse', 'to_warehouse.id', 'work_order.to_warehouse_id')
    .leftJoin('account as finisher', 'finisher.id', 'work_order.finished_by')
    .leftJoin('account as closer', 'closer.id', 'work_order.closed_by')
    .selectAll('work_order')
    .select([
      day('work_order.production_date').as('production_date'),
      day('work_order.expiry_date').as('expiry_date'),
      day('work_order.planned_from').as('planned_from'),
      day('work_order.planned_to').as('planned_to'),
      'of_product.product_code',
      'of_product.product_name',
      'on_line.line_code',
      'on_line.line_name',
      'by_team.team_code',
      'by_team.team_name',
      'by_hierarchy.hierarchy_code',
      'by_hierarchy.hierarchy_name',
      'to_warehouse.warehouse_code',
      'to_warehouse.warehouse_name',
      'finisher.id as finished_by_id',
      'closer.id as closed_by_id',
      // Placeholders, filled in by `complete`.
      sql<number>`0`.as('bound'),
      sql<number>`0`.as('packed'),
      sql<number>`0`.as('limit'),
      sql<FieldRow[]>`null`.as('fields'),
    ]);

/** Checks the values of extension fields, and that their pictures exist. */
async function extensionColumn(change: Change, extension: NonNullable<WorkOrderInput['extension']>) {
  const { values, pictures } = await extensionValues(change, orderExtension, extension);
  await requirePictures(change.db, pictures);
  return values;
}

interface OrderRow {
  readonly id: number;
  readonly bound: number;
  readonly packed: number;
  readonly quantity: number;
  readonly tolerance: number;
  readonly limit: number;
}

/** Fills in the figures `bound` and `packed`, and the limit of what may be bound. */
async function withFigures<Row extends OrderRow>(sql: Connection, rows: Row[]): Promise<Row[]> {
  const ids = rows.map(({ id }) => id);
  const [figures, allowances] = await Promise.all([figuresOf(sql, ids), allowedOf(sql, ids)]);
  return rows.map((row) => ({
    ...row,
    bound: figures(row.id, 'bound'),
    packed: figures(row.id, 'packed'),
    limit: limitOf({ ...row, allowed: allowances.get(row.id) ?? 0 }),
  }));
}

/** Fills in the enabled extension fields, by which values are shown. */
async function withFields<Row extends { fields: FieldRow[] }>(db: Kysely<Schema>, rows: Row[]): Promise<Row[]> {
  const fields = await enabledFields(db, orderExtension);
  return rows.map((row) => ({ ...row, fields }));
}
