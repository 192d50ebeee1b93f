import type { Generated } from 'kysely';
import { defineTable } from '#platform/database/table.ts';

declare module '#platform/database/schema.ts' {
  interface Schema {
    scan_stat: ScanStatTable;
    consumer_scan: ConsumerScanTable;
    scan_place: ScanPlaceTable;
    scan_guessing: ScanGuessingTable;
    scan_day: ScanDayTable;
    scan_day_closed: ScanDayClosedTable;
  }
}

interface ScanStatTable {
  code_id: number;
  scan_count: number;
  first_at: Date;
  first_country: string;
  first_province: string;
  first_city: string;
  last_at: Date;
}

interface ConsumerScanTable {
  code_id: number;
  id: Generated<number>;
  scanned_at: Date;
  code: string;
  verdict: 'genuine' | 'repeated' | 'recalled' | 'lost' | 'unbound' | 'void' | 'unknown';
  nth: number;
  order_id: number | null;
  product_id: number | null;
  lot_id: number | null;
  place_id: number | null;
  ip: string;
  country: string;
  province: string;
  city: string;
  device: string;
  os: string;
  browser: string;
}

interface ScanPlaceTable {
  code_id: number;
  nth: number;
  place: string;
  latitude: string | null;
  longitude: string | null;
  told_at: Date;
}

export const scanStatTable = defineTable('scan_stat', {
  rows: 'enterprise',
  placement: { distributedBy: 'code_id' },
  auditedThrough: 'own-record',
});

export const consumerScanTable = defineTable('consumer_scan', {
  rows: 'enterprise',
  placement: { distributedBy: 'code_id' },
  auditedThrough: 'own-record',
});

export const scanPlaceTable = defineTable('scan_place', {
  rows: 'enterprise',
  placement: { distributedBy: 'code_id' },
  auditedThrough: 'own-record',
});

interface ScanGuessingTable {
  network: string;
  first_at: Date;
  last_at: Date;
  refused: number;
}

export const scanGuessingTable = defineTable('scan_guessing', {
  rows: 'enterprise',
  placement: 'local',
  auditedThrough: 'own-record',
});

interface ScanDayTable {
  day: string;
  product_id: Generated<number>;
  province: string;
  verdict: string;
  scanned: number;
}

interface ScanDayClosedTable {
  day: string;
}

export const scanDayTable = defineTable('scan_day', {
  rows: 'enterprise',
  placement: 'local',
  auditedThrough: 'never',
});

export const scanDayClosedTable = defineTable('scan_day_closed', {
  rows: 'enterprise',
  placement: 'local',
  auditedThrough: 'never',
});
