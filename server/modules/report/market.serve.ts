import { market } from '@suyuan/contract/report/market.ts';
import type { Services } from '#platform/services.ts';
import { serveReport } from './frame/serve-report.ts';
import { caseSource } from './sources/case-source.ts';
import { inspectionSource, warningSource } from './sources/market-source.ts';

/** Serves the report about findings and suspicions in the market. */
export default function serveMarketReport(services: Services): void {
  const parts = { sql: services.system.enterprise.sql, timeZone: services.timeZone };
  serveReport(services, market, [inspectionSource(parts), warningSource(parts), caseSource(parts)]);
}
