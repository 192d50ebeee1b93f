import { type CompiledQuery, Kysely } from 'kysely';
import type { Connection } from './database.ts';
import type { Schema } from './schema.ts';

/** Whoever writes: a transaction, or Kysely's. */
export type Writer = Connection | Kysely<Schema>;

/** Has a writer of either kind carry a statement out; answers how many rows it wrote. */
export async function executedBy(writer: Writer, query: CompiledQuery): Promise<number> {
  if (writer instanceof Kysely) {
    const { numAffectedRows = 0n } = await writer.executeQuery(query);
    return Number(numAffectedRows);
  }
  return (await writer.unsafe(query.sql, query.parameters as never[], { prepare: true })).count;
}
