import { defineTable } from '#platform/database/table.ts';

declare module '#platform/database/schema.ts' {
  interface Schema {
    unaccounted_codes: UnaccountedCodesTable;
  }
}

/** Codes of an order that may have been handed out after the moment that the database was put back to. */
interface UnaccountedCodesTable {
  first_id: number;
  last_id: number;
  order_id: number;
  restoration_id: number;
}

export const unaccountedCodesTable = defineTable('unaccounted_codes', {
  rows: 'enterprise',
  placement: 'local',
  auditedThrough: 'own-record',
});
