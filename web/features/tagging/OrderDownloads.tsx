import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Checkbox, Drawer, Empty, Progress, Radio, Space } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OutputOf } from '../../../contract/call.ts';
import { orderDownload, orderDownloads, orderDownloadTicket } from '../../../contract/tagging.ts';
import { call, fileUrl } from '../../api/call.ts';
import type { Row } from '../../ui/DataPage/fields.ts';
import { Moment } from '../../ui/Moment.tsx';
import './tagging.css';

interface OrderDownloadsProps {
  readonly order: Row;
  readonly onClose: () => void;
  readonly onEnded: () => void;
}

type Download = OutputOf<typeof orderDownloads>[number];

/** Downloads an order's codes and shows how far each download is. The browser keeps the file; it can be left alone. */
export default function OrderDownloads({ order, onClose, onEnded }: OrderDownloadsProps) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [format, setFormat] = useState<'txt' | 'csv'>('txt');
  const [gzip, setGzip] = useState(false);
  const [busy, setBusy] = useState(false);
  const id = order.id as number;
  const { data } = useQuery({
    queryKey: [orderDownloads.path, id],
    queryFn: ({ signal }) => call(orderDownloads, { id }, { signal, silent: true }),
    refetchInterval: ({ state }) => (state.data?.some(isUnderWay) ? 1000 : false),
  });
  const begin = async () => {
    setBusy(true);
    try {
      const { ticket } = await call(orderDownloadTicket, { id, format, compress: gzip ? 'gzip' : 'none' });
      Object.assign(document.createElement('a'), {
        href: fileUrl(orderDownload as never, { ticket } as never),
        download: '',
      }).click();
      await queries.invalidateQueries({ queryKey: [orderDownloads.path, id] });
    } catch {
      // The person was told.
    } finally {
      setBusy(false);
    }
  };
  const close = () => {
    onClose();
    onEnded();
  };
  return (
    <Drawer open size={480} title={t('records.downloadTitle', { order: order.order_no })} onClose={close}>
      <Space orientation="vertical" size="middle">
        <Radio.Group
          aria-label={t('records.format')}
          value={format}
          onChange={(event) => setFormat(event.target.value)}
          options={[
            { value: 'txt', label: t('records.format.txt') },
            { value: 'csv', label: t('records.format.csv') },
          ]}
          vertical
        />
        <Checkbox checked={gzip} onChange={(event) => setGzip(event.target.checked)}>
          {t('records.gzip')}
        </Checkbox>
        <Button type="primary" loading={busy} onClick={() => void begin()}>
          {t('records.download')}
        </Button>
      </Space>
      {data?.length === 0 && <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('records.noDownloads')} />}
      <ul className="download-list">
        {data?.map((download) => (
          <DownloadItem key={download.id} download={download} />
        ))}
      </ul>
    </Drawer>
  );
}

const isUnderWay = ({ state }: Download): boolean => state === 'waiting' || state === 'running';
const progressStatus = { waiting: 'normal', running: 'active', done: 'success', broken: 'exception' } as const;

function DownloadItem({ download }: { download: Download }) {
  const { t, i18n } = useTranslation();
  const number = (value: number) => value.toLocaleString(i18n.language);
  return (
    <li>
      <div>
        <strong>{download.format.toUpperCase()}</strong> · {t(`records.state.${download.state}`)} ·{' '}
        {t('records.sent', { sent: number(download.sent), quantity: number(download.quantity) })}
      </div>
      <Progress
        aria-label={t('records.progress')}
        percent={Math.floor((download.sent / download.quantity) * 100)}
        status={progressStatus[download.state]}
      />
      <small>
        {download.account_name} · <Moment at={download.started_at} />
      </small>
    </li>
  );
}
