import type { ReservedSql } from 'postgres';
import type { Place, Tables } from '../database/table.ts';
import { takeStep } from './schema-step.ts';

/**
 * Lays the tables there are out on a Citus cluster as their facts have them; does nothing on a plain PostgreSQL. Their rows
 * are moved. What lies somewhere already stays, so it can be done at every start, and goes on where one was interrupted.
 */
export async function distribute(sql: ReservedSql, tables: Tables): Promise<void> {
  const [citus] = await sql`select 1 from pg_extension where extname = 'citus'`;
  if (!citus) return;
  const there = await tablesThere(sql);
  const wanted = (isWanted: (place: Place) => boolean) =>
    [...tables.values()].filter(({ name, place }) => there.get(name)?.placed === false && isWanted(place));
  // Local tables are left to Citus: those with a foreign key to a reference table it takes over by itself.
  for (const { name } of wanted((place) => place === 'reference')) {
    await takeStep(sql, async () => void (await sql`select create_reference_table(${name}::text::regclass)`));
  }
  // All of them spread alike, each with one that is spread already: what has the same key is on the same worker.
  let spread = [...tables.values()].find(
    ({ name, place }) => typeof place === 'object' && there.get(name)?.placed,
  )?.name;
  for (const { name, place } of wanted((one) => typeof one === 'object')) {
    const { distributedBy } = place as { distributedBy: string };
    const besides = spread ?? 'none';
    await takeStep(sql, async () => {
      await sql`select create_distributed_table(${name}::text::regclass, ${distributedBy}, colocate_with => ${besides})`;
    });
    spread ??= name;
  }
  await forgetMovedRows(sql);
}

interface TableThere {
  /** Whether it is a reference table or a distributed one. */
  readonly placed: boolean;
  readonly hasRows: boolean;
}

async function tablesThere(sql: ReservedSql): Promise<Map<string, TableThere>> {
  const rows = await sql<(TableThere & { name: string })[]>`
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
