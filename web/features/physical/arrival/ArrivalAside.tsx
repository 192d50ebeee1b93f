import { arrivalDesk } from '@suyuan/contract/physical/waybill/arrival-desk.ts';
import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import { call } from '#core/api/call.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { PartFailure } from '#ui/failure/PartFailure.tsx';
import { ArrivalLines } from './ArrivalLines.tsx';
import { DeliveryProofs } from './proof/DeliveryProofs.tsx';

/** What a waybill brings, what is counted of it, and who has taken it over. */
export default function ArrivalAside({ id }: { readonly id: number }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery({
    queryKey: [arrivalDesk.path, id],
    queryFn: ({ signal }) => call(arrivalDesk, { id }, { signal, silent: true }),
    staleTime: 0,
  });
  if (error && !data) return <PartFailure of={{ error, refetch }} />;
  if (!data) return <Skeleton active />;
  return (
    <>
      <h2 className="physical-heading">{t('field.lines')}</h2>
      <ArrivalLines desk={data} />
      <DeliveryProofs id={id} />
    </>
  );
}
