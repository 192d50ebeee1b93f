import type { WorkOrderStatus } from '@suyuan/contract/plant/order/work-order.ts';

/** A planned work order, made in shifts on consecutive days. */
export interface PlannedOrder {
  readonly product: string;
  readonly quantity: number;
  /** How many days ago its first shift is; negative for days to come. */
  readonly from: number;
  readonly shifts: number;
  /** Its present status. */
  readonly status: WorkOrderStatus;
  readonly remark?: string;
  /** The lots of materials that it used: code, lot, amount. */
  readonly materials?: readonly (readonly [code: string, lot: string, amount: number])[];
}

export interface PlannedLine {
  readonly line: string;
  readonly team: string;
  readonly warehouse: string;
  /** Units per minute while it runs. */
  readonly speed: number;
  /** The hour of the day at which its shift begins. */
  readonly begins: number;
  readonly orders: readonly PlannedOrder[];
}

const closed = 'closed';
const finished = 'finished';

/**
 * The plan of six lines for the last month and the next days. Most orders are done, on three lines one is in progress and stays
 * at its present state, and one waits for boxes.
 */
export const plan: readonly PlannedLine[] = [
  {
    ...{ line: 'CX-01', team: 'BZ-01', warehouse: 'CK-01', speed: 22, begins: 8.5 },
    orders: [
      {
        ...{ product: 'YQ-001', quantity: 8_640, from: 28, shifts: 4, status: closed },
        materials: [
          ['YL-04', 'JJ-2609-A', 4360],
          ['BC-01', 'BL-2610-07', 8720],
          ['BC-03', 'PG-2610-02', 8790],
          ['BC-06', 'ZX-2610-11', 1446],
        ],
      },
      { product: 'YQ-002', quantity: 7_200, from: 23, shifts: 4, status: closed },
      { product: 'YQ-006', quantity: 3_850, from: 18, shifts: 3, status: closed },
      { product: 'YQ-001', quantity: 7_440, from: 14, shifts: 4, status: finished },
      { product: 'YQ-007', quantity: 2_400, from: 9, shifts: 2, status: finished },
      { product: 'YQ-002', quantity: 5_758, from: 6, shifts: 3, status: finished },
      { product: 'YQ-001', quantity: 12_960, from: 3, shifts: 6, status: 'running' },
      { product: 'YQ-006', quantity: 3_600, from: -3, shifts: 3, status: 'released' },
      { product: 'YQ-007', quantity: 1_800, from: -7, shifts: 2, status: 'draft' },
    ],
  },
  {
    ...{ line: 'CX-02', team: 'BZ-02', warehouse: 'CK-01', speed: 54, begins: 20.25 },
    orders: [
      { product: 'YQ-003', quantity: 6_720, from: 27, shifts: 3, status: closed },
      { product: 'YQ-004', quantity: 8_640, from: 22, shifts: 3, status: closed },
      { product: 'QH-101', quantity: 6_480, from: 17, shifts: 3, status: finished },
      { product: 'QH-102', quantity: 6_905, from: 12, shifts: 3, status: finished },
      { product: 'YQ-004', quantity: 5_760, from: 7, shifts: 3, status: finished },
      { product: 'QH-101', quantity: 8_640, from: 2, shifts: 4, status: 'running' },
      { product: 'YQ-003', quantity: 7_200, from: -2, shifts: 3, status: 'released' },
    ],
  },
  {
    ...{ line: 'CX-03', team: 'BZ-01', warehouse: 'CK-01', speed: 7, begins: 9 },
    orders: [
      { product: 'YQ-005', quantity: 1_920, from: 25, shifts: 4, status: closed },
      { product: 'QH-103', quantity: 1_440, from: 15, shifts: 3, status: finished },
      { product: 'YQ-005', quantity: 2_304, from: 5, shifts: 6, status: 'held', remark: '礼盒缺料，待包材到货' },
      { product: 'QH-103', quantity: 960, from: -4, shifts: 2, status: 'draft' },
    ],
  },
  {
    ...{ line: 'CX-04', team: 'BZ-01', warehouse: 'CK-01', speed: 28, begins: 10 },
    orders: [
      { product: 'SX-201', quantity: 4_320, from: 24, shifts: 3, status: closed },
      { product: 'SX-202', quantity: 4_320, from: 13, shifts: 3, status: finished },
      { product: 'SX-201', quantity: 4_316, from: 4, shifts: 3, status: finished },
      { product: 'SX-202', quantity: 4_320, from: -1, shifts: 3, status: 'released' },
    ],
  },
  {
    ...{ line: 'CX-021', team: 'BZ-021', warehouse: 'CK-07', speed: 36, begins: 8.5 },
    orders: [
      { product: 'YK-301', quantity: 3_000, from: 20, shifts: 2, status: closed },
      { product: 'YK-301', quantity: 2_400, from: 10, shifts: 2, status: finished },
    ],
  },
  {
    ...{ line: 'CX-031', team: 'BZ-031', warehouse: 'CK-08', speed: 26, begins: 13 },
    orders: [
      { product: 'QT-401', quantity: 2_800, from: 16, shifts: 2, status: closed },
      { product: 'QT-401', quantity: 4_480, from: 2, shifts: 4, status: 'running' },
    ],
  },
];
