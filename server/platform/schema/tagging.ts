import type { Generated, GeneratedAlways } from 'kysely';
import type { Status } from './status.ts';

/** Rules, ordered ranges of codes, and how they were handed out. */
export interface TaggingSchema {
  code_rule: CodeRuleTable;
  code_order: CodeOrderTable;
  code_download: CodeDownloadTable;
  code_set: CodeSetTable;
  code_part: CodePartTable;
  code_closure: CodeClosureTable;
  code_segment: CodeSegmentTable;
  code_binding: CodeBindingTable;
  code_import: CodeImportTable;
  code_import_problem: CodeImportProblemTable;
  imported_code: ImportedCodeTable;
  imported_shape: ImportedShapeTable;
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
  numbering: Generated<'random' | 'sequential'>;
  symbol: Generated<'qrcode' | 'datamatrix' | 'gs1-128'>;
  kind: Generated<'issued' | 'imported'>;
  version: Generated<number>;
  previous_id: number | null;
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
  set_id: number | null;
  set_depth: number | null;
  printer: string | null;
  created_by: number;
  created_at: Generated<Date>;
}

interface CodeSetTable {
  id: GeneratedAlways<number>;
  ratio: string;
  sets: number;
  created_at: Generated<Date>;
}

interface CodePartTable {
  id: GeneratedAlways<number>;
  order_id: number;
  position: number;
  first_id: number;
  last_id: number;
  printer: string | null;
}

interface CodeClosureTable {
  id: GeneratedAlways<number>;
  closure_no: string;
  order_id: number | null;
  scope: 'order' | 'range' | 'list';
  quantity: number;
  reason: string;
  status: Generated<'closed' | 'reopen_asked' | 'reopened'>;
  closed_by: number;
  closed_at: Generated<Date>;
  reopen_reason: string | null;
  asked_by: number | null;
  asked_at: Date | null;
  decided_by: number | null;
  decided_at: Date | null;
}

interface CodeSegmentTable {
  first_id: number;
  last_id: number;
  order_id: number;
  product_id: number | null;
  lot: string | null;
  production_date: string | null;
  closure_id: number | null;
  updated_at: Generated<Date>;
}

interface CodeBindingTable {
  id: GeneratedAlways<number>;
  kind: 'bind' | 'unbind';
  order_id: number | null;
  quantity: number;
  first_id: number;
  last_id: number;
  product_id: number | null;
  lot: string | null;
  production_date: string | null;
  created_by: number;
  created_at: Generated<Date>;
}

interface CodeImportTable {
  id: GeneratedAlways<number>;
  file_name: string;
  state: 'reading' | 'read' | 'taken' | 'discarded' | 'broken';
  first_id: number;
  read_lines: Generated<number>;
  accepted: Generated<number>;
  repeated: Generated<number>;
  known: Generated<number>;
  refused: Generated<number>;
  first_text: string | null;
  last_text: string | null;
  order_id: number | null;
  created_by: number;
  started_at: Generated<Date>;
  updated_at: Generated<Date>;
}

interface CodeImportProblemTable {
  import_id: number;
  line: number;
  content: string;
  reason: string;
}

interface ImportedCodeTable {
  text_id: number;
  text: string;
  code_id: number;
}

interface ImportedShapeTable {
  import_id: number;
  code_length: number;
  characters: string[];
}

interface CodeDownloadTable {
  id: string;
  order_id: number;
  part_id: number | null;
  account_id: number;
  format: 'txt' | 'csv' | 'xlsx' | 'pdf';
  columns: Generated<string>;
  purpose: string | null;
  sha256: string | null;
  compress: 'none' | 'gzip';
  state: 'waiting' | 'running' | 'done' | 'broken';
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
