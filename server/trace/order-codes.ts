import type { Connection } from '../platform/database/database.ts';
import type { CodeRecord } from './state/record/code-record.ts';

/** The goods of a work order: packages; units that lie in one; units that lie in none. */
export type OrderGoods = 'packages' | 'packed' | 'loose';

/** Their codes, some at a time; the branch that keeps work orders tells them. */
export type OrderCodes = (sql: Connection, order: number, of: OrderGoods) => AsyncGenerator<readonly CodeRecord[]>;
