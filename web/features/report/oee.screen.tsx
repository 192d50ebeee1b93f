import { lineTime } from '@suyuan/contract/report/line-time.ts';
import { ReportPage } from './frame/ReportPage.tsx';
import { listAt, orderThing, productThing } from './frame/recordsBehind.ts';
import type { Records, ReportSpec } from './frame/reportSpec.ts';
import { StopPareto } from './StopPareto.tsx';

/** The stops of the period, by the class of their reasons. */
const stopsOf = (only: Readonly<Record<string, string>> = {}): Records => ({
  permission: 'stop',
  by: ['line', 'team', 'product', 'order', 'factory'],
  address: ({ of: { line, team, product, order, factory }, days: { from, to } }) =>
    listAt('/stop', {
      ...{ shift_from: from, shift_to: to, line_id: line, team_id: team, product_id: product },
      ...{ work_order_id: order, factory_id: factory },
      ...only,
    }),
});

const spec: ReportSpec = {
  report: lineTime,
  charted: ['production_time', 'failure_stop', 'setup_stop', 'delay_stop', 'unexplained_stop', 'planned_stop'],
  records: {
    planned_stop: stopsOf({ loss: 'planned' }),
    setup_stop: stopsOf({ loss: 'setup' }),
    failure_stop: stopsOf({ loss: 'failure' }),
    delay_stop: stopsOf({ loss: 'delay' }),
    minor_stop: stopsOf({ loss: 'minor' }),
    unexplained_stop: stopsOf({ has_reason: 'false' }),
    silent_stop: stopsOf({ source: 'silent' }),
    stop_time: stopsOf(),
    stops: stopsOf(),
  },
  things: { ...productThing, ...orderThing },
  below: StopPareto,
};

/** How well lines used their time, and what kept them from it. */
export default function LineTimes() {
  return <ReportPage spec={spec} />;
}
