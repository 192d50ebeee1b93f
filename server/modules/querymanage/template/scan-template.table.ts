import type { Generated, GeneratedAlways } from 'kysely';
import type { ScanDesign } from '../../../../contract/querymanage/scan-design.ts';
import { defineTable } from '../../../platform/database/table.ts';

declare module '../../../platform/database/schema.ts' {
  interface Schema {
    scan_template: ScanTemplateTable;
    scan_template_version: ScanTemplateVersionTable;
  }
}

interface ScanTemplateTable {
  id: GeneratedAlways<number>;
  template_name: string;
  product_id: number | null;
  brand_id: number | null;
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
  place: 'local',
  audit: { list: 'scancode' },
  pictures: ["jsonb_array_elements(draft -> 'blocks') ->> 'picture'"],
});

export const scanTemplateVersionTable = defineTable('scan_template_version', {
  rows: 'enterprise',
  place: 'local',
  told: ['scan_template'],
  pictures: ["jsonb_array_elements(design -> 'blocks') ->> 'picture'"],
});
