import type { OutputOf } from '@suyuan/contract/call/call.ts';
import { type Waybill, waybillDetail } from '@suyuan/contract/physical/waybill/waybill.ts';
import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import { call } from '#core/api/call.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import EndedCertificates from '#ui/certificates/EndedCertificates.tsx';
import { Fact, StepFact } from '#ui/facts/Fact.tsx';
import { PartFailure } from '#ui/failure/PartFailure.tsx';
import { DeliveryProofs } from '../arrival/proof/DeliveryProofs.tsx';
import { WaybillLines } from '../parts/WaybillLines.tsx';
import { WaybillCodes } from './WaybillCodes.tsx';

/** The detail of a waybill: its steps, lines and codes. */
export default function WaybillAside({ waybill }: { readonly waybill: Pick<Waybill, 'id'> }) {
  const { t } = useTranslation();
  const id = waybill.id;
  const { data, error, refetch } = useQuery({
    queryKey: [waybillDetail.path, id],
    queryFn: ({ signal }) => call(waybillDetail, { id }, { signal, silent: true }),
  });
  if (error && !data) return <PartFailure of={{ error, refetch }} />;
  if (!data) return <Skeleton active />;
  return (
    <>
      <EndedCertificates holder="dealer" id={data.to_dealer_id} name={data.dealer_name} />
      <h2 className="physical-heading">{t('field.lines')}</h2>
      <WaybillLines lines={data.lines} unordered={data.unordered} isWhole />
      <h2 className="physical-heading">{t('freight.steps')}</h2>
      <StepsTaken detail={data} />
      <DeliveryProofs id={id} />
      <h2 className="physical-heading">{t('scan.codes')}</h2>
      <WaybillCodes id={id} />
    </>
  );
}

function StepsTaken({ detail }: { detail: OutputOf<typeof waybillDetail> }) {
  const { t } = useTranslation();
  const { shipped_at, short_reason, signed_at, closed_at, close_reason } = detail;
  return (
    <dl className="data-page-facts">
      {/* Who is not of the enterprise is not told. */}
      {(detail.created_by || detail.made_by_system) && (
        <StepFact
          title={t('freight.created_by')}
          by={detail.created_by}
          id={detail.created_by_id}
          system={detail.made_by_system}
        />
      )}
      <StepFact
        title={t('event.ship')}
        at={shipped_at}
        by={detail.shipped_by}
        id={detail.shipped_by_id}
        system={detail.shipped_by_system}
      />
      {short_reason && <Fact title={t('freight.short_reason')}>{short_reason}</Fact>}
      <StepFact title={t('freight.now.signed')} at={signed_at} by={detail.signed_by} id={detail.signed_by_id} />
      <StepFact title={t('freight.now.closed')} at={closed_at} by={detail.closed_by} id={detail.closed_by_id} />
      {close_reason && <Fact title={t('field.close_reason')}>{close_reason}</Fact>}
    </dl>
  );
}
