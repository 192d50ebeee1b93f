import { enterpriseFields } from '@suyuan/contract/base/enterprise.ts';
import { pictureColumns } from '@suyuan/contract/picture.ts';
import type { Generated } from 'kysely';
import { defineTable } from '#platform/database/table.ts';
import { type ColumnsOf, localisedIn } from '#platform/records/columns.ts';

declare module '#platform/database/schema.ts' {
  interface Schema {
    enterprise: EnterpriseTable;
  }
}

interface EnterpriseTable extends ColumnsOf<{ fields: typeof enterpriseFields }> {
  id: Generated<number>;
  updated_at: Generated<Date>;
}

export const enterpriseTable = defineTable('enterprise', {
  rows: 'everyone',
  placement: 'local',
  cached: true,
  localised: localisedIn({ fields: enterpriseFields }),
  audit: { list: 'enterprise' },
  pictures: pictureColumns.enterprise,
});
