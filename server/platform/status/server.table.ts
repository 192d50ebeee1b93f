import type { Generated } from 'kysely';
import { defineTable } from '../database/table.ts';
import type { MinuteFigures } from '../metrics/minute-meter.ts';

declare module '../database/schema.ts' {
  interface Schema {
    server: ServerTable;
    server_minute: ServerMinuteTable;
  }
}

interface ServerTable {
  id: string;
  host_name: string;
  version: string;
  started_at: Date;
  seen_at: Date;
  stopped_at: Generated<Date | null>;
}

interface ServerMinuteTable {
  server_id: string;
  ends_at: Date;
  figures: MinuteFigures;
}

export const serverTable = defineTable('server', {
  rows: 'enterprise',
  placement: 'local',
  auditedThrough: 'never',
  leftOutOfBackups: true,
});

export const serverMinuteTable = defineTable('server_minute', {
  rows: 'enterprise',
  placement: 'local',
  auditedThrough: 'never',
  leftOutOfBackups: true,
});
