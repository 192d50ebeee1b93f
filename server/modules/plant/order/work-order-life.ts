import { type WorkOrderStep, workOrderLife } from '@suyuan/contract/plant/order/work-order.life.ts';
import type { WorkOrderStatus } from '@suyuan/contract/plant/order/work-order.ts';
import { type Kysely, sql } from 'kysely';
import type { Change } from '#platform/audit/audit-log.ts';
import type { Schema } from '#platform/database/schema.ts';
import { conflict, notFound } from '#platform/refusal.ts';
import { keepRun } from './order-runs.ts';

/** Locks a work order that is about to take a step. Throws 404, or 409 if its status does not allow the step. */
export async function takeStep(change: Change, id: number, step: WorkOrderStep) {
  await change.changing('work_order', id);
  const order = await change.db
    .selectFrom('work_order')
    .select(['order_no', 'status', 'product_id', 'line_id', 'lot', 'lot_id', 'hierarchy_id', 'started_at', 'extension'])
    .select(['finished_by', 'finished_at', 'closed_by', 'closed_at', 'close_reason'])
    .select([day('work_order.production_date').as('production_date'), day('work_order.expiry_date').as('expiry_date')])
    .select([day('work_order.planned_from').as('planned_from'), day('work_order.planned_to').as('planned_to')])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!order) throw notFound('work_order');
  if (!workOrderLife.mayTake(step, order.status)) throw conflict(`work_order_${step}`, { status: order.status });
  return order;
}

export async function setStatus(change: Change, id: number, status: WorkOrderStatus, columns: object): Promise<void> {
  await change.db
    .updateTable('work_order')
    .set({ status, updated_at: new Date(), ...columns })
    .where('id', '=', id)
    .execute();
  await keepRun(change, id, status);
}

/** What notices about a work order are about. */
export const aboutOrder = (id: number) => `work_order:${id}`;

/** Who took the steps of a work order, by name, as far as `db` shows these people. */
export async function stepsTaken(db: Kysely<Schema>, id: number) {
  const { released_at, closed_at, ...order } = await db
    .selectFrom('work_order as o')
    .leftJoin('account as maker', 'maker.id', 'o.created_by')
    .leftJoin('account as finisher', 'finisher.id', 'o.finished_by')
    .leftJoin('account as closer', 'closer.id', 'o.closed_by')
    .select([
      'o.released_at',
      'o.closed_at',
      'o.close_reason',
      'o.beside_reason',
      'maker.name as created_by',
      'maker.id as created_by_id',
    ])
    .select(['finisher.name as finished_by', 'finisher.id as finished_by_id'])
    .select(['closer.name as closed_by', 'closer.id as closed_by_id'])
    .where('o.id', '=', id)
    .executeTakeFirstOrThrow();
  return {
    ...order,
    released_at: released_at?.toISOString() ?? null,
    closed_at: closed_at?.toISOString() ?? null,
  };
}

/** A date column as `2026-01-31`, independent of time zones. */
export const day = (column: string) => sql<string | null>`to_char(${sql.ref(column)}, 'YYYY-MM-DD')`;
