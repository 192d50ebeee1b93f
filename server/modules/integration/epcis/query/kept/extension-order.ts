import type { Connection } from '#platform/database/database.ts';
import type { SortColumn } from '../pages/position.ts';

/** An extension of captured events `e` by its names, as what sorts as its values do. It is taken from the facts of the event. */
export const extensionOrder = (sql: Connection, names: readonly string[]): SortColumn => ({
  value: sql`epcis_order(e.facts, ${names.map((name) => `${name}=`)}::text[]) collate "C"`,
  type: 'text',
});
