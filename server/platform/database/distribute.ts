import type { ReservedSql } from 'postgres';
import { type Place, placement, placementOfOthers } from './placement.ts';
import { takeStep } from './schema-step.ts';

/** Where each table lies, by its name. */
export type Places = Readonly<Record<string, Place>>;

export const places: Places = { ...placement, ...placementOfOthers };

/**
 * Lays the tables there are out on a Citus cluster as `places` has them; does nothing on a plain PostgreSQL. Their rows are
 * moved. What lies somewhere already stays, so it can be done at every start, and goes on where one was interrupted.
 */
export async function distribute(sql: ReservedSql, tables: Places = places): Promise<void> {
  const [citus] = await sql`select 1 from pg_extension where extname = 'citus'`;
  if (!citus) return;
  const there = await tablesThere(sql);
  const named = (isWanted: (place: Place) => boolean) =>
    Object.entries(tables).flatMap(([name, place]) => (there.has(name) && isWanted(place) ? [name] : []));
  // Local tables are left to Citus: those with a foreign key to a reference table it takes over by itself.
  for (const table of named((place) => place === 'reference')) {
    if (there.get(table)?.placed) continue;
    await takeStep(sql, async () => void (await sql`select create_reference_table(${table}::text::regclass)`));
  }
  // All of them spread alike, each with the first: what has the same key is on the same worker.
  const [first, ...others] = named((place) => typeof place === 'object');
  for (const [table, besides] of [[first, 'none'], ...others.map((other) => [other, first])]) {
    if (table === undefined || there.get(table)?.placed) continue;
    const { by } = tables[table] as { by: string };
    await takeStep(sql, async () => {
      await sql`select create_distributed_table(${table}::text::regclass, ${by}, colocate_with => ${besides as string})`;
    });
  }
  await forgetMovedRows(sql);
}

interface Table {
  /** Whether it is a reference table or a distributed one. */
  readonly placed: boolean;
  readonly hasRows: boolean;
}

async function tablesThere(sql: ReservedSql): Promise<Map<string, Table>> {
  const rows = await sql<(Table & { name: string })[]>`
    select c.relname as name, coalesce(p.partmethod = 'h' or p.repmodel = 't', false) as placed,
      pg_relation_size(c.oid) > 0 as "hasRows"
    from pg_class c left join pg_dist_partition p on p.logicalrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'`;
  return new Map(rows.map(({ name, ...table }) => [name, table]));
}

/** Citus copies the rows of a table that it lays out and leaves the old ones behind, unseen. */
async function forgetMovedRows(sql: ReservedSql): Promise<void> {
  for (const [name, { placed, hasRows }] of await tablesThere(sql)) {
    if (placed && hasRows) await sql`select truncate_local_data_after_distributing_table(${name}::text::regclass)`;
  }
}
