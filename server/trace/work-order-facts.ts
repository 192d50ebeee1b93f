import type { Connection } from '../platform/database/database.ts';
import type { Shift } from './figures/shift.ts';

/** What acts have to know of a work order; the branch that keeps work orders tells it. */
export interface WorkOrderFacts {
  readonly id: number;
  readonly orderNo: string;
  readonly productId: number;
  readonly lotId: number | null;
  /** Acts are taken for it. */
  readonly running: boolean;
  /** Since when it is finished, as milliseconds: what happened before, and is told late, is taken. Null while it is not, or once it is closed. */
  readonly finishedAt: number | null;
  /** Its reconciliation is final. */
  readonly closed: boolean;
  readonly mix: 'one_lot' | 'one_product' | 'mixed';
  readonly remainder: 'allowed' | 'refused';
  /** Where what is packed is at first: in its warehouse, or at its line until it is handed over. */
  readonly placeId: number | null;
  /** The line that it runs on. */
  readonly readPointId: number | null;
  /** How many units a package of a level holds, by its packaging relation; empty where it has none. */
  readonly capacities: ReadonlyMap<number, number>;
}

export interface WorkOrders {
  /** In the transaction of the acts: what they say holds until its end. */
  facts(sql: Connection, ids: readonly number[]): Promise<ReadonlyMap<number, WorkOrderFacts>>;
  /** Whose shifts their goods may be made in. */
  shifts(sql: Connection, ids: readonly number[]): Promise<ReadonlyMap<number, readonly Shift[]>>;
}
