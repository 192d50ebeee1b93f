import type { Connection } from '#platform/database/database.ts';
import type { CodeRecord } from './state/code-record.ts';

/** Which goods of a work order: packages, units in packages, or units in none. */
export type OrderGoods = 'packages' | 'packed' | 'loose';

/** Yields the codes of these goods in batches. Provided by the module that keeps work orders. */
export type OrderCodes = (sql: Connection, order: number, of: OrderGoods) => AsyncGenerator<readonly CodeRecord[]>;
