import type { Generated, Kysely } from 'kysely';
import type { Schema } from '../database/schema.ts';

/** Tables of rows that people keep: with an id and the moment of their last change. */
export type Kept = {
  [Table in keyof Schema]: Schema[Table] extends { id: unknown; updated_at: unknown } ? Table : never;
}[keyof Schema];

/** What all of them have. The columns that a table has beside are known to the list that names it. */
interface KeptRow {
  id: Generated<number>;
  updated_at: Generated<Date>;
  [column: string]: unknown;
}

/** The database with these tables alike. */
export const kept = (db: Kysely<Schema>) => db.$omitTables<Kept>().$extendTables<{ [Table in Kept]: KeptRow }>();
