import type { ScanDesign } from '@suyuan/contract/querymanage/scan-design.ts';
import type { scanTemplate } from '@suyuan/contract/querymanage/scan-template.ts';
import type { Generated, GeneratedAlways } from 'kysely';
import { defineTable } from '#platform/database/table.ts';
import type { ColumnsOf } from '#platform/records/columns.ts';

declare module '#platform/database/schema.ts' {
  interface Schema {
    scan_template: ScanTemplateTable;
    scan_template_version: ScanTemplateVersionTable;
  }
}

interface ScanTemplateTable extends ColumnsOf<typeof scanTemplate> {
  id: GeneratedAlways<number>;
  draft: ScanDesign;
  published_version: number | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

interface ScanTemplateVersionTable {
  template_id: number;
  version: number;
  design: ScanDesign;
  published_by: number | null;
  published_at: Generated<Date>;
}

export const scanTemplateTable = defineTable('scan_template', {
  rows: 'enterprise',
  placement: 'local',
  cached: true,
  audit: { list: 'scancode' },
  pictures: ["jsonb_array_elements(draft -> 'blocks') ->> 'picture'"],
});

export const scanTemplateVersionTable = defineTable('scan_template_version', {
  rows: 'enterprise',
  placement: 'local',
  auditedThrough: ['scan_template'],
  pictures: ["jsonb_array_elements(design -> 'blocks') ->> 'picture'"],
});
