import { returns, shipments } from '../../../contract/report/logistics.ts';
import type { Services } from '../../platform/services.ts';
import { serveReport } from './frame/serve-report.ts';
import { travelSource } from './sources/travel-source.ts';

/** Reports of goods that left, arrived and came back. */
export default function serveLogisticsReports(services: Services): void {
  const { sql } = services.system;
  serveReport(services, shipments, [
    travelSource({
      sql,
      of: 'waybill',
      figures: { shipped: 'shipped', shipped_void: 'shipped_void', received: 'received' },
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
    // As it left: what came off a waybill afterwards went to nobody else.
    travelSource({ sql, of: 'waybill', sold: true, figures: { sold: 'shipped' } }),
  ]);
}
