import type { CodeDownload, FileFormat } from '@suyuan/contract/tagging/order-download.ts';
import type { Generated } from 'kysely';
import { defineTable } from '#platform/database/table.ts';

declare module '#platform/database/schema.ts' {
  interface Schema {
    code_download: CodeDownloadTable;
  }
}

interface CodeDownloadTable {
  id: string;
  order_id: number;
  part_id: number | null;
  account_id: number;
  format: FileFormat | 'pdf';
  columns: Generated<string>;
  purpose: string | null;
  reprint: string | null;
  sha256: string | null;
  compress: 'none' | 'gzip';
  state: CodeDownload['state'];
  ticket_hash: Buffer | null;
  ticket_expires_at: Date | null;
  first_id: number | null;
  last_id: number | null;
  names_binding: Generated<boolean>;
  sent: Generated<number>;
  ip: string;
  started_at: Generated<Date>;
  updated_at: Generated<Date>;
  ended_at: Date | null;
}

export const codeDownloadTable = defineTable('code_download', {
  rows: 'enterprise',
  placement: 'local',
  auditedThrough: 'own-record',
});
