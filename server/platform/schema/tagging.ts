import type { Generated, GeneratedAlways } from 'kysely';
import type { Status } from './status.ts';

/** Rules, ordered ranges of codes, and how they were handed out. */
export interface TaggingSchema {
  code_rule: CodeRuleTable;
  code_order: CodeOrderTable;
  code_download: CodeDownloadTable;
}

interface CodeRuleTable {
  id: GeneratedAlways<number>;
  rule_name: string;
  level: 1 | 2 | 3 | 4;
  prefix: string;
  alphabet: 'digits' | 'hex' | 'base32' | 'base36' | 'base62';
  body_length: number;
  check_name: 'none' | 'gs1' | 'luhn' | 'iso7064';
  carrier: 'plain' | 'url' | 'digital-link';
  key_sealed: Buffer;
  capacity: number;
  issued: Generated<number>;
  status: Generated<Status>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

interface CodeOrderTable {
  id: GeneratedAlways<number>;
  order_no: string;
  rule_id: number;
  product_id: number | null;
  quantity: number;
  first_id: number;
  last_id: number;
  purpose: string | null;
  status: Generated<'open' | 'closed'>;
  close_reason: string | null;
  closed_at: Date | null;
  closed_by: number | null;
  created_by: number;
  created_at: Generated<Date>;
}

interface CodeDownloadTable {
  id: string;
  order_id: number;
  account_id: number;
  format: 'txt' | 'csv';
  compress: 'none' | 'gzip';
  state: 'waiting' | 'running' | 'done' | 'broken';
  ticket_hash: Buffer | null;
  ticket_expires_at: Date | null;
  sent: Generated<number>;
  ip: string;
  started_at: Generated<Date>;
  updated_at: Generated<Date>;
  ended_at: Date | null;
}
