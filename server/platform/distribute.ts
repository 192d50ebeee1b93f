import type { ReservedSql } from 'postgres';

/** Tables that grow with codes, all co-located by code id. A new one is added here with the migration that makes it. */
export const distributedTables = ['scan_stat', 'consumer_scan'] as const;

/** Tables that every node holds whole, in an order that satisfies their foreign keys. */
export const referenceTables = [
  'factory',
  'dealer',
  'account',
  'role',
  'role_permission',
  'account_role',
  'session',
  'product',
  'code_rule',
  'code_order',
  'code_download',
  'scan_day',
  'scan_day_closed',
  'audit_log',
  'audit_change',
  'audit_head',
] as const;

/** Spreads the tables over the workers of a Citus cluster; does nothing on a plain PostgreSQL. Idempotent. */
export async function distribute(sql: ReservedSql): Promise<void> {
  const [citus] = await sql`select 1 from pg_extension where extname = 'citus'`;
  if (!citus) return;
  const placed = new Set(
    (await sql<{ name: string }[]>`select logicalrelid::text as name from pg_dist_partition`).map(({ name }) => name),
  );
  for (const table of referenceTables.filter((name) => !placed.has(name))) {
    await sql`select create_reference_table(${table})`;
  }
  for (const table of distributedTables.filter((name) => !placed.has(name))) {
    await sql`select create_distributed_table(${table}, 'code_id', colocate_with => ${
      table === 'scan_stat' ? 'none' : 'scan_stat'
    })`;
  }
}
