import type { InputOf } from '@suyuan/contract/call/call.ts';
import { minute } from '@suyuan/contract/durations.ts';
import type { materialUseAdd } from '@suyuan/contract/plant/material/material-use.ts';
import { type Kysely, sql } from 'kysely';
import type { Change } from '#platform/audit/audit-log.ts';
import type { Principal } from '#platform/caller.ts';
import type { Schema } from '#platform/database/schema.ts';
import { orNull } from '#platform/records/columns.ts';
import { badInput, conflict } from '#platform/refusal.ts';
import { refuseTwin } from '#trace/lot-twins.ts';
import { day } from '../order/work-order-life.ts';

export type UseInput = InputOf<typeof materialUseAdd>;

interface NewUse {
  readonly source: 'scan' | 'form' | 'import';
  readonly timeZone: string;
  /** The row that it corrects, and why. */
  readonly correction?: { readonly corrects: number; readonly correction_reason: string };
}

/** Records that a work order used a material lot. Returns the row. */
export async function addUse(
  change: Change,
  { account }: Principal,
  input: UseInput,
  { source, timeZone, correction }: NewUse,
): Promise<{ id: number }> {
  await requireOpenOrder(change, input.work_order_id);
  const material = await materialOf(change.db, input.material_id);
  const used_at = input.used_at ? new Date(input.used_at) : new Date();
  if (used_at.getTime() > Date.now() + farthestAhead) throw badInput({ path: 'used_at', reason: 'in_future' });
  if (input.amount < 0.001 && !correction)
    throw badInput({ path: 'amount', reason: 'too_small', params: { limit: 0.001 } });
  await requireLotWithoutTwin(change.db, input, correction?.corrects);
  const expiry_date = input.expiry_date ?? null;
  const expired_reason = orNull(input.expired_reason);
  if (input.amount > 0 && expiry_date && isExpired(expiry_date, timeZone, used_at) && !expired_reason) {
    throw badInput({ path: 'expiry_date', reason: 'material_expired', params: { value: expiry_date } });
  }
  const row = await change.db
    .insertInto('material_use')
    .values({
      work_order_id: input.work_order_id,
      material_id: input.material_id,
      material_lot: input.material_lot.trim(),
      supplier: orNull(input.supplier) ?? material.supplier_name,
      amount: toThousandths(input.amount),
      unit: orNull(input.unit) ?? material.unit,
      expiry_date,
      expired_reason,
      used_at,
      source,
      label: orNull(input.label),
      used_by: account.id,
      ...(correction ?? { corrects: null, correction_reason: null }),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  change.made('material_use', row.id);
  return row;
}

/** Whether the same use is recorded already, compared to the second, as exports write it. A use without a time is always new. */
export async function isRecorded({ db }: Change, input: Partial<UseInput>): Promise<boolean> {
  const { work_order_id, material_id, material_lot, amount, used_at } = input;
  if (!work_order_id || !material_id || material_lot === undefined || amount === undefined || !used_at) return false;
  const row = await db
    .selectFrom('material_use')
    .select('id')
    .where('work_order_id', '=', work_order_id)
    .where('material_id', '=', material_id)
    .where('material_lot', '=', material_lot.trim())
    .where('amount', '=', toThousandths(amount))
    .where(sql<boolean>`date_trunc('second', used_at) = date_trunc('second', ${used_at}::timestamptz)`)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

const toThousandths = (amount: number): number => Math.round(amount * 1000) / 1000;

/** Whether a lot had expired at a moment, in the enterprise's time zone. */
export const isExpired = (expiryDate: string, timeZone: string, at = new Date()): boolean =>
  expiryDate <
  new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(at);

/** How far ahead of the server's clock a time may be, in milliseconds. */
const farthestAhead = 5 * minute;

/** Throws unless the order is neither a draft, which uses nothing yet, nor closed, when its reconciliation is final. */
async function requireOpenOrder({ db }: Change, id: number): Promise<void> {
  const order = await db
    .selectFrom('work_order')
    .select(['order_no', 'status'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!order) throw badInput({ path: 'work_order_id', reason: 'no_such', params: { value: id } });
  if (order.status === 'draft') throw conflict('material_of_draft', { order_no: order.order_no });
  if (order.status === 'closed') throw conflict('material_of_closed', { order_no: order.order_no });
}

async function materialOf(db: Kysely<Schema>, id: number) {
  const material = await db
    .selectFrom('material as m')
    .leftJoin('packaging_supplier as s', 's.id', 'm.supplier_id')
    .select(['m.unit', 's.supplier_name'])
    .where('m.id', '=', id)
    .executeTakeFirst();
  if (!material) throw badInput({ path: 'material_id', reason: 'no_such', params: { value: id } });
  return material;
}

/** The uses that the caller may see, joined with what they refer to. */
export const materialUses = (db: Kysely<Schema>) =>
  db
    .selectFrom('material_use')
    .innerJoin('work_order as of_order', 'of_order.id', 'material_use.work_order_id')
    .innerJoin('product as of_product', 'of_product.id', 'of_order.product_id')
    .innerJoin('material as of_material', 'of_material.id', 'material_use.material_id')
    .leftJoin('account as by_person', 'by_person.id', 'material_use.used_by')
    .select((eb) => [
      'material_use.id',
      'material_use.work_order_id',
      'material_use.material_id',
      'material_use.material_lot',
      'material_use.supplier',
      'material_use.amount',
      'material_use.unit',
      'material_use.expired_reason',
      'material_use.used_at',
      'material_use.source',
      'material_use.corrects',
      'material_use.correction_reason',
      'material_use.created_at',
      'of_order.order_no',
      'of_product.id as product_id',
      'of_product.product_name',
      'of_material.material_code',
      'of_material.material_name',
      'of_material.kind',
      'by_person.id as used_by_id',
      'by_person.name as used_by',
      day('material_use.expiry_date').as('expiry_date'),
      eb
        .exists(
          eb.selectFrom('material_use as later').select('later.id').whereRef('later.corrects', '=', 'material_use.id'),
        )
        .$castTo<boolean>()
        .as('corrected'),
    ]);

/** Throws 400 if a lot of the material is known in another case. What is corrected may have been written wrongly. */
async function requireLotWithoutTwin(db: Kysely<Schema>, { material_id, material_lot }: UseInput, corrects = 0) {
  const lot = material_lot.trim();
  const previous = await db
    .selectFrom('material_use')
    .select('material_lot')
    .distinct()
    .where('material_id', '=', material_id)
    .where((eb) => eb(eb.fn<string>('lower', ['material_lot']), '=', lot.toLowerCase()))
    .where('id', '<>', corrects)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('material_use as later').select('later.id').whereRef('later.corrects', '=', 'material_use.id'),
        ),
      ),
    )
    .execute();
  refuseTwin(
    'material_lot',
    lot,
    previous.map((row) => row.material_lot),
  );
}
