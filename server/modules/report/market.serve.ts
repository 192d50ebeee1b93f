import { market } from '../../../contract/report/market.ts';
import type { Services } from '../../platform/services.ts';
import { inspectionSource, warningSource } from './market-source.ts';
import { serveReport } from './serve-report.ts';

/** What is found and suspected in the market. */
export default function serveMarketReport(services: Services): void {
  const parts = { sql: services.system.sql, timeZone: services.timeZone };
  serveReport(services, market, [inspectionSource(parts), warningSource(parts)]);
}
