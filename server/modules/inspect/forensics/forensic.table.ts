import type { Link } from '@suyuan/contract/inspect/case/forensic-case.ts';
import type { Generated, GeneratedAlways } from 'kysely';
import { defineTable } from '#platform/database/table.ts';

declare module '#platform/database/schema.ts' {
  interface Schema {
    forensic_case: ForensicCaseTable;
    forensic_photo: ForensicPhotoTable;
  }
}

interface ForensicCaseTable {
  id: GeneratedAlways<number>;
  case_no: string;
  draft_key: string | null;
  status: Generated<'draft' | 'sealed'>;
  code: string | null;
  code_id: number | null;
  dealer_id: number | null;
  place: string | null;
  area_code: string | null;
  latitude: number | string | null;
  longitude: number | string | null;
  found_at: Date;
  note: string | null;
  chain: Link[] | null;
  seal: string | null;
  sealed_at: Date | null;
  sealed_by: number | null;
  created_by: number;
  /** The event that sealing the case added to its code; null before that, or if no issued code is named. */
  event_id: Generated<number | null>;
  inspect_case_id: Generated<number | null>;
  inspect_id: Generated<number | null>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

interface ForensicPhotoTable {
  id: GeneratedAlways<number>;
  case_id: number;
  upload_key: string;
  hash: string;
  bytes: number;
  original: Buffer;
  shown: Buffer;
  thumb: Buffer;
  taken_at: string | null;
  latitude: number | string | null;
  longitude: number | string | null;
  camera: string | null;
  added_by: number;
  added_at: Generated<Date>;
}

export const forensicCaseTable = defineTable('forensic_case', {
  rows: 'enterprise',
  placement: 'local',
  audit: {
    list: 'forensics',
    belongings: `jsonb_build_object('photos',
      (select coalesce(jsonb_agg(hash order by id), '[]') from forensic_photo where case_id = t.id))`,
  },
});

export const forensicPhotoTable = defineTable('forensic_photo', {
  rows: 'enterprise',
  placement: 'local',
  auditedThrough: ['forensic_case'],
});
