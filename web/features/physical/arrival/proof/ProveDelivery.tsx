import type { Arrival } from '@suyuan/contract/physical/waybill/arrival.ts';
import { deliveryProofs, prove } from '@suyuan/contract/physical/waybill/delivery-proof.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { call } from '#core/api/call.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { notify } from '#core/notices/notices.ts';
import type { RowDialogProps } from '#ui/DataPage/fields.ts';
import { DeskDialog } from '#ui/dialogs/DeskDialog.tsx';
import { emptyProof, type ProofDraft, ProofFields, proofFrom } from './ProofFields.tsx';

/** Adds a proof of delivery to a waybill, whether or not it is signed for. */
export default function ProveDelivery({ row, onClose, onDone }: RowDialogProps<Pick<Arrival, 'id' | 'waybill_no'>>) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [proof, setProof] = useState<ProofDraft>(emptyProof);
  const [isBusy, setBusy] = useState(false);
  const { id, waybill_no } = row;
  const given = proofFrom(proof);
  const save = async () => {
    if (!given) return;
    setBusy(true);
    try {
      await call(prove, { id, proof: given });
      notify.success(t('arrival.proved', { waybill: waybill_no }));
      await queries.invalidateQueries({ queryKey: [deliveryProofs.path, id] });
      onDone();
      onClose();
    } catch {
      // `call` has shown the error.
      setBusy(false);
    }
  };
  return (
    <DeskDialog title={`${t('arrival.prove')} · ${waybill_no}`} width={640} onClose={onClose}>
      <ProofFields value={proof} onChange={setProof} />
      <div className="scan-do">
        <Button type="primary" disabled={isBusy || !given} onClick={() => void save()}>
          {t('datapage.save')}
        </Button>
      </div>
    </DeskDialog>
  );
}
