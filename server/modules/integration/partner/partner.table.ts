import type { partner } from '@suyuan/contract/integration/partner.ts';
import { defineTable } from '#platform/database/table.ts';
import type { ColumnsOf } from '#platform/records/columns.ts';
import type { MasterDataColumns } from '#platform/records/master-data.ts';

declare module '#platform/database/schema.ts' {
  interface Schema {
    partner: PartnerTable;
  }
}

/** Partners that are neither factory nor dealer. */
interface PartnerTable extends MasterDataColumns, ColumnsOf<typeof partner> {}

export const partnerTable = defineTable('partner', {
  rows: 'enterprise',
  placement: 'reference',
  naturalKey: { code: 'partner_code', names: ['partner_name'] },
  audit: { list: 'partner' },
});
