import { lineStop } from '@suyuan/contract/plant/line/line-stop.ts';
import { thingList } from '#ui/DataPage/thingList.ts';
import { factoryReference, productReference } from '#ui/pickers/baseReferences.ts';
import { lineReference, teamReference, workOrderReference } from '#ui/pickers/plantReferences.ts';
import { Duration } from './Duration.tsx';
import GiveReason, { GiveReasons } from './GiveReason.tsx';
import { reasonReference } from './reasonReference.ts';
import { MergeStop, SplitStop } from './SplitStop.tsx';

/** The stops of lines, with what people say of them. */
export const stopList = thingList(lineStop, {
  thing: lineStop.table,
  titleOf: (row) => row.line_name ?? '',
  batchActions: [
    {
      key: 'reason',
      text: 'stop.giveReason',
      permission: 'stop:reason',
      fits: (row) => row.stop_status !== 'void',
      dialog: GiveReasons,
    },
  ],
  actions: [
    {
      key: 'reason',
      text: 'stop.giveReason',
      permission: 'stop:reason',
      shown: (row) => row.stop_status !== 'void',
      dialog: GiveReason,
    },
    {
      key: 'split',
      text: 'button.split',
      permission: 'stop:reason',
      later: true,
      shown: (row) => row.stop_status !== 'void',
      dialog: SplitStop,
    },
    {
      key: 'merge',
      text: 'stop.merge',
      permission: 'stop:reason',
      later: true,
      shown: (row) => row.stop_status !== 'void',
      dialog: MergeStop,
    },
  ],
  shown: {
    begins_at: { width: 150 },
    ends_at: { hidden: true },
    seconds: { width: 105, render: (row) => <Duration seconds={row.seconds as number} /> },
    stop_status: { width: 95, tones: { going_on: 'error', over: 'default', void: 'warning' } },
    line_id: { reference: lineReference, search: true },
    line_name: { width: 130 },
    factory_id: { reference: factoryReference, search: true },
    work_order_id: { reference: workOrderReference },
    work_order_no: { width: 105 },
    product_name: { width: 140, hidden: true },
    shift_day: { width: 110, hidden: true },
    team_id: { reference: teamReference, search: true },
    team_name: { width: 100 },
    source: { width: 110, hidden: true },
    state: { width: 120, hidden: true },
    device_reason: { width: 120, hidden: true },
    reason_id: { reference: reasonReference, search: true },
    reason_name: { width: 140 },
    loss: {
      width: 130,
      tones: { planned: 'default', setup: 'processing', failure: 'error', delay: 'warning', minor: 'warning' },
    },
    reason_from: { width: 100, hidden: true },
    note: { kind: 'longtext', width: 180, hidden: true },
    given_by: { width: 110, hidden: true },
    given_at: { hidden: true },
    product_id: { reference: productReference },
  },
});
