import { handheldUploads } from '@suyuan/contract/physical/goods-file.ts';
import { taskOriginal, taskRefusals } from '@suyuan/contract/plant/task.ts';
import { download } from '#core/api/call.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { useCan } from '#core/session/allowed.tsx';
import { DataPage } from '#ui/DataPage/DataPage.tsx';
import { firstRows } from '#ui/DataPage/state/listQuery.ts';
import { thingList } from '#ui/DataPage/thingList.ts';
import { Panel } from '#ui/Panel.tsx';
import { BringFile } from './BringFile.tsx';
import { TakeData } from './TakeData.tsx';
import '#ui/DataPage/dataPage.css';
import '#ui/scan/scan.css';
import '../parts/lines.css';

/** Files that were uploaded before, with their refused lines. */
const uploadList = thingList(handheldUploads, {
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

export const preload = firstRows(uploadList);

/** 上传/下载: data for handhelds to download, their scans to upload, and what was uploaded. */
export default function HandheldFiles() {
  const { t } = useTranslation();
  const can = useCan();
  return (
    <div className="data-page">
      {can('xiazai:download') && (
        <Panel aria-label={t('xiazai.title.down')}>
          <h2>{t('xiazai.title.down')}</h2>
          <TakeData />
        </Panel>
      )}
      {can('xiazai:upload') && (
        <Panel aria-label={t('xiazai.title.up')}>
          <h2>{t('xiazai.title.up')}</h2>
          <BringFile />
        </Panel>
      )}
      <DataPage spec={uploadList} />
    </div>
  );
}
