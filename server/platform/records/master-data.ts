import type { Generated, GeneratedAlways, Kysely } from 'kysely';
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

/** Whether a row may be used; what is in use is disabled, not deleted. */
export type Status = 'enabled' | 'disabled';

/** The columns of every table that people search and switch off. */
export interface MasterDataColumns {
  id: GeneratedAlways<number>;
  status: Generated<Status>;
  search_text: Generated<string>;
  search_grams: GeneratedAlways<string>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}
