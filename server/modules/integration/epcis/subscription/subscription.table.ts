import type { Generated, GeneratedAlways } from 'kysely';
import { defineTable } from '#platform/database/table.ts';

declare module '#platform/database/schema.ts' {
  interface Schema {
    epcis_query: EpcisQueryTable;
    epcis_subscription: EpcisSubscriptionTable;
  }
}

interface EpcisQueryTable {
  id: GeneratedAlways<number>;
  name: string;
  party: string;
  account_id: number;
  parameters: object;
  prefixes: Generated<object>;
  created_at: Generated<Date>;
}

interface EpcisSubscriptionTable {
  id: GeneratedAlways<number>;
  subscription_id: string;
  query_id: number;
  account_id: number;
  dest: string | null;
  signature_token_sealed: Buffer | null;
  report_if_empty: Generated<boolean>;
  schedule: object | null;
  epc_format: string;
  cbv_xml_format: string;
  initial_record_time: Date | null;
  min_record_time: Date;
  window_end: Date | null;
  page_end: object | null;
  last_from: Date | null;
  last_notified_at: Date | null;
  last_events: number | null;
  failures: Generated<number>;
  last_error: string | null;
  withheld: Generated<object>;
  withheld_count: Generated<number>;
  paused: Generated<boolean>;
  next_at: Generated<Date>;
  claimed_by: string | null;
  claimed_until: Date | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

export const epcisQueryTable = defineTable('epcis_query', {
  rows: 'enterprise',
  placement: 'local',
  auditedThrough: 'own-record',
});

/** What the token of a webhook's signature is sealed for. */
export const signaturePurpose = (id: number): string => `signature of subscription ${id}`;

export const epcisSubscriptionTable = defineTable('epcis_subscription', {
  rows: 'enterprise',
  placement: 'local',
  audit: { list: 'subscription' },
  sealed: [{ column: 'signature_token_sealed', purposeOf: signaturePurpose, called: 'tokens of signatures' }],
});
