import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import type { OutputOf } from '../../../../contract/call/call.ts';
import { waybillDetail } from '../../../../contract/physical/waybill.ts';
import { call } from '../../../core/api/call.ts';
import { Fact } from '../../../ui/Fact.tsx';
import { PartFailure } from '../../../ui/failure/PartFailure.tsx';
import { Moment } from '../../../ui/Moment.tsx';
import type { Row } from '../../../ui/records.ts';
import { WaybillLines } from '../parts/WaybillLines.tsx';
import { WaybillCodes } from './WaybillCodes.tsx';

/** Who took a waybill's steps, how much of it is on its way, and by which codes. */
export default function WaybillAside({ waybill }: { waybill: Row }) {
  const { t } = useTranslation();
  const id = waybill.id as number;
  const { data, error, refetch } = useQuery({
    queryKey: [waybillDetail.path, id],
    queryFn: ({ signal }) => call(waybillDetail, { id }, { signal }),
  });
  if (error && !data) return <PartFailure of={{ error, refetch }} />;
  if (!data) return <Skeleton active />;
  return (
    <>
      <h2 className="physical-heading">{t('freight.lines')}</h2>
      <WaybillLines lines={data.lines} unordered={data.unordered} isWhole />
      <h2 className="physical-heading">{t('freight.steps')}</h2>
      <StepsTaken detail={data} />
      <h2 className="physical-heading">{t('scan.codes')}</h2>
      <WaybillCodes id={id} />
    </>
  );
}

function StepsTaken({ detail }: { detail: OutputOf<typeof waybillDetail> }) {
  const { t } = useTranslation();
  const { created_by, shipped_at, shipped_by, short_reason, signed_at, signed_by, closed_at, closed_by } = detail;
  return (
    <dl className="data-page-facts">
      <Fact title={t('freight.created_by')}>{created_by}</Fact>
      <Step title={t('freight.now.shipped')} at={shipped_at} by={shipped_by} />
      {short_reason && <Fact title={t('freight.short_reason')}>{short_reason}</Fact>}
      <Step title={t('freight.now.signed')} at={signed_at} by={signed_by} />
      <Step title={t('freight.now.closed')} at={closed_at} by={closed_by} />
    </dl>
  );
}

function Step({ title, at, by }: { title: string; at: string | null; by: string | null }) {
  if (!at) return null;
  return (
    <Fact title={title}>
      <Moment at={at} /> {by}
    </Fact>
  );
}
