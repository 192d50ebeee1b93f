import type { Generated, Kysely } from 'kysely';
import type { Schema } from '../database/schema.ts';

/** Tables of master data: with an id and the moment of their last change. */
export type MasterDataTable = {
  [Table in keyof Schema]: Schema[Table] extends { id: unknown; updated_at: unknown } ? Table : never;
}[keyof Schema];

/** What all of them have. The columns that a table has beside are known to the list that names it. */
interface MasterDataRow {
  id: Generated<number>;
  updated_at: Generated<Date>;
  [column: string]: unknown;
}

/** The database with these tables alike. */
export const masterData = (db: Kysely<Schema>) =>
  db.$omitTables<MasterDataTable>().$extendTables<{ [Table in MasterDataTable]: MasterDataRow }>();
