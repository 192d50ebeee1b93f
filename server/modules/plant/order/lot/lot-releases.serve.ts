import { lotRelease, lotTakeBack } from '@suyuan/contract/plant/lot-release.ts';
import type { Change } from '#platform/audit/audit-log.ts';
import { conflict, notFound } from '#platform/refusal.ts';
import type { Services } from '#platform/services.ts';
import { releaseLot, requireReleasable, takeBackRelease } from './lot-release.ts';
import { lotReleasesOf } from './lot-releases.ts';

/** Serves the releases of the lot that a work order makes, and taking them back. */
export default function serveLotReleases({ routes }: Services): void {
  routes.change(lotRelease, async ({ id, release }, { account, secondPerson }, change) => {
    const lot = await lotOfOrder(change, id);
    const first = await requireReleasable(change, lot, release);
    if (first) await secondPerson.require(first);
    else secondPerson.waive();
    await releaseLot(change, lot, release, account.id);
    return lotReleasesOf(change.db, change.db, lot);
  });

  routes.change(lotTakeBack, async ({ id, release, reason }, { account, secondPerson }, change) => {
    const lot = await lotOfOrder(change, id);
    await secondPerson.require(await takeBackRelease(change, lot, release, { by: account.id, reason: reason.trim() }));
    return lotReleasesOf(change.db, change.db, lot);
  });
}

async function lotOfOrder({ db }: Change, id: number): Promise<number> {
  const order = await db.selectFrom('work_order').select('lot_id').where('id', '=', id).executeTakeFirst();
  if (!order) throw notFound('work_order');
  if (order.lot_id === null) throw conflict('work_order_without_lot');
  return order.lot_id;
}
