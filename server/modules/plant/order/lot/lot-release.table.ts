import type { Generated, GeneratedAlways } from 'kysely';
import { defineTable } from '#platform/database/table.ts';

declare module '#platform/database/schema.ts' {
  interface Schema {
    lot_release_taken_back: LotReleaseTakenBackTable;
  }
}

interface LotReleaseTakenBackTable {
  id: GeneratedAlways<number>;
  lot_id: number;
  release: 'quality' | 'market';
  released_by: number;
  released_at: Date;
  taken_back_by: number;
  taken_back_at: Generated<Date>;
  reason: string;
}

/** As lots themselves: a factory is told of them with its work orders. */
export const lotReleaseTakenBackTable = defineTable('lot_release_taken_back', {
  rows: 'enterprise',
  placement: 'local',
  audit: { list: 'orderlist' },
});
