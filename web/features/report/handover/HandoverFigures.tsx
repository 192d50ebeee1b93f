import { type HandoverStatus, handovers } from '@suyuan/contract/report/handover.ts';
import { ReportPage } from '../frame/ReportPage.tsx';
import { inTime, listAt, orderThing, productThing } from '../frame/recordsBehind.ts';
import type { Records, ReportSpec } from '../frame/reportSpec.ts';

/** Handover notes that lines signed in the period, optionally by status. */
const notesOf = (status?: HandoverStatus): Records => ({
  permission: 'connect',
  by: ['line', 'product', 'order', 'warehouse'],
  address: ({ of: { line, product, order, warehouse }, days }) =>
    listAt('/connect', {
      ...inTime(days),
      status,
      line_id: line,
      product_id: product,
      work_order_id: order,
      warehouse_id: warehouse,
    }),
});

const spec: ReportSpec = {
  report: handovers,
  charted: ['handed_packages', 'missing_packages'],
  records: {
    notes: notesOf(),
    waiting_notes: notesOf('handed'),
    received_notes: notesOf('received'),
    counted_packages: notesOf('received'),
    missing_packages: notesOf('received'),
    withdrawn_notes: notesOf('withdrawn'),
  },
  things: { ...productThing, ...orderThing },
};

/** A report on handed-over goods, and on differences that warehouses counted. */
export default function HandoverFigures() {
  return <ReportPage spec={spec} />;
}
