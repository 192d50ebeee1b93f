import { stopReason } from '@suyuan/contract/plant/line/stop-reason.ts';
import { thingList } from '#ui/DataPage/thingList.ts';

/** The reasons of stops, a tree. */
export const reasonList = thingList(stopReason, {
  parentKey: 'parent_id',
  titleOf: (row) => row.reason_name,
  shown: {
    reason_code: { width: 140, example: 'JAM' },
    reason_name: { width: 240, example: 'example.reason_name' },
    parent_id: {
      reference: { page: stopReason.page, label: (row) => `${row.reason_name}` },
      nameOf: (row) => row.parent_name,
    },
    parent_code: { column: false },
    parent_name: { column: false },
    loss: { width: 170, form: { hint: 'stopreason.lossHint' } },
    sort: { width: 90, form: { initial: 0 } },
    stops: { width: 90 },
    status: { width: 100 },
  },
});
