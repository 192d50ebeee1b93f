import { FileAddOutlined } from '@ant-design/icons';
import { handover, handoverPrint, handoverReceive } from '@suyuan/contract/report/handover.ts';
import { download } from '#core/api/call.ts';
import { later } from '#core/loading/later.tsx';
import { Amount } from '#ui/amount/Amount.tsx';
import { thingList } from '#ui/DataPage/thingList.ts';
import { productReference, warehouseReference } from '#ui/pickers/baseReferences.ts';
import { lineReference } from '#ui/pickers/plantReferences.ts';
import { orderReference } from './orderReference.ts';
import { DeleteHandover, HandOver } from './SignHandover.tsx';

const NewHandover = later(() => import('./NewHandover.tsx'));
const ReceiveHandover = later(() => import('./ReceiveHandover.tsx'));
const WithdrawHandover = later(() => import('./WithdrawHandover.tsx'));

/** Handover notes, each with its next step. */
export const handoverList = thingList(handover, {
  thing: handover.table,
  titleOf: (row) => row.handover_no,
  buttons: [
    {
      text: 'connect.add',
      icon: <FileAddOutlined aria-hidden />,
      permission: 'connect:add',
      primary: true,
      dialog: NewHandover,
    },
  ],
  actions: [
    {
      key: 'hand',
      text: 'connect.hand',
      permission: 'connect:hand',
      shown: (row) => row.status === 'draft',
      dialog: HandOver,
    },
    {
      key: 'receive',
      text: 'connect.receive',
      permission: 'connect:sign',
      completes: handoverReceive,
      shown: (row) => row.status === 'handed',
      dialog: ReceiveHandover,
    },
    {
      key: 'withdraw',
      text: 'connect.withdraw',
      permission: 'connect:sign',
      later: true,
      danger: true,
      shown: (row) => row.status === 'handed' || row.status === 'received',
      dialog: WithdrawHandover,
    },
    {
      key: 'print',
      text: 'connect.print',
      later: true,
      // `download` has shown the error.
      run: (row) => void download(handoverPrint, { id: row.id }).catch(() => undefined),
    },
    {
      key: 'delete',
      text: 'connect.delete',
      permission: 'connect:delete',
      danger: true,
      shown: (row) => row.status === 'draft',
      dialog: DeleteHandover,
    },
  ],
  shown: {
    handover_no: { width: 105 },
    status: {
      width: 120,
      tones: { draft: 'warning', handed: 'processing', received: 'success', withdrawn: 'default' },
    },
    work_order_id: { reference: orderReference },
    order_no: { width: 105 },
    product_id: { reference: productReference, search: true },
    product_name: { width: 150 },
    lot: { width: 100 },
    line_id: { reference: lineReference, search: true },
    line_name: { width: 110, hidden: true },
    warehouse_id: { reference: warehouseReference, search: true },
    warehouse_name: { width: 120, hidden: true },
    packages: { width: 90 },
    remainders: { width: 90, hidden: true },
    units: { width: 130, render: (row) => <Amount units={row.units} of={row.product_id} /> },
    handed_by: { width: 110 },
    handed_at: { hidden: true },
    received_by: { width: 110 },
    received_at: { hidden: true },
    counted: { width: 110, hidden: true },
    difference_reason: { kind: 'longtext', width: 180, hidden: true },
    withdrawn_by: { width: 110, hidden: true },
    withdrawn_at: { hidden: true },
    withdrawal_reason: { kind: 'longtext', width: 180, hidden: true },
    remark: { kind: 'longtext', width: 180, hidden: true },
    created_by: { width: 110, hidden: true },
  },
});
