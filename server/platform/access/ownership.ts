import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import type { Schema } from '../database/schema.ts';

type NumberColumn<Table extends keyof Schema> = {
  [Column in keyof Schema[Table]]: Schema[Table][Column] extends number | null ? Column : never;
}[keyof Schema[Table]];

/** Rows that belong to whoever owns the row of another table that a column refers to. */
export interface Through<Column = string> {
  readonly column: Column;
  readonly of: keyof Schema;
}

/**
 * Which rows of a table belong to a party: those with its id in a column, those that refer to an own row of another
 * table, or those a condition finds. A party adds rows to the first two kinds of tables only.
 */
type Own<Table extends keyof Schema> =
  | NumberColumn<Table>
  | Through<NumberColumn<Table>>
  | ((rows: ExpressionBuilder<Schema, Table>, party: number) => Expression<SqlBool>);

/**
 * Whose rows a table holds, for accounts of factories and dealers. Enterprise accounts see every row.
 * `everyone`: they read all of it and change nothing. `enterprise`: they see and change nothing.
 * Otherwise they see and change what is their party's own; a party that is left out sees nothing.
 */
export type Ownership<Table extends keyof Schema> =
  | 'everyone'
  | 'enterprise'
  | { readonly factory?: Own<Table>; readonly dealer?: Own<Table> };

/** Every table there is: one that is not declared here does not compile. */
export const ownership: { readonly [Table in keyof Schema]: Ownership<Table> } = {
  account: { factory: 'factory_id', dealer: 'dealer_id' },
  role: 'everyone',
  role_permission: 'everyone',
  account_role: {
    factory: { column: 'account_id', of: 'account' },
    dealer: { column: 'account_id', of: 'account' },
  },
  department: 'enterprise',
  position: 'enterprise',
  position_role: 'enterprise',
  session: { factory: { column: 'account_id', of: 'account' }, dealer: { column: 'account_id', of: 'account' } },
  known_network: 'enterprise',
  sign_in_failure: 'enterprise',
  login_log: { factory: { column: 'account_id', of: 'account' }, dealer: { column: 'account_id', of: 'account' } },
  menu_setting: 'everyone',
  menu_button: 'everyone',
  audit_log: 'enterprise',
  audit_change: 'enterprise',
  access_log: 'enterprise',
  product: 'everyone',
  brand: 'everyone',
  packaging_unit: 'everyone',
  hierarchy: 'everyone',
  hierarchy_version: 'everyone',
  hierarchy_level: 'everyone',
  product_field: 'everyone',
  picture: 'everyone',
  factory: { factory: (rows, party) => rows('factory.id', '=', party) },
  enterprise: 'everyone',
  dealer: { dealer: (rows, party) => rows('dealer.id', '=', party) },
  dealer_area: { dealer: 'dealer_id' },
  ship_to: { dealer: 'dealer_id' },
  warehouse: { factory: 'factory_id', dealer: 'dealer_id' },
  packaging_supplier: 'enterprise',
  material: 'everyone',
  code_rule: 'everyone',
  code_order: 'enterprise',
  code_download: 'enterprise',
  code_set: 'enterprise',
  code_part: 'enterprise',
  code_closure: 'enterprise',
  code_segment: 'enterprise',
  code_binding: 'enterprise',
  code_import: 'enterprise',
  code_import_problem: 'enterprise',
  imported_code: 'enterprise',
  imported_shape: 'everyone',
  scan_stat: 'enterprise',
  consumer_scan: 'enterprise',
  scan_place: 'enterprise',
  scan_guessing: 'enterprise',
  scan_template: 'enterprise',
  scan_template_version: 'enterprise',
  carousel_picture: 'enterprise',
};
