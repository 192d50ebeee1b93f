import { lotLife } from '@suyuan/contract/plant/lot/lot.life.ts';
import type { WorkOrderStatus } from '@suyuan/contract/plant/order/work-order.ts';
import type { Kysely } from 'kysely';
import type { Change } from '#platform/audit/audit-log.ts';
import type { Schema } from '#platform/database/schema.ts';
import { conflict, notFound } from '#platform/refusal.ts';

export type Release = 'quality' | 'market';

/** Who released a lot, or took a release, and when: the first part of what another person does next. */
export interface Part {
  readonly account: number;
  readonly at: Date;
}

/** Releases a lot that `requireReleasable` has let through. */
export async function releaseLot(
  change: Change,
  id: number,
  release: Release,
  { by, reason }: { readonly by: number; readonly reason: string | null },
): Promise<void> {
  await setRelease(change, id, release, { account: by, at: new Date() }, reason);
}

async function setRelease(
  { db }: Change,
  id: number,
  release: Release,
  part: Part | null,
  reason: string | null = null,
): Promise<void> {
  const [at, by] = [part?.at ?? null, part?.account ?? null];
  await db
    .updateTable('lot')
    .set({
      ...(release === 'quality'
        ? { quality_released_at: at, quality_released_by: by, quality_reason: reason }
        : { market_released_at: at, market_released_by: by }),
      updated_at: new Date(),
    })
    .where('id', '=', id)
    .execute();
}

/**
 * Locks a lot that is to be released, for quality once every order that makes it is finished, then for the market. Resolves to the
 * quality release, which another person has to follow; undefined if it is the one to be made. Throws 404 or 409.
 */
export async function requireReleasable(change: Change, id: number, release: Release): Promise<Part | undefined> {
  const lot = await lotToChange(change, id);
  if (!lotLife.mayTake(release, statusOf(lot)))
    throw conflict(lot[`${release}_released_at`] === null ? 'lot_quality_first' : 'lot_released');
  if (release === 'market' && lot.quality_released_at !== null) {
    return { account: lot.quality_released_by as number, at: lot.quality_released_at };
  }
  // All are locked: one that is finished must not be started again meanwhile.
  const orderNos = unfinishedIn(await ordersOfLot(change.db, id).forShare().execute());
  if (orderNos.length > 0) throw conflict('lot_unfinished', { orders: orderNos.join(', ') });
  return undefined;
}

/** The numbers of the work orders for which a lot waits before quality releases it, as far as `db` shows them. */
export const ordersAwaited = async (db: Kysely<Schema>, id: number): Promise<string[]> =>
  unfinishedIn(await ordersOfLot(db, id).execute());

const ordersOfLot = (db: Kysely<Schema>, id: number) =>
  db.selectFrom('work_order').select(['order_no', 'status']).where('lot_id', '=', id).orderBy('id');

const unfinishedIn = (orders: readonly { readonly order_no: string; readonly status: WorkOrderStatus }[]): string[] =>
  orders.flatMap(({ order_no, status }) => (status === 'finished' || status === 'closed' ? [] : [order_no]));

/** Throws 409 if a lot, of which more is to be made, is released already: what is made then would be released unseen. */
export async function requireUnreleasedLot(change: Change, id: number | null): Promise<void> {
  if (id === null) return;
  const lot = await change.db
    .selectFrom('lot')
    .select(['lot_no', 'quality_released_at'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (lot && lot.quality_released_at !== null) throw conflict('lot_released_before', { lot: lot.lot_no });
}

/** Locks a lot and takes a release of it back, the later one first. Resolves to who had released it. Throws 404 or 409. */
export async function takeBackRelease(
  change: Change,
  id: number,
  release: Release,
  { by, reason }: { readonly by: number; readonly reason: string },
): Promise<Part> {
  const lot = await lotToChange(change, id);
  const [at, account] = [lot[`${release}_released_at`], lot[`${release}_released_by`]];
  if (at === null || account === null) throw conflict('lot_not_released');
  if (!lotLife.mayTake(`take_back_${release}`, statusOf(lot))) throw conflict('lot_market_first');
  await requireUnsent(change, id, lot.lot_no);
  await setRelease(change, id, release, null);
  const row = await change.db
    .insertInto('lot_release_taken_back')
    .values({ lot_id: id, release, released_by: account, released_at: at, taken_back_by: by, reason })
    .returning('id')
    .executeTakeFirstOrThrow();
  change.made('lot_release_taken_back', row.id);
  return { account, at };
}

/** Throws 409 with a waybill that goods of the lot are on, or left with: they are held or recalled instead. */
async function requireUnsent({ db }: Change, id: number, lot: string): Promise<void> {
  const [waybill, ...others] = await db
    .selectFrom('waybill_goods as g')
    .innerJoin('waybill as w', 'w.id', 'g.waybill_id')
    .select('w.waybill_no')
    .distinct()
    .where('g.lot_id', '=', id)
    .whereRef('g.units', '>', 'g.returned')
    .orderBy('w.waybill_no')
    .execute();
  if (waybill) throw conflict('lot_sent', { lot, waybill: waybill.waybill_no, count: others.length });
}

const statusOf = (lot: Awaited<ReturnType<typeof lotToChange>>) => {
  if (lot.market_released_at !== null) return 'market';
  return lot.quality_released_at === null ? 'made' : 'quality';
};

async function lotToChange(change: Change, id: number) {
  await change.changing('lot', id);
  const lot = await change.db.selectFrom('lot').selectAll().where('id', '=', id).executeTakeFirst();
  if (!lot) throw notFound('lot');
  return lot;
}
