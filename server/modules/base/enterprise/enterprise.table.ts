import type { Generated } from 'kysely';
import { defineTable } from '../../../platform/database/table.ts';
import type { Reachable } from '../reachable.ts';

declare module '../../../platform/database/schema.ts' {
  interface Schema {
    enterprise: EnterpriseTable;
  }
}

interface EnterpriseTable extends Reachable {
  id: Generated<number>;
  enterprise_code: string;
  enterprise_name: string;
  logo: string | null;
  licence_no: string | null;
  email: string | null;
  icp_number: string | null;
  icp_url: string | null;
  /** Null: what the server's settings say. */
  time_zone: string | null;
  public_url: string | null;
  updated_at: Generated<Date>;
}

export const enterpriseTable = defineTable('enterprise', {
  rows: 'everyone',
  place: 'local',
  audit: { list: 'enterprise' },
  pictures: ['logo'],
});
