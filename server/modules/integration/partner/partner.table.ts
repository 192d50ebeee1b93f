import { defineTable } from '#platform/database/table.ts';
import type { MasterDataColumns } from '#platform/records/master-data.ts';

declare module '#platform/database/schema.ts' {
  interface Schema {
    partner: PartnerTable;
  }
}

/** Partners that are neither factory nor dealer. */
interface PartnerTable extends MasterDataColumns {
  partner_code: string;
  partner_name: string;
  gln: string | null;
  remark: string | null;
}

export const partnerTable = defineTable('partner', {
  rows: 'enterprise',
  placement: 'reference',
  naturalKey: { code: 'partner_code', names: ['partner_name'] },
  audit: { list: 'partner' },
});
