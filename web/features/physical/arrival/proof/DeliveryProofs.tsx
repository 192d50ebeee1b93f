import {
  type DeliveryProof,
  deliveryProofs,
  proofWithdraw,
  stands,
} from '@suyuan/contract/physical/waybill/delivery-proof.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Tag } from 'antd';
import { useState } from 'react';
import { call } from '#core/api/call.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { useCan } from '#core/session/allowed.tsx';
import { Fact } from '#ui/facts/Fact.tsx';
import { Moment } from '#ui/facts/Moment.tsx';
import { ReasonedStep } from '../../freight/closing/ReasonedStep.tsx';
import { ShownPhotos } from '../ShownPhotos.tsx';
import '../arrival.css';

/** The proofs of delivery of a waybill; nothing if there are none. */
export function DeliveryProofs({ id }: { readonly id: number }) {
  const { t } = useTranslation();
  const { data = [] } = useQuery({
    queryKey: [deliveryProofs.path, id],
    queryFn: ({ signal }) => call(deliveryProofs, { id }, { signal }),
    staleTime: 0,
  });
  if (data.length === 0) return null;
  return (
    <>
      <h2 className="physical-heading">{t('arrival.proof')}</h2>
      {data.map((proof) => (
        <ProofView key={proof.id} waybillId={id} proof={proof} />
      ))}
    </>
  );
}

function ProofView({ waybillId, proof }: { readonly waybillId: number; readonly proof: DeliveryProof }) {
  const { t } = useTranslation();
  const can = useCan();
  const queries = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const { receiver, signature, photos, latitude, longitude, accuracy, note, at, by, withdrawal_reason } = proof;
  return (
    <section className="delivery-proof" aria-label={receiver}>
      <dl className="data-page-facts">
        <Fact title={t('arrival.receiver')}>
          {receiver}{' '}
          {!stands(proof) && <Tag color="error">{t('arrival.withdrawn', { reason: withdrawal_reason })}</Tag>}
        </Fact>
        <Fact title={t('field.at')}>
          <Moment at={at} /> {by}
        </Fact>
        {latitude !== null && longitude !== null && (
          <Fact
            title={t('arrival.place')}
          >{`${latitude}, ${longitude}${accuracy === null ? '' : ` (±${accuracy} m)`}`}</Fact>
        )}
        {note && <Fact title={t('freight.note')}>{note}</Fact>}
      </dl>
      {signature && (
        <img src={`data:image/png;base64,${signature}`} alt={t('arrival.signature')} width={300} height={100} />
      )}
      <ShownPhotos hashes={photos} />
      {stands(proof) && can('arrival:sign') && (
        <Button size="small" danger onClick={() => setAsking(true)}>
          {t('arrival.withdraw')}
        </Button>
      )}
      {isAsking && (
        <ReasonedStep
          title={t('arrival.withdraw')}
          okText={t('arrival.withdraw')}
          about={t('arrival.withdrawText')}
          take={async (reason) => {
            await call(proofWithdraw, { id: waybillId, proof_id: proof.id, reason }, { fieldErrors: true });
            await queries.invalidateQueries({ queryKey: [deliveryProofs.path, waybillId] });
            setAsking(false);
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </section>
  );
}
