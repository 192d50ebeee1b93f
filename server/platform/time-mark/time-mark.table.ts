import type { Generated, GeneratedAlways } from 'kysely';
import { defineTable } from '../database/table.ts';

declare module '../database/schema.ts' {
  interface Schema {
    time_mark: TimeMarkTable;
    folder_mark: FolderMarkTable;
    restoration: RestorationTable;
  }
}

interface TimeMarkTable {
  one: Generated<boolean>;
  installation: string;
  epoch: string;
  system_identifier: string | null;
  timeline: number | null;
  database_oid: number;
  table_oid: number;
}

interface FolderMarkTable {
  writer: string;
  tick: number;
  born_at: number | null;
  seen_at: Generated<Date>;
}

interface RestorationTable {
  id: GeneratedAlways<number>;
  epoch: string;
  cause: string;
  is_certain: boolean;
  noticed_at: Generated<Date>;
  known_until: Date | null;
  report: unknown;
}

export const timeMarkTable = defineTable('time_mark', {
  rows: 'enterprise',
  placement: 'local',
  auditedThrough: 'own-record',
});

export const folderMarkTable = defineTable('folder_mark', {
  rows: 'enterprise',
  placement: 'local',
  auditedThrough: 'own-record',
});

export const restorationTable = defineTable('restoration', {
  rows: 'enterprise',
  placement: 'local',
  auditedThrough: 'own-record',
});
