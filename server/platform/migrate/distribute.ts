import type { Connection } from '../database/database.ts';
import type { ReservedConnection } from '../database/driver/sql.ts';
import type { Placement, Tables } from '../database/table.ts';
import { takeStep } from './schema-step.ts';

/**
 * Distributes tables on a Citus cluster by their facts, moving their rows; does nothing on a plain PostgreSQL. Tables that are
 * placed already are left alone, so it can run at every start, and resumes after an interruption.
 */
export async function distribute(sql: ReservedConnection, tables: Tables): Promise<void> {
  if (!(await hasCitus(sql))) return;
  const there = await tablesThere(sql);
  const placeable = (isWanted: (placement: Placement) => boolean) =>
    [...tables.values()].filter(({ name, placement }) => there.get(name)?.placed === false && isWanted(placement));
  // Local tables are left to Citus, which adopts those with a foreign key to a reference table by itself.
  const references = placeable((placement) => placement === 'reference').map(({ name }) => name);
  for (const name of referredToFirst(references, await cascadesOf(sql))) {
    await takeStep(sql, async () => void (await sql`select create_reference_table(${name}::text::regclass)`));
  }
  // All distributed tables are co-located: rows with the same key are on the same worker.
  let spread = [...tables.values()].find(
    ({ name, placement }) => typeof placement === 'object' && there.get(name)?.placed,
  )?.name;
  for (const { name, placement } of placeable((one) => typeof one === 'object')) {
    const { distributedBy } = placement as { distributedBy: string };
    const besides = spread ?? 'none';
    await takeStep(sql, async () => {
      await sql`select create_distributed_table(${name}::text::regclass, ${distributedBy}, colocate_with => ${besides})`;
    });
    spread ??= name;
  }
  await forgetMovedRows(sql);
}

export const hasCitus = async (sql: Connection): Promise<boolean> =>
  (await sql`select 1 from pg_extension where extname = 'citus'`).length > 0;

/** For each table, the tables whose deletes cascade to it. */
async function cascadesOf(sql: ReservedConnection): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = await sql<{ name: string; follows: string[] }[]>`
    select c.relname as name, array_agg(distinct f.relname::text) as follows
    from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_class f on f.oid = k.confrelid
    where k.contype = 'f' and k.confdeltype in ('c', 'n', 'd') and k.conrelid <> k.confrelid
      and c.relnamespace = 'public'::regnamespace
    group by c.relname`;
  return new Map(rows.map(({ name, follows }) => [name, follows]));
}

/** Orders reference tables so that those from which deletes cascade come first: they may not cascade from a local table. */
function referredToFirst(names: readonly string[], cascades: ReadonlyMap<string, readonly string[]>): string[] {
  const order = new Set<string>();
  const add = (name: string, above: readonly string[]) => {
    if (above.includes(name))
      throw new Error(`The cascading foreign keys of the tables ${above.join(', ')} form a cycle`);
    for (const other of cascades.get(name) ?? []) if (names.includes(other)) add(other, [...above, name]);
    order.add(name);
  };
  for (const name of names) add(name, []);
  return [...order];
}

interface TableThere {
  /** Whether it is a reference table or a distributed one. */
  readonly placed: boolean;
  readonly hasRows: boolean;
}

async function tablesThere(sql: ReservedConnection): Promise<Map<string, TableThere>> {
  const rows = await sql<(TableThere & { name: string })[]>`
    select c.relname as name, coalesce(p.partmethod = 'h' or p.repmodel = 't', false) as placed,
      pg_relation_size(c.oid) > 0 as "hasRows"
    from pg_class c left join pg_dist_partition p on p.logicalrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'`;
  return new Map(rows.map(({ name, ...table }) => [name, table]));
}

/** Removes the hidden local rows that Citus leaves behind when it distributes a table. */
async function forgetMovedRows(sql: ReservedConnection): Promise<void> {
  for (const [name, { placed, hasRows }] of await tablesThere(sql)) {
    if (placed && hasRows) await sql`select truncate_local_data_after_distributing_table(${name}::text::regclass)`;
  }
}
