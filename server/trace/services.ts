import type { Nesting } from '@suyuan/contract/base/product/hierarchy.ts';
import type { LoadingReason, Policy } from '@suyuan/contract/physical/waybill/loading-rule.ts';
import type { WaybillStatus } from '@suyuan/contract/physical/waybill/waybill.ts';
import type { WorkOrderStatus } from '@suyuan/contract/plant/order/work-order.ts';
import type { Change } from '#platform/audit/audit-log.ts';
import type { Account, Caller } from '#platform/caller.ts';
import type { Connection } from '#platform/database/database.ts';
import { notFound } from '#platform/refusal.ts';
import type { Shift } from './figures/shift.ts';
import type { CodeRecord } from './state/code-record.ts';

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
  /** The days that the goods have to last at least, by the product and the dealer. */
  readonly minDays: number;
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
  /** The days that goods have to last at least for the dealer they are sold to; 0 if there is no such dealer. */
  readonly minDays: number;
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

/** The waybill that goods arrived by, or were taken off. */
interface OfWaybill {
  readonly id: number;
  readonly waybill_no: string;
}

/** Who reports it, and the language in which it is recorded. */
type Reporter = Pick<Caller<Account>, 'account' | 'language'>;

/** A code that arrived damaged, or was taken off its waybill as damaged, as reported. */
export interface DamagedCode {
  readonly id: number;
  readonly code: string;
  readonly note?: string | undefined;
}

/** Keeps back what is damaged. Provided by the module that keeps holds; called in the transaction that holds the capture lock. */
export interface DamagedGoods {
  /** Holds codes with what lies in them until somebody else has looked at them. Resolves to the number of the hold. */
  hold(sql: Connection, waybill: OfWaybill, codes: readonly DamagedCode[], reporter: Reporter): Promise<string>;
  /** The same for codes that were taken off the waybill: they stay held whatever becomes of its signature. */
  holdTakenOff(sql: Connection, waybill: OfWaybill, codes: readonly DamagedCode[], reporter: Reporter): Promise<string>;
  /** Lets go what is still held of a waybill, because its signature is taken back. */
  letGo(sql: Connection, waybillId: number, reporter: Reporter & { readonly reason: string }): Promise<void>;
}

/**
 * Holds warehouses with the warehouses within them for whatever holds the warehouse around them, since a hold of a warehouse is one of
 * all that lies in it. What leaves a held warehouse stays held until it is released. Provided by the module that keeps holds.
 */
export type HoldZones = (change: Change, warehouses: readonly number[], account: Account) => Promise<void>;

/** Which goods of a work order: packages, units in packages, or units in none. */
export type OrderGoods = 'packages' | 'packed' | 'loose';

/** Yields the codes of these goods in batches. Provided by the module that keeps work orders. */
export type OrderCodes = (sql: Connection, order: number, of: OrderGoods) => AsyncGenerator<readonly CodeRecord[]>;
