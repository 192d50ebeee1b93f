import type { ScanAct } from '@suyuan/contract/handheld/act.ts';
import type { Scan, ScanOutcome, ScanResult, ScanSettlement } from '@suyuan/contract/handheld/scan.ts';
import type { ArrivalOutcome } from '@suyuan/contract/physical/waybill/arrival-steps.ts';
import type { Generated, GeneratedAlways, Selectable } from 'kysely';
import { defineTable } from '#platform/database/table.ts';
import type { StoredRefusal } from '#trace/exceptions/exception-kind.ts';

declare module '#platform/database/schema.ts' {
  interface Schema {
    handheld: HandheldTable;
    handheld_scan: HandheldScanTable;
    handheld_key: HandheldKeyTable;
  }
}

/** A handheld in the hands of one person: what waits on it is that person's. */
interface HandheldTable {
  id: GeneratedAlways<number>;
  device: string;
  account_id: number;
  name: string | null;
  model: string | null;
  version: string;
  battery: number | null;
  waiting: number;
  oldest_waiting_at: Date | null;
  clock_ahead: number;
  user_agent: string;
  ip: string;
  seen_at: Generated<Date>;
  /** Nobody signs in on it with this account until it is unlocked. */
  locked_at: Date | null;
  message: string | null;
  message_at: Date | null;
  message_read_at: Date | null;
  /** Why sending failed last; null once it succeeds. */
  last_error: string | null;
  created_at: Generated<Date>;
}

export type HandheldRow = Selectable<HandheldTable>;

/** What a scan is answered besides its result. */
export interface KeptAnswer {
  readonly printed?: string;
  readonly product_id?: number | null;
  readonly lot?: string | null;
  readonly units: number;
  readonly outcome?: ArrivalOutcome;
  readonly inspection?: NonNullable<ScanResult['inspection']>;
}

/** A refusal that is kept, in no language. */
export interface KeptRefusal extends StoredRefusal {
  readonly overridable?: boolean;
}

interface HandheldScanTable {
  id: string;
  device: string;
  account_id: number;
  no: number;
  device_time: Date;
  event_time: Date;
  received_at: Generated<Date>;
  act: ScanAct;
  document_id: number | null;
  document_no: string | null;
  code: string;
  codes: Generated<string[]>;
  manner: Generated<Pick<Scan, 'singly' | 'damaged' | 'remainder' | 'moving'>>;
  reason: string | null;
  result: ScanOutcome;
  answer: KeptAnswer;
  refusals: readonly KeptRefusal[];
  settled_at: Date | null;
  settled_by: number | null;
  /** `in_console`: with the exception that was raised about it. */
  settled_how: ScanSettlement | 'in_console' | null;
  settled_reason: string | null;
  raised_at: Date | null;
}

interface HandheldKeyTable {
  id: GeneratedAlways<number>;
  private_key_sealed: Buffer;
  public_key: Buffer;
  created_at: Generated<Date>;
}

export const handheldTable = defineTable('handheld', {
  rows: {
    factory: { column: 'account_id', of: 'account' },
    dealer: { column: 'account_id', of: 'account' },
  },
  placement: 'local',
  audit: {},
  // Each contact writes it.
  auditedThrough: 'own-record',
});

/** Some ten thousand a day for each warehouse; a scan is found by its id. */
export const handheldScanTable = defineTable('handheld_scan', {
  rows: {
    factory: { column: 'account_id', of: 'account' },
    dealer: { column: 'account_id', of: 'account' },
  },
  placement: 'local',
  auditedThrough: 'own-record',
});

/** The purpose that the private key is sealed for. */
export const handheldKeyPurpose = 'handheld key';

export const handheldKeyTable = defineTable('handheld_key', {
  rows: 'enterprise',
  placement: 'local',
  auditedThrough: 'own-record',
  sealed: [{ column: 'private_key_sealed', purposeOf: () => handheldKeyPurpose, called: 'key of handhelds' }],
});
