import { settlementLife } from '@suyuan/contract/inspect/case/settlement.life.ts';
import { type Settlement, settlement, settlementApprove } from '@suyuan/contract/inspect/case/settlement.ts';
import type { Permission } from '@suyuan/contract/menu.ts';
import { Suspense } from 'react';
import { later } from '#core/loading/later.tsx';
import type { RowAction } from '#ui/DataPage/fields.ts';
import { thingList } from '#ui/DataPage/thingList.ts';
import { dealerReference } from '#ui/pickers/baseReferences.ts';
import { MoneyText } from './MoneyText.tsx';
import type { StepName } from './SettlementStep.tsx';

const SettlementView = later(() => import('./SettlementView.tsx'));
const SettlementStep = later(() => import('./SettlementStep.tsx'));
const NewSettlement = later(() => import('./NewSettlement.tsx'));

const permissions = {
  agree: 'case:settle',
  approve: 'case:approve',
  pay: 'case:pay',
  close: 'case:pay',
  disapprove: 'case:approve',
  withdraw: 'case:settle',
  revert: 'case:settle',
} as const satisfies Readonly<Record<StepName, Permission>>;

const waits = ({ needs_approval, approved_by_id }: Settlement) => needs_approval && approved_by_id === null;

/** Whether a step would not be refused for what stands in the row. */
const fits: Readonly<Partial<Record<StepName, (row: Settlement) => boolean>>> = {
  approve: waits,
  pay: (row) => !waits(row),
  disapprove: ({ approved_by_id }) => approved_by_id !== null,
};

const stepAction = (step: StepName): RowAction<Settlement> => ({
  key: step,
  text: `settlement.${step}`,
  permission: permissions[step],
  ...(step === 'approve' ? { completes: settlementApprove } : {}),
  ...(['disapprove', 'withdraw', 'revert'].includes(step) ? { later: true as const } : {}),
  shown: (row) => settlementLife.mayTake(step, row.status) && (fits[step]?.(row) ?? true),
  dialog: (props) => (
    <Suspense>
      <SettlementStep step={step} {...props} />
    </Suspense>
  ),
});

export const settlementList = thingList(settlement, {
  thing: settlement.table,
  code: 'settlement_no',
  titleOf: (row) => row.settlement_no,
  detailAside: (row) => (
    <Suspense>
      <SettlementView row={row} />
    </Suspense>
  ),
  actions: [
    ...(['agree', 'approve', 'pay', 'close'] as const).map(stepAction),
    {
      key: 'update',
      text: 'button.update',
      permission: 'case:settle',
      later: true,
      shown: ({ status }) => settlementLife.mayTake('update', status),
      dialog: ({ row, ...props }) => (
        <Suspense>
          <NewSettlement inspected={row} draft={row} {...props} />
        </Suspense>
      ),
    },
    ...(['disapprove', 'withdraw', 'revert'] as const).map(stepAction),
  ],
  shown: {
    settlement_no: { width: 120, search: true },
    status: {
      width: 90,
      tones: { draft: 'default', agreed: 'processing', paid: 'success', closed: 'success', withdrawn: 'default' },
    },
    dealer_id: { reference: dealerReference, search: true },
    dealer_name: { width: 160 },
    case_id: { search: false },
    case_no: { width: 120 },
    evidence_no: { width: 120, hidden: true },
    amount: { width: 120, render: (row) => <MoneyText amount={row.amount} currency={row.currency} /> },
    withheld: { width: 120, render: (row) => <MoneyText amount={row.withheld} currency={row.currency} /> },
    returned: {
      width: 120,
      hidden: true,
      render: (row) => <MoneyText amount={row.returned} currency={row.currency} />,
    },
    currency: { width: 80, hidden: true },
    refund_no: { width: 120, hidden: true },
    signatory: { width: 110, hidden: true },
    agreed_on: { width: 110, hidden: true },
    note: { kind: 'longtext', width: 200, hidden: true },
    needs_approval: { width: 110, search: false, hidden: true },
    agreed_by: { width: 110, hidden: true },
    approved_by: { width: 110 },
    approved_at: { width: 170, hidden: true },
    paid_at: { width: 170, hidden: true },
    closed_at: { width: 170, hidden: true },
    paper: { width: 140, hidden: true },
    reason: { kind: 'longtext', width: 200, hidden: true },
    created_by: { width: 110, hidden: true },
    created_at: { width: 170, hidden: true },
    waits: { search: true },
  },
});
