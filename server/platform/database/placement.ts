import type { Schema } from './schema.ts';

/**
 * Where a table lies on a Citus cluster. What that costs, and why each lies where it does: docs/decisions/citus-placement.md.
 *
 * `local`: on the coordinator. What is written often and read by its own key, and what no distributed table is joined with.
 * `reference`: whole on every node. What distributed tables are joined with, and what those rows refer to; a write to one
 * is a two-phase commit on every node.
 * `by` a column: spread over the workers by it, what has the same value lying together. What grows with codes.
 */
export type Place<Column extends string = string> = 'local' | 'reference' | { readonly by: Column };

/** Every table there is: one that is not declared here does not compile. */
export const placement: { readonly [Table in keyof Schema]: Place<keyof Schema[Table] & string> } = {
  // People and what they may do. An order tells who made it, and an account tells whose it is.
  account: 'reference',
  department: 'reference',
  position: 'reference',
  role: 'local',
  role_permission: 'local',
  account_role: 'local',
  position_role: 'local',
  session: 'local',
  access_log: 'local',
  known_network: 'local',
  sign_in_failure: 'local',
  login_log: 'local',
  menu_setting: 'local',
  menu_button: 'local',
  audit_log: 'local',
  audit_change: 'local',
  // Products, and what they refer to.
  product: 'reference',
  brand: 'reference',
  picture: 'reference',
  packaging_unit: 'reference',
  hierarchy: 'reference',
  hierarchy_version: 'reference',
  hierarchy_level: 'reference',
  product_field: 'local',
  // Parties and places.
  factory: 'reference',
  dealer: 'reference',
  dealer_area: 'reference',
  ship_to: 'reference',
  warehouse: 'reference',
  enterprise: 'local',
  packaging_supplier: 'local',
  material: 'local',
  // Orders of codes and what became of them since.
  code_rule: 'reference',
  code_set: 'reference',
  code_order: 'reference',
  code_segment: 'reference',
  code_closure: 'reference',
  code_part: 'local',
  code_download: 'local',
  code_binding: 'local',
  code_import: 'local',
  code_import_problem: 'local',
  imported_shape: 'local',
  imported_code: { by: 'text_id' },
  // What consumers asked.
  scan_stat: { by: 'code_id' },
  consumer_scan: { by: 'code_id' },
  scan_place: { by: 'code_id' },
  scan_guessing: 'local',
  scan_template: 'local',
  scan_template_version: 'local',
  carousel_picture: 'local',
};

/** The tables that SQL alone names. A test compares both lists with the catalogue. */
export const placementOfOthers = {
  schema_migration: 'local',
  audit_head: 'local',
  master_key: 'local',
  import_job: 'local',
  guess_count: 'local',
  scan_day: 'local',
  scan_day_closed: 'local',
  scan_privacy: 'local',
} as const satisfies Readonly<Record<string, Place>>;
