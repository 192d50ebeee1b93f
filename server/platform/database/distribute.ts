import type { ReservedSql } from 'postgres';

/** Tables that grow with codes, all co-located by code id. A new one is added here with the migration that makes it. */
export const distributedTables = ['scan_stat', 'consumer_scan', 'scan_place', 'imported_code'] as const;

/** Tables that are found by another column than the code id. */
export const distributionColumn: Partial<Record<(typeof distributedTables)[number], string>> = {
  imported_code: 'text_id',
};

/** Tables that every node holds whole, in an order that satisfies their foreign keys. */
export const referenceTables = [
  'factory',
  'dealer',
  'account',
  'department',
  'position',
  'role',
  'role_permission',
  'account_role',
  'position_role',
  'session',
  'known_network',
  'sign_in_failure',
  'login_log',
  'import_job',
  'picture',
  'brand',
  'packaging_unit',
  'hierarchy',
  'hierarchy_version',
  'hierarchy_level',
  'product_field',
  'product',
  'code_rule',
  'code_set',
  'code_order',
  'code_part',
  'code_download',
  'code_closure',
  'code_segment',
  'code_binding',
  'code_import',
  'code_import_problem',
  'imported_shape',
  'enterprise',
  'dealer_area',
  'ship_to',
  'warehouse',
  'packaging_supplier',
  'material',
  'scan_day',
  'scan_day_closed',
  'scan_privacy',
  'scan_guessing',
  'guess_count',
  'scan_template',
  'scan_template_version',
  'carousel_picture',
  'menu_setting',
  'menu_button',
  'audit_log',
  'audit_change',
  'audit_head',
  'access_log',
  'master_key',
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
    await sql`select create_distributed_table(${table}, ${distributionColumn[table] ?? 'code_id'}, colocate_with => ${
      table === 'scan_stat' ? 'none' : 'scan_stat'
    })`;
  }
}
