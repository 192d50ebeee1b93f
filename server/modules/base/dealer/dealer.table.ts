import type { Generated } from 'kysely';
import { defineTable } from '../../../platform/database/table.ts';
import type { Kept } from '../../../platform/records/kept.ts';
import type { Reachable } from '../reachable.ts';

declare module '../../../platform/database/schema.ts' {
  interface Schema {
    dealer: DealerTable;
    dealer_area: DealerAreaTable;
  }
}

interface DealerTable extends Kept, Reachable {
  dealer_code: string;
  dealer_name: string;
  dealer_level: Generated<1 | 2 | 3 | 4>;
  parent_id: number | null;
  licence_no: string | null;
  remark: string | null;
}

interface DealerAreaTable {
  dealer_id: number;
  area_code: string;
}

export const dealerTable = defineTable('dealer', {
  rows: { dealer: (rows, party) => rows('dealer.id', '=', party) },
  place: 'reference',
  audit: {
    list: 'dealer',
    belongings: `jsonb_build_object('areas',
      (select coalesce(jsonb_agg(area_code order by area_code), '[]') from dealer_area where dealer_id = t.id))`,
  },
});

export const dealerAreaTable = defineTable('dealer_area', {
  rows: { dealer: 'dealer_id' },
  place: 'reference',
  told: ['dealer'],
});
