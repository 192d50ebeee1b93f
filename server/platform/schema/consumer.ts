import type { Generated } from 'kysely';

/** What consumers asked. */
export interface ConsumerSchema {
  consumer_scan: ConsumerScanTable;
}

interface ConsumerScanTable {
  code_id: number;
  id: Generated<number>;
  scanned_at: Date;
  code: string;
  verdict: 'genuine' | 'repeated' | 'unbound' | 'void' | 'unknown';
  nth: number;
  order_id: number | null;
  product_id: number | null;
  ip: string;
  country: string;
  province: string;
  city: string;
  device: string;
  os: string;
  browser: string;
}
