import { useState } from 'react';
import { dissociated, refund } from '../../../../contract/physical/refund.ts';
import { call } from '../../../core/api/call.ts';
import { useTranslation } from '../../../core/i18n/useTranslation.ts';
import { ReferenceSelect } from '../../../ui/pickers/ReferenceSelect.tsx';
import type { Reference } from '../../../ui/records.ts';
import { AmendDesk } from '../parts/AmendDesk.tsx';
import { AmendScreen } from '../parts/AmendScreen.tsx';

const refundReference: Reference = {
  page: refund.page,
  label: (row) => [row.refund_no, row.dealer_name].filter(Boolean).join(' · '),
};

/** 解除退货关联: takes codes off a return, as if they had not come back. */
export default function FreeFromReturns() {
  const { t } = useTranslation();
  const [id, setId] = useState<number>();
  return (
    <AmendScreen screen="dissociated">
      <AmendDesk
        screen="dissociated"
        label={t('dissociated.scan')}
        usual={[t('amend.reason.wrongReturn'), t('amend.reason.scannedWrongly')]}
        buttonOf={(count) => t('dissociated.free', { count })}
        more={id ? { refund_id: id } : undefined}
        ask={(input) => call(dissociated, input, { showsRefusals: true })}
      >
        {() => (
          <div className="reason-input">
            <span>{t('field.refund')}</span>
            <ReferenceSelect
              reference={refundReference}
              value={id ?? null}
              onChange={(next) => setId(next as number | undefined)}
              placeholder={t('amend.refundHint')}
              aria-label={t('field.refund')}
            />
          </div>
        )}
      </AmendDesk>
    </AmendScreen>
  );
}
