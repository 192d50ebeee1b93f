import { type CompiledQuery, Kysely } from 'kysely';
import type { Connection } from '../database.ts';
import type { Schema } from '../schema.ts';

/** A transaction: as tagged templates, or through Kysely. */
export type Writer = Connection | Kysely<Schema>;

/** Runs a compiled query and returns its rows. */
export async function readBy<Row>(writer: Writer, query: CompiledQuery): Promise<Row[]> {
  if (writer instanceof Kysely) return (await writer.executeQuery(query)).rows as Row[];
  return [...(await writer.unsafe<(Row & object)[]>(query.sql, query.parameters, { prepare: true }))];
}

/** Runs a compiled statement and returns how many rows it affected. */
export async function executedBy(writer: Writer, query: CompiledQuery): Promise<number> {
  if (writer instanceof Kysely) {
    const { numAffectedRows = 0n } = await writer.executeQuery(query);
    return Number(numAffectedRows);
  }
  return (await writer.unsafe(query.sql, query.parameters, { prepare: true })).count;
}
