import { useQueryClient } from '@tanstack/react-query';
import { Button, Modal } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { rdcDissociated, shipmentHistory } from '../../../../contract/physical/amendment.ts';
import { call } from '../../../core/api/call.ts';
import { notify } from '../../../core/notices/notices.ts';
import { SentKey } from '../../../ui/scan/SentKey.ts';
import { AmendDesk } from '../parts/AmendDesk.tsx';
import { AmendScreen } from '../parts/AmendScreen.tsx';
import { WaybillChoice } from '../parts/WaybillChoice.tsx';

/** 解除运单关联: codes of a waybill are set free, or all of them; the goods are again in the warehouse that they left. */
export default function FreeFromWaybills() {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [modal, place] = Modal.useModal();
  const [key] = useState(() => new SentKey());
  const [waybill, setWaybill] = useState<number>();
  const reasons = [t('amend.reason.cancelled'), t('amend.reason.wrongWaybill')];
  const freeAll = () =>
    modal.confirm({
      title: t('rdcdissociated.allTitle'),
      content: t('rdcdissociated.allText'),
      okText: t('rdcdissociated.all'),
      okButtonProps: { danger: true },
      cancelText: t('datapage.cancel'),
      onOk: async () => {
        const input = { waybill_id: waybill as number, reason: reasons[0] as string };
        const { units } = await call(rdcDissociated, { ...input, batch_key: key.of([input]) });
        key.answered();
        notify.success(t('amend.done', { count: units }));
        await queries.invalidateQueries({ queryKey: [shipmentHistory.path] });
      },
    });
  return (
    <AmendScreen screen="rdcdissociated">
      <AmendDesk
        label={t('rdcdissociated.scan')}
        usual={reasons}
        buttonOf={(count) => t('rdcdissociated.free', { count })}
        more={waybill ? { waybill_id: waybill } : undefined}
        ask={(input) => call(rdcDissociated, input, { showsRefusals: true })}
      >
        {(goods) => (
          <div className="scan-do">
            <WaybillChoice value={waybill} onChange={setWaybill} goods={goods} />
            <Button danger disabled={waybill === undefined} onClick={freeAll}>
              {t('rdcdissociated.all')}
            </Button>
          </div>
        )}
      </AmendDesk>
      {place}
    </AmendScreen>
  );
}
