import { useTranslation } from '#core/i18n/useTranslation.ts';
import { useCan } from '#core/session/allowed.tsx';
import { DataPage } from '#ui/DataPage/DataPage.tsx';
import { firstRows } from '#ui/DataPage/state/listQuery.ts';
import { Panel } from '#ui/Panel.tsx';
import { BringFile } from './BringFile.tsx';
import { TakeData } from './TakeData.tsx';
import { uploadList } from './uploadList.ts';
import '#ui/DataPage/dataPage.css';
import '#ui/scan/scan.css';
import '../parts/lines.css';

export const first = firstRows(uploadList);

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
