import type { Change } from '#platform/audit/audit-log.ts';
import type { Account } from '#platform/caller.ts';

/**
 * Holds warehouses with the warehouses within them for whatever holds the warehouse around them, since a hold of a warehouse is one of
 * all that lies in it. What leaves a held warehouse stays held until it is released. Provided by the module that keeps holds.
 */
export type HoldZones = (change: Change, warehouses: readonly number[], account: Account) => Promise<void>;
