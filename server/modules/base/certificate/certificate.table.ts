import type { certificate } from '@suyuan/contract/base/certificate.ts';
import type { Generated } from 'kysely';
import { defineTable } from '#platform/database/table.ts';
import type { ColumnsOf } from '#platform/records/columns.ts';
import type { MasterDataColumns } from '#platform/records/master-data.ts';

declare module '#platform/database/schema.ts' {
  interface Schema {
    certificate: CertificateTable;
    certificate_file: CertificateFileTable;
  }
}

interface CertificateTable extends MasterDataColumns, ColumnsOf<typeof certificate> {}

interface CertificateFileTable {
  certificate_id: number;
  name: string;
  media_type: string;
  hash: string;
  content: Buffer;
  added_by: number;
  added_at: Generated<Date>;
}

export const certificateTable = defineTable('certificate', {
  rows: { factory: 'factory_id', dealer: 'dealer_id' },
  placement: 'local',
  naturalKey: { code: 'certificate_no', names: [] },
  audit: {
    list: 'certificate',
    belongings: `jsonb_build_object('file', (select hash from certificate_file where certificate_id = t.id))`,
  },
});

export const certificateFileTable = defineTable('certificate_file', {
  rows: {
    factory: { column: 'certificate_id', of: 'certificate' },
    dealer: { column: 'certificate_id', of: 'certificate' },
  },
  placement: 'local',
  auditedThrough: ['certificate'],
});
