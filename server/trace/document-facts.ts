import type { Nesting } from '@suyuan/contract/base/hierarchy.ts';
import type { LoadingReason, Policy } from '@suyuan/contract/physical/loading-rule.ts';
import type { WaybillStatus } from '@suyuan/contract/physical/waybill.ts';
import type { WorkOrderStatus } from '@suyuan/contract/plant/work-order.ts';
import type { Account, Caller } from '#platform/caller.ts';
import type { Connection } from '#platform/database/database.ts';
import { notFound } from '#platform/refusal.ts';
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

/** What is ordered on a waybill, and how many units of it are loaded. */
export interface WaybillLine {
  readonly id: number;
  readonly productId: number;
  /** Null for any lot. */
  readonly lot: string | null;
  readonly quantity: number;
  loaded: number;
}

/** What events need to know of a waybill; provided by the module that keeps waybills. */
export interface WaybillFacts {
  readonly id: number;
  readonly waybillNo: string;
  readonly status: WaybillStatus;
  /** The place that stands for being in transit with it. */
  readonly placeId: number;
  /** It brings goods back, takes them out of use, or moves them to quarantine: goods on hold or not released may travel by it. */
  readonly takesHeld: boolean;
  /** It takes goods out of use: back, or to be scrapped. Expired goods may travel by it. */
  readonly takesExpired: boolean;
  readonly fromWarehouseId: number;
  /**
   * The places from which goods may be loaded: the warehouse that it leaves from with the zones within it, the factory and its lines if
   * it leaves from one, and where goods were delivered to the dealer whose warehouse it is.
   */
  readonly fromPlaces: readonly number[];
  readonly lines: readonly WaybillLine[];
  readonly policies: Readonly<Record<LoadingReason, Policy>>;
}

/** A change of what is on a waybill, in signed units. */
export interface WaybillChange {
  readonly waybillId: number;
  readonly code: number;
  readonly productId: number | null;
  readonly lotId: number | null;
  readonly lineId: number | null;
  readonly units: number;
  readonly received: number;
  readonly returned: number;
  readonly overrideReason: string | null;
  readonly by: number | null;
  readonly at: number;
}

/** A replacement of a code that is on a waybill. */
export interface WaybillSuccessor {
  readonly waybillId: number;
  readonly old: number;
  readonly successor: number;
}

export interface Waybills {
  /** Reads the facts in the transaction of the events; they must not change until its end. */
  facts(sql: Connection, ids: readonly number[]): Promise<ReadonlyMap<number, WaybillFacts>>;
  /** Writes the changes. A draft on which something is loaded becomes `loading`. */
  write(sql: Connection, changes: readonly WaybillChange[], successors: readonly WaybillSuccessor[]): Promise<void>;
}

/** Throws 404 unless the work order exists and the caller may see it. */
export async function requireOrder({ db }: Pick<Caller<Account>, 'db'>, id: number): Promise<void> {
  const order = await db.selectFrom('work_order').select('id').where('id', '=', id).executeTakeFirst();
  if (!order) throw notFound('work_order');
}
