import { lineTime } from '@suyuan/contract/report/line-time.ts';
import { collect, dateYield, productionOrder } from '@suyuan/contract/report/production.ts';
import type { Services } from '#platform/services.ts';
import type { Measure } from '#trace/goods.ts';
import { serveReport } from './frame/serve-report.ts';
import { issuedSource, scannedSource } from './sources/code-source.ts';
import { dayPlanSource } from './sources/day-plan-source.ts';
import { figureSource, orderSource } from './sources/figure-source.ts';
import { holdSource } from './sources/hold-source.ts';
import { lineTimeSource, lineUnitsSource, stopSource } from './sources/line-time-source.ts';

const productionMeasures = [
  'bound',
  'packed',
  'packages',
  'remainders',
  'rejected',
  'sampled',
  'destroyed',
  'label_scrapped',
] as const satisfies readonly Measure[];

/** Measures of the lines during production. */
const ofLines = ['reads', 'good_reads', 'running_seconds', 'standing_seconds'] as const satisfies readonly Measure[];

/** Serves the reports about production. */
export default function serveProductionReports(services: Services): void {
  const parts = { sql: services.system.codes.sql, timeZone: services.timeZone };

  serveReport(services, collect, [
    figureSource({ measures: ['bound', 'packed', 'packages', 'shipped', 'shipped_void', 'taken_back'], by: 'day' }),
    issuedSource(parts),
    scannedSource(parts),
    holdSource(parts),
  ]);

  const daily = { measures: [...productionMeasures, 'packed_by_people', ...ofLines], by: 'shift_day' } as const;
  const caused = { measures: ['put_aside', 'scrapped'], by: 'shift_day', causes: true } as const;
  serveReport(services, dateYield, [figureSource(daily), figureSource(caused), dayPlanSource]);

  serveReport(services, lineTime, [lineTimeSource, stopSource, lineUnitsSource]);
  const whole = { measures: [...productionMeasures, 'printed', 'replaced', 'loose'], by: 'day', whole: true } as const;
  serveReport(services, productionOrder, [figureSource(whole), orderSource(parts.sql, whole)]);
}
