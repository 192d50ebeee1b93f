import { FileAddOutlined } from '@ant-design/icons';
import { lineClearanceLife } from '@suyuan/contract/plant/line/line-clearance.life.ts';
import { clearancePrint, clearanceSign, lineClearance } from '@suyuan/contract/plant/line/line-clearance.ts';
import { download } from '#core/api/call.ts';
import { later } from '#core/loading/later.tsx';
import { thingList } from '#ui/DataPage/thingList.ts';
import { lineReference, workOrderReference } from '#ui/pickers/plantReferences.ts';
import { Checks } from './Checks.tsx';
import { DeleteClearance, SignClearance } from './SignClearance.tsx';

const ClearLine = later(() => import('./ClearLine.tsx'));
const TakeBackClearance = later(() => import('./TakeBackClearance.tsx'));

const { mayTake } = lineClearanceLife;

/** Clearances of lines, each with its next step. */
export const clearanceList = thingList(lineClearance, {
  thing: lineClearance.table,
  titleOf: (row) => row.clearance_no,
  buttons: [
    {
      text: 'clearance.add',
      icon: <FileAddOutlined aria-hidden />,
      permission: 'clearance:add',
      primary: true,
      dialog: ClearLine,
    },
  ],
  detailAside: ({ checks }) => <Checks checks={checks} />,
  actions: [
    {
      key: 'sign',
      text: 'clearance.sign',
      permission: 'clearance:sign',
      completes: clearanceSign,
      shown: ({ status }) => mayTake('sign', status),
      dialog: SignClearance,
    },
    {
      key: 'print',
      text: 'button.print',
      later: true,
      // `download` has shown the error.
      run: (row) => void download(clearancePrint, { id: row.id }).catch(() => undefined),
    },
    {
      key: 'takeback',
      text: 'button.takeback',
      permission: 'clearance:takeback',
      later: true,
      danger: true,
      shown: ({ status }) => mayTake('take_back', status),
      dialog: TakeBackClearance,
    },
    {
      key: 'delete',
      text: 'button.delete',
      permission: 'clearance:delete',
      danger: true,
      shown: ({ status }) => mayTake('delete', status),
      dialog: DeleteClearance,
    },
  ],
  shown: {
    clearance_no: { width: 105 },
    status: { width: 110, tones: { prepared: 'processing', signed: 'success' } },
    line_id: { reference: lineReference, search: true },
    line_name: { width: 120 },
    work_order_id: { reference: workOrderReference },
    order_no: { width: 105 },
    product_name: { width: 140 },
    lot: { width: 110, hidden: true },
    labels_printed: { width: 100, hidden: true },
    labels_used: { width: 100, hidden: true },
    labels_scrapped: { width: 100, hidden: true },
    labels_expected: { width: 100 },
    labels_left: { width: 100 },
    labels_destroyed: { width: 90 },
    codes_returned: { width: 100, hidden: true },
    leased_left: { width: 100, hidden: true },
    difference_reason: { kind: 'longtext', width: 180, hidden: true },
    prepared_by: { width: 100 },
    prepared_at: {},
    signed_by: { width: 100 },
    signed_at: { hidden: true },
    taken_back_reason: { kind: 'longtext', width: 180, hidden: true },
  },
});
