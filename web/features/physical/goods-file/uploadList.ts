import { handheldUploads } from '@suyuan/contract/physical/goods-file.ts';
import { taskOriginal, taskRefusals } from '@suyuan/contract/plant/task.ts';
import { download } from '#core/api/call.ts';
import { thingList } from '#ui/DataPage/thingList.ts';

/** Files that were uploaded before, with their refused lines. */
export const uploadList = thingList(handheldUploads, {
  titleOf: (row) => row.source ?? row.id,
  actions: [
    {
      key: 'refusals',
      text: 'taskmanagement.refusals',
      shown: (row) => row.refused + (row.not_put_back ?? 0) > 0,
      run: (row) => void download(taskRefusals, { job: row.id }).catch(() => undefined),
    },
    {
      key: 'original',
      text: 'taskmanagement.original',
      run: (row) => void download(taskOriginal, { job: row.id }).catch(() => undefined),
    },
  ],
  shown: {
    created_at: { width: 150 },
    source: { width: 170 },
    act: { width: 100 },
    state: {
      width: 85,
      tones: { waiting: 'default', running: 'processing', done: 'success', stopped: 'warning', broken: 'error' },
    },
    rows: { width: 80, hidden: true },
    accepted: { width: 80 },
    refused: { width: 80 },
    not_put_back: { width: 90, hidden: true },
    problem: { kind: 'longtext', width: 130 },
    uploader: { width: 110, hidden: true },
    ended_at: { width: 150, hidden: true },
  },
});
