import { productionLine } from '@suyuan/contract/plant/line/production-line.ts';
import { workOrder } from '@suyuan/contract/plant/order/work-order.ts';
import { team } from '@suyuan/contract/plant/shift/team.ts';
import type { Reference, Row } from '../records.ts';

/** Enabled production lines. */
export const lineReference: Reference = {
  page: productionLine.page,
  filters: { status: 'enabled' },
  label: (row) => `${row.line_name} (${row.line_code})`,
  partyOf: ({ factory_id: id, factory_name: name }) => ({ holder: 'factory', id, name }),
};

/** Enabled teams. The label has the factory, because team codes are unique within a factory only. */
export const teamReference: Reference = {
  page: team.page,
  filters: { status: 'enabled' },
  label: (row) => `${row.team_name} (${row.factory_name} · ${row.team_code})`,
};

export const workOrderReference = {
  page: workOrder.page,
  label: (row: Row) => `${row.order_no} · ${row.product_name}`,
};
