import type { Connection } from '../database/database.ts';

/** A table by its share of the disk, with its indexes; on a cluster, the sum over all nodes. */
export interface TableSize {
  readonly name: string;
  readonly bytes: number;
  /** As PostgreSQL estimates it since the last ANALYZE; unknown for tables on other nodes. */
  readonly rows: number | null;
}

export async function isCluster(sql: Connection): Promise<boolean> {
  const [row] = await sql<
    { found: boolean }[]
  >`select exists (select from pg_extension where extname = 'citus') as found`;
  return row?.found === true;
}

/** The size of the database in bytes; on a cluster, on all nodes together. */
export async function databaseSize(sql: Connection): Promise<number> {
  const [row] = (await isCluster(sql))
    ? await sql<{ bytes: number }[]>`
        select pg_database_size(current_database()) + coalesce((
          select sum(result::bigint) from run_command_on_workers('select pg_database_size(current_database())') where success
        ), 0)::bigint as bytes`
    : await sql<{ bytes: number }[]>`select pg_database_size(current_database()) as bytes`;
  return Number(row?.bytes ?? 0);
}

/** The largest tables, the largest first. */
export async function largestTables(sql: Connection, most: number): Promise<TableSize[]> {
  const sizes = await sql<TableSize[]>`
    select relname as name, pg_total_relation_size(oid)::float8 as bytes,
      case when reltuples >= 0 then reltuples::float8 end as rows
    from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
    order by bytes desc limit ${most}`;
  if (!(await isCluster(sql))) return [...sizes];
  const rows = await sql<TableSize[]>`
    select table_name::text as name, citus_total_relation_size(table_name)::float8 as bytes, null::float8 as rows
    from citus_tables`;
  const names = new Set(rows.map(({ name }) => name));
  return [...rows, ...sizes.filter(({ name }) => !names.has(name))]
    .sort((one, other) => other.bytes - one.bytes)
    .slice(0, most);
}
