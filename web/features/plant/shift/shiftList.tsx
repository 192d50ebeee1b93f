import { FileAddOutlined } from '@ant-design/icons';
import { shiftHandoverLife } from '@suyuan/contract/plant/shift/shift-handover.life.ts';
import { shiftHandover, shiftPrint, shiftReceive } from '@suyuan/contract/plant/shift/shift-handover.ts';
import { Suspense } from 'react';
import { download } from '#core/api/call.ts';
import { later } from '#core/loading/later.tsx';
import { thingList } from '#ui/DataPage/thingList.ts';
import { lineReference, teamReference } from '#ui/pickers/plantReferences.ts';
import { DeleteShift, HandShift } from './HandShift.tsx';

const PrepareShift = later(() => import('./PrepareShift.tsx'));
const ShiftNotes = later(() => import('./ShiftNotes.tsx'));
const ReceiveShift = later(() => import('./ReceiveShift.tsx'));
const TakeBackShift = later(() => import('./TakeBackShift.tsx'));
const ShiftAside = later(() => import('./ShiftAside.tsx'));

const { mayTake } = shiftHandoverLife;

/** Hand-overs of shifts, each with its next step. */
export const shiftList = thingList(shiftHandover, {
  thing: shiftHandover.table,
  titleOf: (row) => row.shift_no,
  buttons: [
    {
      text: 'shift.add',
      icon: <FileAddOutlined aria-hidden />,
      permission: 'shift:add',
      primary: true,
      dialog: PrepareShift,
    },
  ],
  detailWidth: 760,
  detailAside: (row) => (
    <Suspense>
      <ShiftAside shift={row} />
    </Suspense>
  ),
  actions: [
    {
      key: 'hand',
      text: 'shift.hand',
      permission: 'shift:hand',
      shown: ({ status }) => mayTake('hand', status),
      dialog: HandShift,
    },
    {
      key: 'receive',
      text: 'shift.receive',
      permission: 'shift:sign',
      completes: shiftReceive,
      shown: ({ status }) => mayTake('receive', status),
      dialog: ReceiveShift,
    },
    {
      key: 'notes',
      text: 'shift.editNotes',
      permission: 'shift:add',
      later: true,
      shown: ({ status }) => mayTake('update', status),
      dialog: ShiftNotes,
    },
    {
      key: 'print',
      text: 'button.print',
      later: true,
      // `download` has shown the error.
      run: (row) => void download(shiftPrint, { id: row.id }).catch(() => undefined),
    },
    {
      key: 'takeback',
      text: 'button.takeback',
      permission: 'shift:takeback',
      later: true,
      danger: true,
      shown: ({ status }) => status !== 'draft',
      dialog: TakeBackShift,
    },
    {
      key: 'delete',
      text: 'button.delete',
      permission: 'shift:delete',
      danger: true,
      shown: ({ status }) => mayTake('delete', status),
      dialog: DeleteShift,
    },
  ],
  shown: {
    shift_no: { width: 105 },
    status: { width: 120, tones: { draft: 'warning', handed: 'processing', received: 'success' } },
    day: { width: 105 },
    team_id: { reference: teamReference, search: true },
    team_name: { width: 120 },
    line_id: { reference: lineReference, search: true },
    line_name: { width: 120 },
    planned: { width: 95 },
    made: { width: 95 },
    rejected: { width: 80 },
    exceptions: { width: 80, hidden: true },
    notes: { kind: 'longtext', width: 180, hidden: true },
    handed_by: { width: 100 },
    handed_at: { hidden: true },
    received_by: { width: 100 },
    received_at: { hidden: true },
    reply: { kind: 'longtext', width: 180, hidden: true },
    created_by: { width: 110, hidden: true },
  },
});
