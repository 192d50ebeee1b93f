import { defineTable } from '#platform/database/table.ts';

declare module '#platform/database/schema.ts' {
  interface Schema {
    epcis_capture: EpcisCaptureTable;
    epcis_event: EpcisEventTable;
    epcis_identifier: EpcisIdentifierTable;
    epcis_measure: EpcisMeasureTable;
    epcis_own_event: EpcisOwnEventTable;
    epcis_vocabulary: EpcisVocabularyTable;
  }
}

interface EpcisCaptureTable {
  id: string;
  account_id: number;
  created_at: Date;
  finished_at: Date | null;
  error_behaviour: 'rollback' | 'proceed';
  success: boolean;
  events: number;
  kept: number;
  errors: object[];
  master_data: object[];
}

interface EpcisEventTable {
  key: number;
  id: number;
  event_id: string;
  type: string;
  event_time: Date;
  record_time: Date;
  action: string | null;
  biz_step: string | null;
  disposition: string | null;
  read_point: string | null;
  biz_location: string | null;
  transformation_id: string | null;
  declared_at: Date | null;
  capture_id: string | null;
  account_id: number;
  facts: string[];
  event: object;
}

interface EpcisIdentifierTable {
  key: number;
  epc: string;
  field: string;
  event_key: number;
  event_number: number;
}

interface EpcisMeasureTable {
  key: number;
  name: string;
  unit: string;
  number: string | null;
  moment: Date | null;
  event_key: number;
  event_number: number;
  place: number;
}

interface EpcisOwnEventTable {
  trace_event_id: number;
  event_key: number;
  event_number: number;
}

interface EpcisVocabularyTable {
  uri: string;
  type: string;
  children: string[];
  attributes: string[];
}

export const epcisCaptureTable = defineTable('epcis_capture', {
  rows: 'enterprise',
  placement: 'local',
  auditedThrough: 'own-record',
});

export const epcisEventTable = defineTable('epcis_event', {
  rows: 'enterprise',
  placement: { distributedBy: 'key' },
  auditedThrough: 'own-record',
});

export const epcisIdentifierTable = defineTable('epcis_identifier', {
  rows: 'enterprise',
  placement: { distributedBy: 'key' },
  auditedThrough: 'own-record',
});

export const epcisMeasureTable = defineTable('epcis_measure', {
  rows: 'enterprise',
  placement: { distributedBy: 'key' },
  auditedThrough: 'own-record',
});

export const epcisOwnEventTable = defineTable('epcis_own_event', {
  rows: 'enterprise',
  placement: 'local',
  auditedThrough: 'own-record',
});

export const epcisVocabularyTable = defineTable('epcis_vocabulary', {
  rows: 'enterprise',
  placement: 'local',
  auditedThrough: 'own-record',
});
