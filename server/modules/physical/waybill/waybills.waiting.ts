import { dueWithin } from '@suyuan/contract/trace/due.ts';
import { sql } from 'kysely';
import { defineWaiting, hoursAfter } from '#platform/notices/waiting.ts';

/** Until when a waybill that has left should be signed for. */
export const dueToSign = hoursAfter('waybill.shipped_at', dueWithin.waybill_to_sign);

/**
 * Waybills that have left and nobody has signed for: of a warehouse for its keeper, or for everybody if it has none; of a dealer for
 * its people. For what goes elsewhere the warehouse signs that it left.
 */
export const waybillsToSign = defineWaiting({
  name: 'waybills_to_sign',
  permission: 'arrival:sign',
  screen: 'arrival',
  query: { status: 'shipped' },
  due: dueToSign,
  items: {
    table: 'waybill',
    rows: (db) =>
      db
        .selectFrom('waybill')
        .leftJoin('warehouse as to_w', 'to_w.id', 'waybill.to_warehouse_id')
        .where('waybill.status', '=', 'shipped'),
    what: sql<string>`waybill.waybill_no`,
    since: sql<Date>`waybill.shipped_at`,
    usualOwner: 'keeper',
    warehouse: sql<number | null>`case when waybill.to_warehouse_id is not null then waybill.to_warehouse_id
      when waybill.to_dealer_id is null and waybill.to_factory_id is null then waybill.from_warehouse_id end`,
    aboutDealer: sql<number | null>`waybill.to_dealer_id`,
    dealer: sql<number | null>`coalesce(waybill.to_dealer_id, to_w.dealer_id)`,
    factory: sql<number | null>`coalesce(waybill.to_factory_id, to_w.factory_id)`,
    partyOnly: true,
  },
});
