import { PlusOutlined } from '@ant-design/icons';
import { deposit } from '@suyuan/contract/inspect/case/deposit.ts';
import { Suspense } from 'react';
import { later } from '#core/loading/later.tsx';
import { thingList } from '#ui/DataPage/thingList.ts';
import { dealerReference } from '#ui/pickers/baseReferences.ts';
import { MoneyText } from './MoneyText.tsx';

const NewDeposit = later(() => import('./NewDeposit.tsx'));
const ReverseDeposit = later(() => import('./ReverseDeposit.tsx'));

export const depositList = thingList(deposit, {
  thing: deposit.table,
  titleOf: (row) => row.dealer_name,
  buttons: [
    {
      text: 'deposit.add',
      icon: <PlusOutlined aria-hidden />,
      permission: 'case:pay',
      primary: true,
      dialog: NewDeposit,
    },
  ],
  actions: [
    {
      key: 'reverse',
      text: 'deposit.reverse',
      permission: 'case:pay',
      shown: ({ settlement_id, reversed }) => settlement_id === null && !reversed,
      dialog: (props) => (
        <Suspense>
          <ReverseDeposit {...props} />
        </Suspense>
      ),
    },
  ],
  shown: {
    created_at: { width: 170, hidden: false },
    dealer_id: { reference: dealerReference, search: true },
    dealer_name: { width: 150 },
    kind: { width: 90, tones: { paid_in: 'success', withheld: 'error', returned: 'default', reversal: 'warning' } },
    amount: { width: 130, render: (row) => <MoneyText amount={row.amount} currency={row.currency} /> },
    currency: { width: 80, hidden: true },
    settlement_id: { search: false },
    settlement_no: { width: 120 },
    note: { kind: 'longtext', width: 130 },
    reversed: { width: 90, hidden: true },
    by: { width: 100 },
  },
});
