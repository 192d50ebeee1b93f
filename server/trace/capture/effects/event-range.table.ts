import { defineTable } from '#platform/database/table.ts';

declare module '#platform/database/schema.ts' {
  interface Schema {
    event_range: EventRangeTable;
  }
}

interface EventRangeTable {
  event_id: number;
  first_id: number;
  last_id: number;
}

export const eventRangeTable = defineTable('event_range', {
  rows: 'enterprise',
  place: 'local',
  auditedThrough: 'own-record',
});
