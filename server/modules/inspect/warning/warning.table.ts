import type {
  ConsumerWarning,
  Figures,
  Firing,
  SeenVisit,
  stepsOfWarning,
} from '@suyuan/contract/inspect/consumer-warning.ts';
import type { WarningRule } from '@suyuan/contract/inspect/warning-rule.ts';
import type { Generated, GeneratedAlways } from 'kysely';
import { defineTable } from '#platform/database/table.ts';

declare module '#platform/database/schema.ts' {
  interface Schema {
    warning_param: WarningParamTable;
    warning_cursor: WarningCursorTable;
    consumer_warning: ConsumerWarningTable;
    warning_step: WarningStepTable;
    market_sighting: MarketSightingTable;
  }
}

interface WarningParamTable {
  id: GeneratedAlways<number>;
  rule: WarningRule;
  product_id: Generated<number>;
  version: number;
  enabled: boolean;
  limits: Record<string, number>;
  own: Generated<boolean>;
  reason: string | null;
  changed_by: number;
  changed_at: Generated<Date>;
}

interface WarningCursorTable {
  one: Generated<boolean>;
  read_until: Date;
}

interface ConsumerWarningTable {
  id: GeneratedAlways<number>;
  rule: WarningRule;
  subject: string;
  code_id: number | null;
  code: string | null;
  product_id: number | null;
  dealer_id: number | null;
  lot_id: number | null;
  region: string;
  province: string | null;
  place_basis: ConsumerWarning['place_basis'];
  param_version: number;
  limits: Record<string, number>;
  figures: Figures;
  visits: SeenVisit[];
  firings: Generated<Firing[]>;
  /** When the visit was by which it fired first. */
  seen_at: Date;
  times: Generated<number>;
  fired_at: Generated<Date>;
  first_at: Date;
  last_at: Date;
  status: Generated<ConsumerWarning['status']>;
  owner_id: number | null;
  due_at: Date | null;
  case_id: number | null;
  /** The waybill by which its goods left. */
  waybill_id: number | null;
  outcome: ConsumerWarning['outcome'];
  reason: string | null;
  settled_by: number | null;
  settled_at: Date | null;
}

interface WarningStepTable {
  id: GeneratedAlways<number>;
  warning_id: number;
  step: (typeof stepsOfWarning)[number];
  text: string | null;
  by_id: number;
  at: Generated<Date>;
}

interface MarketSightingTable {
  day: string;
  dealer_id: number;
  product_id: number;
  lot_id: number;
  province: string;
  codes: number;
  /** Codes that were seen on the day in another province before. */
  also: Generated<number>;
}

export const warningParamTable = defineTable('warning_param', {
  rows: 'enterprise',
  placement: 'local',
  audit: { list: 'warningparam' },
});

export const warningCursorTable = defineTable('warning_cursor', {
  rows: 'enterprise',
  placement: 'local',
  auditedThrough: 'never',
});

export const consumerWarningTable = defineTable('consumer_warning', {
  rows: 'enterprise',
  placement: 'local',
  audit: { list: 'queryconsumerwarning' },
});

export const warningStepTable = defineTable('warning_step', {
  rows: 'enterprise',
  placement: 'local',
  auditedThrough: ['consumer_warning'],
});

export const marketSightingTable = defineTable('market_sighting', {
  rows: 'enterprise',
  placement: 'local',
  auditedThrough: 'never',
});
