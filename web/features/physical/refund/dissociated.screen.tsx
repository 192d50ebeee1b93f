import { dissociated, returnsSetFree } from '@suyuan/contract/physical/refund.ts';
import { useState } from 'react';
import { call } from '#core/api/call.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { firstRows } from '#ui/DataPage/state/listQuery.ts';
import { EventScreen } from '#ui/events/EventScreen.tsx';
import { eventListOf } from '#ui/events/eventListOf.tsx';
import { ReferenceSelect } from '#ui/pickers/ReferenceSelect.tsx';
import { AmendDesk } from '../parts/AmendDesk.tsx';
import { refundReference } from '../parts/references.ts';
import '../parts/lines.css';

const list = eventListOf(returnsSetFree, { refund_id: refundReference });

export const preload = firstRows(list);

/** 解除退货关联: takes codes off a return, as if they had not come back. */
export default function FreeFromReturns() {
  const { t } = useTranslation();
  const [id, setId] = useState<number>();
  return (
    <EventScreen list={list} may="dissociated:add">
      <AmendDesk
        list={returnsSetFree}
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
    </EventScreen>
  );
}
