import type { Connection } from '../../../platform/database/database.ts';

/**
 * Whether the account `a` of a query may be used, as an SQL condition: it is enabled, and so is the factory or dealer
 * whose person it is.
 */
export const isEnabled = (sql: Connection) => sql`(
  a.status = 'enabled'
  and not exists (select from factory where id = a.factory_id and status <> 'enabled')
  and not exists (select from dealer where id = a.dealer_id and status <> 'enabled')
)`;
