/** Kysely's `sql`, under a name that distinguishes it from the driver's. */
export { sql as ksql } from 'kysely';

/**
 * The tables as Kysely sees them; server/migrations creates them. It is empty here: each `<thing>.table.ts` adds the row type
 * of its table by declaration merging, beside the table's facts.
 */
// biome-ignore lint/suspicious/noEmptyInterface: filled by declaration merging
export interface Schema {}
