import { dueWithin } from '@suyuan/contract/trace/due.ts';
import { defineWaiting, hoursAfter } from '#platform/notices/waiting.ts';

/** Until when a waybill that has left should be signed for. */
export const dueToSign = hoursAfter('waybill.shipped_at', dueWithin.waybill_to_sign);

/**
 * Waybills that have left and nobody has signed for: of a warehouse for its keeper, or for everybody if it has none; of a dealer for
 * its people. For what goes elsewhere the warehouse signs that it left.
 */
export const waybillsToSign = defineWaiting({
  name: 'waybills_to_sign',
  permission: 'freight:sign',
  screen: 'freight',
  query: { status: 'shipped' },
  rows: (db, { id, party }) =>
    db
      .selectFrom('waybill')
      .leftJoin('warehouse as to_w', 'to_w.id', 'waybill.to_warehouse_id')
      .leftJoin('warehouse as from_w', 'from_w.id', 'waybill.from_warehouse_id')
      .where('waybill.status', '=', 'shipped')
      .where((eb) => {
        const keeps = (warehouse: 'to_w' | 'from_w') =>
          eb.or([eb(`${warehouse}.keeper_id`, '=', id), eb(`${warehouse}.keeper_id`, 'is', null)]);
        const intoWarehouse = eb.and([eb('to_w.id', 'is not', null), keeps('to_w')]);
        if (party?.kind === 'dealer') return eb.or([intoWarehouse, eb('waybill.to_dealer_id', '=', party.id)]);
        if (party) return eb.or([intoWarehouse, eb('waybill.to_factory_id', '=', party.id)]);
        const elsewhere = [eb('waybill.to_dealer_id', 'is', null), eb('waybill.to_warehouse_id', 'is', null)];
        return eb.or([intoWarehouse, eb.and([...elsewhere, keeps('from_w')])]);
      }),
  due: dueToSign,
});
