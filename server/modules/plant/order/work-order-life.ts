import { sql } from 'kysely';
import type { WorkOrderStatus } from '../../../../contract/plant/work-order.ts';
import type { Change } from '../../../platform/audit/audit-log.ts';
import { badInput, conflict, notFound } from '../../../platform/refusal.ts';

export type Step = 'release' | 'start' | 'hold' | 'finish' | 'close';

/** Which step of a work order's life may be taken where, and where it leads. */
export const steps: Readonly<
  Record<Step, { readonly from: readonly WorkOrderStatus[]; readonly to: WorkOrderStatus }>
> = {
  release: { from: ['draft'], to: 'released' },
  start: { from: ['released', 'held', 'finished'], to: 'running' },
  hold: { from: ['running'], to: 'held' },
  finish: { from: ['running', 'held'], to: 'finished' },
  close: { from: ['finished'], to: 'closed' },
};

/** A work order that is about to take a step, locked until the end of the change. */
export async function takeStep(change: Change, id: number, step: Step) {
  await change.changing('work_order', id);
  const order = await change.db.selectFrom('work_order').selectAll().where('id', '=', id).executeTakeFirst();
  if (!order) throw notFound('work_order');
  if (!steps[step].from.includes(order.status)) throw conflict(`work_order_${step}`, { status: order.status });
  return order;
}

export async function setStatus(change: Change, id: number, status: WorkOrderStatus, columns: object): Promise<void> {
  await change.db
    .updateTable('work_order')
    .set({ status, updated_at: new Date(), ...columns })
    .where('id', '=', id)
    .execute();
}

interface LotOf {
  readonly product_id: number;
  readonly lot: string | null;
  readonly production_date: unknown;
  readonly expiry_date: unknown;
}

/**
 * The lot that a work order makes, as a row of its own. Another order may make more of it, on the same dates: a lot has one
 * production date and one expiry date.
 */
export async function lotOf(change: Change, id: number, { product_id, lot }: LotOf): Promise<number | null> {
  if (lot === null) return null;
  const { rows } = await sql<{ id: number; same: boolean; made: boolean }>`
    with wanted as (
      select w.production_date, w.expiry_date from work_order w where w.id = ${id}
    ), made as (
      insert into lot (product_id, lot_no, production_date, expiry_date)
      select ${product_id}, ${lot}, production_date, expiry_date from wanted
      on conflict (product_id, lot_no) do nothing
      returning id
    )
    select l.id, l.production_date is not distinct from w.production_date and l.expiry_date is not distinct from w.expiry_date as same,
      false as made
    from lot l, wanted w where l.product_id = ${product_id} and l.lot_no = ${lot}
    union all select id, true, true from made`.execute(change.db);
  const [found] = rows;
  if (!found) throw notFound('lot');
  if (!found.same) throw badInput({ path: 'lot', reason: 'lot_has_other_dates', params: { value: lot } });
  if (found.made) change.made('lot', found.id);
  return found.id;
}
