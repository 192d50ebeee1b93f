import type { Generated, Kysely } from 'kysely';
import type { Schema } from '../database/schema.ts';
import type { NumberedTable } from '../database/table.ts';

/** Tables of master data: with an id and the moment of their last change. */
export type MasterDataTable = {
  [Table in NumberedTable]: Schema[Table] extends { updated_at: unknown } ? Table : never;
}[NumberedTable];

/** What all of them have. The columns that a table has beside are known to the list that names it. */
interface MasterDataRow {
  id: Generated<number>;
  updated_at: Generated<Date>;
  [column: string]: unknown;
}

/** The database with these tables alike. */
export const masterData = (db: Kysely<Schema>) =>
  db.$omitTables<MasterDataTable>().$extendTables<{ [Table in MasterDataTable]: MasterDataRow }>();
