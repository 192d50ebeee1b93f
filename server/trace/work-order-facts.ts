import type { Connection } from '../platform/database/database.ts';
import type { Shift } from './figures/shift.ts';

/** What acts need to know of a work order; provided by the module that keeps work orders. */
export interface WorkOrderFacts {
  readonly id: number;
  readonly orderNo: string;
  /** The factory and the line that make it. */
  readonly factoryId: number | null;
  readonly lineId: number | null;
  readonly productId: number;
  readonly lotId: number | null;
  /** Acts are taken for it. */
  readonly running: boolean;
  /**
   * When it was finished, in epoch milliseconds: late acts from before are still taken. Null while it runs, and once it is
   * closed.
   */
  readonly finishedAt: number | null;
  /** Its reconciliation is final. */
  readonly closed: boolean;
  readonly mix: 'one_lot' | 'one_product' | 'mixed';
  readonly remainder: 'allowed' | 'refused';
  /** The place of goods that are packed: its warehouse, or its line until they are handed over. */
  readonly placeId: number | null;
  /** The line that it runs on. */
  readonly readPointId: number | null;
  /** Units that a package of each level holds, by the product's packaging relation; empty if there is none. */
  readonly capacities: ReadonlyMap<number, number>;
}

export interface WorkOrders {
  /** Reads the facts in the transaction of the acts; they must not change until its end. */
  facts(sql: Connection, ids: readonly number[]): Promise<ReadonlyMap<number, WorkOrderFacts>>;
  /** The shifts in which each of these work orders may be made. */
  shifts(sql: Connection, ids: readonly number[]): Promise<ReadonlyMap<number, readonly Shift[]>>;
}
