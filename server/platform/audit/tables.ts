import type { Schema } from '../database/schema.ts';
import type { Thing } from './images.ts';

/**
 * How the audit log hears of what a change writes into a table.
 * `itself`: the rows that are written are announced. A list of things: the rows are parts of these, or follow from them;
 * one of them is announced, and its image or its own facts tell the part. `own-record`: the table is a record already, or
 * holds counters; changes write none of it that anybody did.
 */
export type Told = 'itself' | 'own-record' | readonly [Thing, ...Thing[]];

/** Every table there is: one that is not declared here does not compile. */
export const told: { readonly [Table in keyof Schema]: Told } = {
  account: 'itself',
  account_role: ['account'],
  role: 'itself',
  role_permission: ['role'],
  department: 'itself',
  position: 'itself',
  position_role: ['position'],
  // They go with their account.
  session: ['session', 'account'],
  known_network: 'own-record',
  sign_in_failure: 'own-record',
  login_log: 'own-record',
  menu_setting: 'itself',
  menu_button: 'itself',
  access_log: 'own-record',
  audit_log: 'own-record',
  audit_change: 'own-record',
  product: 'itself',
  brand: 'itself',
  packaging_unit: 'itself',
  hierarchy: 'itself',
  hierarchy_version: ['hierarchy'],
  hierarchy_level: ['hierarchy'],
  product_field: 'itself',
  picture: 'itself',
  factory: 'itself',
  enterprise: 'itself',
  dealer: 'itself',
  dealer_area: ['dealer'],
  ship_to: 'itself',
  warehouse: 'itself',
  packaging_supplier: 'itself',
  material: 'itself',
  // An order counts up what its rule has issued.
  code_rule: ['code_rule', 'code_order'],
  code_order: 'itself',
  code_download: 'own-record',
  code_set: 'itself',
  code_part: 'itself',
  code_closure: 'itself',
  code_segment: ['code_binding', 'code_closure'],
  code_binding: 'itself',
  code_import: 'itself',
  code_import_problem: ['code_import'],
  imported_code: ['code_import'],
  imported_shape: ['code_import'],
  scan_stat: 'own-record',
  consumer_scan: 'own-record',
  scan_place: 'own-record',
  scan_guessing: 'own-record',
  scan_template: 'itself',
  scan_template_version: ['scan_template'],
  carousel_picture: 'itself',
};

/** The tables, among those written, of which nothing was announced. */
export function unannounced(written: Iterable<string>, announced: ReadonlySet<Thing>): string[] {
  return [...new Set(written)].filter((table) => {
    if (!Object.hasOwn(told, table)) return true;
    const by = told[table as Thing];
    if (by === 'own-record') return false;
    return !(by === 'itself' ? [table as Thing] : by).some((thing) => announced.has(thing));
  });
}
