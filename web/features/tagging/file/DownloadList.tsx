import type { OutputOf } from '@suyuan/contract/call/call.ts';
import { orderDownloads } from '@suyuan/contract/tagging/order-download.ts';
import { useQuery } from '@tanstack/react-query';
import { Empty, Progress, Skeleton } from 'antd';
import { call } from '#core/api/call.ts';
import { useNumbers } from '#core/formats/useNumbers.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { Moment } from '#ui/facts/Moment.tsx';
import { StatusTag } from '#ui/StatusTag.tsx';

type Download = OutputOf<typeof orderDownloads>[number];

/** The downloads of an order: by whom and why, and the progress of each. */
export function DownloadList({ orderId }: { orderId: number }) {
  const { t } = useTranslation();
  const { data } = useQuery({
    queryKey: [orderDownloads.path, orderId],
    queryFn: ({ signal }) => call(orderDownloads, { id: orderId }, { signal, silent: true }),
    refetchInterval: ({ state }) => (state.data?.some(isUnderWay) ? 1000 : false),
  });
  if (!data) return <Skeleton active paragraph={{ rows: 2 }} />;
  if (data.length === 0) {
    return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('records.noDownloads')} />;
  }
  return (
    <ul className="download-list">
      {data.map((download) => (
        <DownloadItem key={download.id} download={download} />
      ))}
    </ul>
  );
}

const isUnderWay = ({ state }: Download): boolean => state === 'waiting' || state === 'running';
const progressStatus = { waiting: 'normal', running: 'active', done: 'success', broken: 'exception' } as const;

function DownloadItem({ download }: { download: Download }) {
  const { t } = useTranslation();
  const { count: number } = useNumbers();
  const { format, state, sent, quantity, part, from, to, printer, purpose, reprint, sha256, account_name, started_at } =
    download;
  const what = [
    part === null ? undefined : t('tagging.files.partNo', { part }),
    printer,
    from !== null && to !== null && t('tagging.files.labelRange', { from: number(from), to: number(to) }),
    t(`records.state.${state}`),
    // For labels, the requested number is always complete.
    format === 'pdf'
      ? t('tagging.files.labelsSent', { number: number(sent) })
      : t('records.sent', { sent: number(sent), quantity: number(quantity) }),
  ];
  return (
    <li>
      <div>
        <strong>{format.toUpperCase()}</strong> ·{' '}
        {reprint && <StatusTag tone="warning">{t('tagging.reprinted')}</StatusTag>}
        {what.filter(Boolean).join(' · ')}
      </div>
      {format !== 'pdf' && (
        <Progress
          aria-label={t('records.progress')}
          percent={Math.floor((sent / quantity) * 100)}
          status={progressStatus[state]}
        />
      )}
      <small>
        {account_name} · <Moment at={started_at} />
        {purpose && ` · ${purpose}`}
        {reprint && ` · ${t('tagging.reprintReason', { reason: reprint })}`}
      </small>
      {sha256 && (
        <small className="download-hash">
          SHA-256 <code>{sha256}</code>
        </small>
      )}
    </li>
  );
}
