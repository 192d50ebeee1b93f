import type { Generated } from 'kysely';
import { defineTable } from '../../../platform/database/table.ts';
import type { Kept } from '../../../platform/records/kept.ts';
import type { Reachable } from '../reachable.ts';

declare module '../../../platform/database/schema.ts' {
  interface Schema {
    ship_to: ShipToTable;
  }
}

interface ShipToTable extends Kept, Reachable {
  dealer_id: number;
  ship_to_code: string;
  ship_to_name: string;
  preferred: Generated<boolean>;
}

export const shipToTable = defineTable('ship_to', {
  rows: { dealer: 'dealer_id' },
  place: 'reference',
  audit: { list: 'shipto' },
});
