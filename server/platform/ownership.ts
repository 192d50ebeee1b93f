import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import type { Schema } from './schema.ts';

/** Which rows of a table belong to a party: those with its id in a column, or those a condition finds. */
type Own<Table extends keyof Schema> =
  | {
      [Column in keyof Schema[Table]]: Schema[Table][Column] extends number | null ? Column : never;
    }[keyof Schema[Table]]
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
    factory: (rows, party) => rows.exists(accountOf(rows).where('a.factory_id', '=', party)),
    dealer: (rows, party) => rows.exists(accountOf(rows).where('a.dealer_id', '=', party)),
  },
  session: 'enterprise',
  audit_log: 'enterprise',
  audit_change: 'enterprise',
  product: 'everyone',
  factory: { factory: (rows, party) => rows('factory.id', '=', party) },
  dealer: { dealer: (rows, party) => rows('dealer.id', '=', party) },
  code_rule: 'everyone',
  code_order: 'enterprise',
  code_download: 'enterprise',
  consumer_scan: 'enterprise',
};

const accountOf = (rows: ExpressionBuilder<Schema, 'account_role'>) =>
  rows.selectFrom('account as a').select('a.id').whereRef('a.id', '=', 'account_role.account_id');
