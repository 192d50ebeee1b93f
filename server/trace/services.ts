import type { Change } from '#platform/audit/audit-log.ts';
import type { Account, Caller } from '#platform/caller.ts';
import type { Connection } from '#platform/database/database.ts';
import type { CodeRecord } from './state/code-record.ts';

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
