import { lineAlarm } from '@suyuan/contract/plant/line/line-alarm.ts';
import { thingList } from '#ui/DataPage/thingList.ts';
import { factoryReference } from '#ui/pickers/baseReferences.ts';
import { lineReference } from '#ui/pickers/plantReferences.ts';
import { Acknowledge } from './Acknowledge.tsx';

/** The alarms of lines, with their history. */
export const alarmList = thingList(lineAlarm, {
  thing: lineAlarm.table,
  titleOf: (row) => row.line_name ?? '',
  actions: [
    {
      key: 'acknowledge',
      text: 'board.acknowledge',
      permission: 'board:acknowledge',
      shown: (row) => row.acknowledged_at === null,
      dialog: Acknowledge,
    },
    {
      key: 'takeBack',
      text: 'board.takeBack',
      permission: 'board:acknowledge',
      later: true,
      shown: (row) => row.acknowledged_at !== null,
      dialog: Acknowledge,
    },
  ],
  shown: {
    kind: { width: 130 },
    alarm_status: { width: 100, tones: { raised: 'error', acknowledged: 'processing', cleared: 'default' } },
    line_id: { reference: lineReference, search: true },
    line_name: { width: 140 },
    factory_id: { reference: factoryReference, search: true },
    work_order_no: { width: 110 },
    value: { width: 90 },
    limit_value: { width: 90 },
    raised_at: { width: 150 },
    cleared_at: { width: 150 },
    acknowledged_by: { width: 110 },
    acknowledged_at: { hidden: true },
    note: { kind: 'longtext', width: 180, hidden: true },
  },
});
