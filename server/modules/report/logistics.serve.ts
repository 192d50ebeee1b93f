import { returns, shipments } from '@suyuan/contract/report/logistics.ts';
import type { Services } from '#platform/services.ts';
import { serveReport } from './frame/serve-report.ts';
import { arrivalSource } from './sources/arrival-source.ts';
import { recallSource } from './sources/recall-source.ts';
import { travelSource } from './sources/travel-source.ts';

/** Serves reports about shipped, received and returned goods. */
export default function serveLogisticsReports(services: Services): void {
  const { sql } = services.system.codes;
  serveReport(services, shipments, [
    travelSource({
      sql,
      of: 'waybill',
      figures: { shipped: 'shipped', shipped_void: 'shipped_void', received: 'received' },
    }),
    travelSource({ sql, of: 'waybill', byDeparture: true, figures: { departed: 'shipped', arrived: 'received' } }),
    travelSource({ sql, of: 'waybill', late: true, figures: { received_late: 'received' } }),
    arrivalSource({
      sql,
      timeZone: services.timeZone,
      figures: { missing: 'missing', damaged: 'damaged', unexpected: 'over', broken_seals: 'broken_seal' },
    }),
  ]);
  serveReport(services, returns, [
    travelSource({
      sql,
      of: 'refund',
      figures: {
        taken_back: 'taken_back',
        restocked: 'restocked',
        reworked: 'reworked',
        discarded: 'discarded',
      },
    }),
    // As shipped: what was taken off a waybill afterwards went to nobody else.
    travelSource({ sql, of: 'waybill', sold: true, figures: { sold: 'shipped' } }),
    recallSource({ sql, timeZone: services.timeZone }),
  ]);
}
