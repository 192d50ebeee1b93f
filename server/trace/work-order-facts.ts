import type { Nesting } from '@suyuan/contract/base/hierarchy.ts';
import type { WorkOrderStatus } from '@suyuan/contract/plant/work-order.ts';
import type { Connection } from '#platform/database/database.ts';
import type { Shift } from './figures/shift.ts';

/** What events need to know of a work order; provided by the module that keeps work orders. */
export interface WorkOrderFacts {
  readonly id: number;
  readonly orderNo: string;
  /** The factory and the line that make it. */
  readonly factoryId: number | null;
  readonly lineId: number | null;
  readonly productId: number;
  readonly lotId: number | null;
  readonly status: WorkOrderStatus;
  /** When it was started first, in epoch milliseconds; null if it never was. */
  readonly startedAt: number | null;
  /** Since when it has been held or finished, in epoch milliseconds: late events from before are still taken. Else null. */
  readonly stoppedAt: number | null;
  /** Units that may be made for it in all: planned, its tolerance, and what was allowed beyond. */
  readonly limit: number;
  readonly mix: 'one_lot' | 'one_product' | 'mixed';
  readonly remainder: 'allowed' | 'refused';
  /** The place of goods that are packed: its warehouse, or its line until they are handed over. */
  readonly placeId: number | null;
  /** The line that it runs on. */
  readonly readPointId: number | null;
  /** Units that a package of each level holds, by the product's packaging relation; empty if there is none. */
  readonly capacities: ReadonlyMap<number, number>;
  /** What they may hold directly, by the same relation. */
  readonly nesting: Nesting;
}

export interface WorkOrders {
  /** Reads the facts in the transaction of the events; they must not change until its end. */
  facts(sql: Connection, ids: readonly number[]): Promise<ReadonlyMap<number, WorkOrderFacts>>;
  /** The shifts in which each of these work orders may be made. */
  shifts(sql: Connection, ids: readonly number[]): Promise<ReadonlyMap<number, readonly Shift[]>>;
}
