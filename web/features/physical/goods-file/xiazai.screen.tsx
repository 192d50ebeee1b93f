import { useTranslation } from '../../../core/i18n/useTranslation.ts';
import { useCan } from '../../../core/session/allowed.tsx';
import { BringFile } from './BringFile.tsx';
import { BroughtFiles } from './BroughtFiles.tsx';
import { TakeData } from './TakeData.tsx';
import '../../../ui/DataPage/dataPage.css';
import '../../../ui/scan/scan.css';
import '../parts/lines.css';

/** 上传/下载: data for handhelds to download, and their scans to upload. */
export default function HandheldFiles() {
  const { t } = useTranslation();
  const can = useCan();
  return (
    <div className="data-page">
      <section className="data-page-panel" aria-label={t('xiazai.title.down')}>
        <div className="data-page-toolbar">
          <h1>{t('menu.xiazai')}</h1>
        </div>
        {can('xiazai:download') && <TakeData />}
      </section>
      {can('xiazai:upload') && (
        <section className="data-page-panel" aria-label={t('xiazai.title.up')}>
          <h2>{t('xiazai.title.up')}</h2>
          <BringFile />
        </section>
      )}
      <section className="data-page-panel" aria-label={t('xiazai.title.history')}>
        <h2>{t('xiazai.title.history')}</h2>
        <BroughtFiles />
      </section>
    </div>
  );
}
