import { lotRelease, lotTakeBack } from '@suyuan/contract/plant/lot/lot-release.ts';
import type { Change } from '#platform/audit/audit-log.ts';
import type { Connection } from '#platform/database/database.ts';
import { conflict, notFound } from '#platform/refusal.ts';
import type { Services } from '#platform/services.ts';
import { samplesOfLot } from '../../sample/lot-samples.ts';
import { type Part, releaseLot, requireReleasable, takeBackRelease } from './lot-release.ts';
import { lotReleasesOf } from './lot-releases.ts';

/** Serves the releases of the lot that a work order makes, and taking them back. */
export default function serveLotReleases({ routes, system, notices }: Services): void {
  /** Whoever releases lots sees at once what still waits. */
  const touched = async (change: Change, lot: number) => {
    for (const { id } of await change.db.selectFrom('work_order').select('id').where('lot_id', '=', lot).execute())
      await notices.touched(change.system, 'work_order', id);
  };

  routes.change(lotRelease, async ({ id, release, reason }, { account, secondPerson }, change) => {
    const lot = await lotOfOrder(change, id);
    const first = await requireReleasable(change, lot, release);
    const why = release === 'quality' ? await reasonOf(system.codes.sql, lot, reason) : null;
    const before = why === null ? first : await lastWorkOn(change, lot);
    if (before) await secondPerson.require(before);
    else secondPerson.waive();
    await releaseLot(change, lot, release, { by: account.id, reason: why });
    await touched(change, lot);
    return lotReleasesOf(change.db, change.db, lot);
  });

  routes.change(lotTakeBack, async ({ id, release, reason }, { account, secondPerson }, change) => {
    const lot = await lotOfOrder(change, id);
    await secondPerson.require(await takeBackRelease(change, lot, release, { by: account.id, reason: reason.trim() }));
    await touched(change, lot);
    return lotReleasesOf(change.db, change.db, lot);
  });
}

async function lotOfOrder({ db }: Change, id: number): Promise<number> {
  const order = await db.selectFrom('work_order').select('lot_id').where('id', '=', id).executeTakeFirst();
  if (!order) throw notFound('work_order');
  if (order.lot_id === null) throw conflict('work_order_without_lot');
  return order.lot_id;
}

/** Why a lot is released whose sample plan is not fulfilled; null if it is. Throws 409 without a reason. */
async function reasonOf(sql: Connection, lot: number, reason: string | undefined): Promise<string | null> {
  const missing = (await samplesOfLot(sql, lot)).filter(({ fulfilled }) => !fulfilled);
  if (missing.length === 0) return null;
  const why = reason?.trim() || null;
  if (why === null)
    throw conflict('lot_samples_missing', { tests: missing.map(({ test_name }) => test_name).join(', ') });
  return why;
}

/** Who last had to do with a lot before its release: finished an order of it, or recorded a result. Another one overrules. */
async function lastWorkOn({ db }: Change, lot: number): Promise<Part> {
  const [order, result] = await Promise.all([
    db
      .selectFrom('work_order')
      .select(['finished_by as account', 'finished_at as at'])
      .where('lot_id', '=', lot)
      .where('finished_at', 'is not', null)
      .orderBy('finished_at', 'desc')
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('lot_result')
      .select(['given_by as account', 'given_at as at'])
      .where('lot_id', '=', lot)
      .orderBy('id', 'desc')
      .executeTakeFirst(),
  ]);
  const finished = { account: order.account as number, at: order.at as Date };
  return result && result.at > finished.at ? result : finished;
}
