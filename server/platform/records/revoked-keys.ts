import type { Change } from '../audit/audit-log.ts';

/** Lines, or warehouses, that somebody else owns from now on. */
export type Reowned = { readonly lines: readonly number[] } | { readonly warehouses: readonly number[] };

/**
 * Revokes the keys of lines or warehouses with a new owner: those who hold them are people of the old one. Provided by the module
 * that keeps the keys.
 */
export type RevokeKeysOf = (change: Change, reowned: Reowned) => Promise<void>;
