import type { Connection } from '../database/database.ts';
import type { Tables } from '../database/table.ts';
import { hasCitus } from '../migrate/distribute.ts';
import type { Header, Manifest } from './manifest.ts';

/** A table as it is in the database. */
export interface StoredTable {
  readonly name: string;
  /** Those whose values are stored, and not generated from others. */
  readonly columns: readonly string[];
  /** Whether its rows are spread over the nodes of a cluster. */
  readonly isDistributed: boolean;
  /** What it takes on disk, for the progress. */
  readonly bytes: number;
}

/**
 * All tables of the database with rows of ours, by the catalog, so that a database of an older version is read as it is. Those that
 * a cluster distributes come last: when they are restored, all that is joined with them is there.
 */
export async function storedTables(sql: Connection, facts: Tables): Promise<StoredTable[]> {
  const citus = await hasCitus(sql);
  const tables = await sql<StoredTable[]>`
    select c.relname as name,
      array_agg(a.attname::text order by a.attnum) as columns,
      ${citus ? sql`coalesce(p.partmethod = 'h', false)` : sql`false`} as "isDistributed",
      ${citus ? sql`case when p.logicalrelid is null then pg_table_size(c.oid) else citus_table_size(c.oid) end` : sql`pg_table_size(c.oid)`}
        ::float8 as bytes
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    ${citus ? sql`left join pg_dist_partition p on p.logicalrelid = c.oid` : sql``}
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
      -- What an extension puts there, and the shards of a cluster.
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
      and c.relname !~ '_\d{6,}$'
    group by c.oid, c.relname ${citus ? sql`, p.partmethod, p.logicalrelid` : sql``}
    order by c.relname`;
  const isLast = ({ name, isDistributed }: StoredTable) =>
    isDistributed || typeof facts.get(name)?.placement === 'object';
  return [...tables.filter((table) => !isLast(table)), ...tables.filter(isLast)];
}

/** The last numbers given by the sequences of columns. */
export const storedSequences = (sql: Connection): Promise<Manifest['sequences']> =>
  sql<Manifest['sequences'][number][]>`
    select c.relname as table, a.attname as column,
      coalesce(pg_sequence_last_value(s.seqrelid), s.seqstart)::float8 as last,
      pg_sequence_last_value(s.seqrelid) is not null as called
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attidentity <> '' and not a.attisdropped
    join pg_sequence s on s.seqrelid = pg_get_serial_sequence(quote_ident(c.relname), a.attname)::regclass
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname !~ '_\d{6,}$'
    order by c.relname`;

/** The last numbers of documents: those sequences are of no column. */
export const storedSeries = (sql: Connection): Promise<NonNullable<Manifest['series']>> =>
  sql<NonNullable<Manifest['series']>[number][]>`
    select c.relname as name, coalesce(pg_sequence_last_value(c.oid), s.seqstart)::float8 as last,
      pg_sequence_last_value(c.oid) is not null as called
    from pg_sequence s
    join pg_class c on c.oid = s.seqrelid
    where c.relnamespace = 'public'::regnamespace
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype in ('a', 'i', 'e'))
    order by c.relname`;

export const storedMigrations = (sql: Connection): Promise<Header['migrations']> =>
  sql<Header['migrations'][number][]>`select name, sha256 from schema_migration order by name`;
