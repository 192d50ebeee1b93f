import type { ReservedSql } from 'postgres';
import type { Tables } from './table.ts';

/** Puts every table in its place on a Citus cluster; does nothing on a plain PostgreSQL. Idempotent. */
export async function distribute(sql: ReservedSql, tables: Tables): Promise<void> {
  const [citus] = await sql`select 1 from pg_extension where extname = 'citus'`;
  if (!citus) return;
  const placed = new Set(
    (
      await sql<{ name: string }[]>`
        select relname as name from pg_dist_partition join pg_class c on c.oid = logicalrelid
        where partmethod <> 'n' or repmodel = 't'`
    ).map(({ name }) => name),
  );
  const ordered = await referredFirst(sql, tables);
  for (const { name, place } of ordered) {
    if (place === 'reference' && !placed.has(name)) await sql`select create_reference_table(${name})`;
  }
  const distributed = ordered.flatMap(({ name, place }) => (typeof place === 'object' ? [{ name, ...place }] : []));
  // All lie where the first of them does.
  let first = distributed.find(({ name }) => placed.has(name))?.name;
  for (const { name, distributedBy } of distributed.filter((table) => !placed.has(table.name))) {
    await sql`select create_distributed_table(${name}, ${distributedBy}, colocate_with => ${first ?? 'none'})`;
    first ??= name;
  }
}

/** The tables in an order that satisfies their foreign keys: what is referred to comes first, where there is no circle. */
async function referredFirst(sql: ReservedSql, tables: Tables) {
  const references = await sql<{ from: string; to: string }[]>`
    select f.relname as "from", t.relname as "to" from pg_constraint
    join pg_class f on f.oid = conrelid join pg_class t on t.oid = confrelid where contype = 'f'`;
  const referred = Map.groupBy(references, ({ from }) => from);
  const ordered = new Set<string>();
  const reached = new Set<string>();
  const add = (name: string) => {
    if (reached.has(name)) return;
    reached.add(name);
    for (const { to } of referred.get(name) ?? []) add(to);
    ordered.add(name);
  };
  for (const name of tables.keys()) add(name);
  return [...ordered].flatMap((name) => tables.get(name) ?? []);
}
