import type { Connection } from '#platform/database/database.ts';

/** SQL condition: the account `a` of a query may be used, because it and its factory or dealer are enabled. */
export const isEnabled = (sql: Connection) => sql`(
  a.status = 'enabled'
  and not exists (select from factory where id = a.factory_id and status <> 'enabled')
  and not exists (select from dealer where id = a.dealer_id and status <> 'enabled')
)`;
