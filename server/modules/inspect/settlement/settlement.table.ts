import type { DepositKind } from '@suyuan/contract/inspect/case/deposit.ts';
import type { SettlementStatus } from '@suyuan/contract/inspect/case/settlement.ts';
import type { Generated, GeneratedAlways } from 'kysely';
import { defineTable } from '#platform/database/table.ts';

declare module '#platform/database/schema.ts' {
  interface Schema {
    dealer_settlement: DealerSettlementTable;
    settlement_paper: SettlementPaperTable;
    deposit_movement: DepositMovementTable;
  }
}

interface DealerSettlementTable {
  id: GeneratedAlways<number>;
  settlement_no: string;
  status: Generated<SettlementStatus>;
  case_id: number;
  dealer_id: number;
  evidence_id: number | null;
  refund_id: number | null;
  /** Decimals, which the driver reads as text. */
  amount: string;
  withheld: Generated<string>;
  returned: Generated<string>;
  currency: string;
  signatory: string | null;
  agreed_on: string | null;
  agreed_by: number | null;
  agreed_at: Date | null;
  needs_approval: Generated<boolean>;
  approved_by: number | null;
  approved_at: Date | null;
  paid_at: Date | null;
  closed_at: Date | null;
  note: string | null;
  reason: string | null;
  created_by: number;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

interface SettlementPaperTable {
  settlement_id: number;
  name: string;
  media_type: string;
  hash: string;
  content: Buffer;
  added_by: number;
  added_at: Generated<Date>;
}

interface DepositMovementTable {
  id: GeneratedAlways<number>;
  dealer_id: number;
  kind: DepositKind;
  amount: string;
  currency: string;
  settlement_id: number | null;
  reverses_id: number | null;
  note: string | null;
  by_id: number;
  created_at: Generated<Date>;
}

export const dealerSettlementTable = defineTable('dealer_settlement', {
  rows: 'enterprise',
  placement: 'local',
  audit: {
    list: 'settlement',
    belongings: `jsonb_build_object('paper', (select hash from settlement_paper where settlement_id = t.id))`,
  },
});

export const settlementPaperTable = defineTable('settlement_paper', {
  rows: 'enterprise',
  placement: 'local',
  auditedThrough: ['dealer_settlement'],
});

export const depositMovementTable = defineTable('deposit_movement', {
  rows: 'enterprise',
  placement: 'local',
  audit: { list: 'deposit' },
});
