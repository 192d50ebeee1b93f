import type { dealer } from '@suyuan/contract/base/dealer.ts';
import { defineTable } from '#platform/database/table.ts';
import type { ColumnsOf } from '#platform/records/columns.ts';
import type { MasterDataColumns } from '#platform/records/master-data.ts';

declare module '#platform/database/schema.ts' {
  interface Schema {
    dealer: DealerTable;
    dealer_area: DealerAreaTable;
  }
}

interface DealerTable extends MasterDataColumns, ColumnsOf<typeof dealer> {}

interface DealerAreaTable {
  dealer_id: number;
  area_code: string;
}

export const dealerTable = defineTable('dealer', {
  rows: { dealer: (rows, party) => rows('dealer.id', '=', party) },
  placement: 'reference',
  naturalKey: { code: 'dealer_code', names: ['dealer_name'] },
  audit: {
    list: 'dealer',
    belongings: `jsonb_build_object('areas',
      (select coalesce(jsonb_agg(area_code order by area_code), '[]') from dealer_area where dealer_id = t.id))`,
    lists: { areas: 'dealer_area.area_code' },
  },
});

export const dealerAreaTable = defineTable('dealer_area', {
  rows: { dealer: 'dealer_id' },
  placement: 'reference',
  auditedThrough: ['dealer'],
});
