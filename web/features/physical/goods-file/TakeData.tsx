import { DownloadOutlined } from '@ant-design/icons';
import { handheldData, handheldDownloads } from '@suyuan/contract/physical/goods-file.ts';
import { useQuery } from '@tanstack/react-query';
import { Button, Typography } from 'antd';
import { useState } from 'react';
import { call, download } from '#core/api/call.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { Moment } from '#ui/facts/Moment.tsx';

/** 下载: the ZIP of base data and open documents, with the person's earlier downloads. */
export function TakeData() {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const { data, refetch } = useQuery({
    queryKey: [handheldDownloads.path],
    queryFn: ({ signal }) => call(handheldDownloads, {}, { signal }),
  });
  const take = async () => {
    setBusy(true);
    try {
      await download(handheldData, {});
      await refetch();
    } catch {
      // `download` has shown the error.
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="scan-desk">
      <Typography.Text type="secondary">{t('xiazai.about')}</Typography.Text>
      <div>
        <Button type="primary" icon={<DownloadOutlined aria-hidden />} loading={busy} onClick={() => void take()}>
          {t('xiazai.download')}
        </Button>
      </div>
      {data && (
        <p>
          {t('xiazai.downloads')}
          {t('datapage.colon')}
          {data.length === 0 && t('xiazai.never')}
          {data.slice(0, 5).map(({ at }, index) => (
            <span key={at}>
              {index > 0 && ' · '}
              <Moment at={at} />
            </span>
          ))}
        </p>
      )}
    </div>
  );
}
