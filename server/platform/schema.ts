import type { Generated, GeneratedAlways } from 'kysely';

/** The tables as Kysely sees them; server/migrations makes them. */
export interface Schema {
  account: AccountTable;
  product: ProductTable;
  code_rule: CodeRuleTable;
  code_order: CodeOrderTable;
  code_download: CodeDownloadTable;
  consumer_scan: ConsumerScanTable;
}

type Status = 'enabled' | 'disabled';

interface AccountTable {
  id: GeneratedAlways<number>;
  account_name: string;
  account_type: 1 | 2 | 3;
  name: string;
  password_hash: string;
  must_change_password: Generated<boolean>;
  administrator: Generated<boolean>;
  status: Generated<Status>;
  last_login_at: Date | null;
  last_login_ip: string | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

interface ProductTable {
  id: GeneratedAlways<number>;
  product_code: string;
  product_name: string;
  gtin: string | null;
  spec: string | null;
  status: Generated<Status>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
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
