import type { SelectQueryBuilder } from 'kysely';
import type { Schema } from '../../platform/database/schema.ts';
import { areaOf } from '../../platform/places/areas.ts';
import { badInput, type Problem } from '../../platform/refusal.ts';

/** What is wrong with an area: its digits may be those of none. */
export const areaProblems = ({ area_code }: { area_code?: string | null }): Problem[] =>
  area_code && !areaOf(area_code) ? [{ path: 'area_code', reason: 'no_such_area' }] : [];

/** For rows of which only the area can be wrong. */
export function requireArea({ input }: { readonly input: { area_code?: string | null } }): void {
  const problems = areaProblems(input);
  if (problems.length > 0) throw badInput(...problems);
}

interface MasterDataRow {
  search_text: string;
  search_grams?: string;
  created_at: Date;
  updated_at: Date;
}

/** A row as it is answered: moments in words, and without what it is only found by. */
export const presentRow = <Row extends MasterDataRow>({ search_text: _, search_grams: __, ...row }: Row) => ({
  ...row,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});

/** The names of rows that use something, the oldest first. */
export const namesOf = <Table extends keyof Schema>(rows: SelectQueryBuilder<Schema, Table, object>, column: string) =>
  // biome-ignore lint/suspicious/noExplicitAny: of any table
  (rows as SelectQueryBuilder<any, any, any>).select(`${column} as name`).orderBy('id') as SelectQueryBuilder<
    Schema,
    Table,
    { name: string }
  >;
