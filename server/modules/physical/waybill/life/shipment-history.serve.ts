import { exchanges, shipmentHistory, shortDeliveries, waybillsSetFree } from '@suyuan/contract/physical/amendment.ts';
import { movingGoods } from '@suyuan/contract/trace/events.ts';
import type { Services } from '#platform/services.ts';
import type { SharedServices } from '#shared-services.ts';
import { eventIdsOf } from '#trace/flow/events-about.ts';
import { CodeLookup } from '#trace/lookup/code-lookup.ts';
import { eventRows, ownEvents } from '#trace/lookup/event-rows.ts';
import { serveEventList } from '#trace/lookup/serve-event-list.ts';

/** Serves the events on goods in transit, and the lists of those that corrected waybills. */
export default function serveShipmentHistory(services: Services, shared: SharedServices): void {
  const { routes, system } = services;

  serveEventList(services, shared, shortDeliveries, { act: 'void_ship', amendment: 'short_delivery' });
  serveEventList(services, shared, exchanges, { act: 'void_ship', amendment: 'exchange' });
  serveEventList(services, shared, waybillsSetFree, { act: 'void_ship', amendment: 'set_free' });

  routes.serve(shipmentHistory, async ({ waybill_id, code, size = 50 }, caller) => {
    const { sql } = system.codes;
    const lookup = code ? await CodeLookup.resolveOrThrow(services, shared, caller, [code]) : undefined;
    const events = lookup ? await eventIdsOf(sql, lookup.ids[0] as number) : undefined;
    const own = await ownEvents(sql, caller);
    const where = sql`
      ${code ? sql`true` : sql`e.act = any(${movingGoods as number[]}::smallint[])`}
      and ${events ? sql`e.id = any(${events}::bigint[])` : sql`true`}
      and ${waybill_id ? sql`e.waybill_id = ${waybill_id}` : sql`true`}
      and ${own()}`;
    return eventRows({ sql, db: caller.db, rules: shared.rules }, where, { size });
  });
}
