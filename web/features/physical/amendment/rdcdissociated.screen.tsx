import { rdcDissociated, waybillsSetFree } from '@suyuan/contract/physical/amendment.ts';
import { Button } from 'antd';
import { Suspense, useState } from 'react';
import { call } from '#core/api/call.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { later } from '#core/loading/later.tsx';
import { firstRows } from '#ui/DataPage/state/listQuery.ts';
import { EventScreen } from '#ui/events/EventScreen.tsx';
import { eventListOf } from '#ui/events/eventListOf.tsx';
import { AmendDesk } from '../parts/AmendDesk.tsx';
import { waybillReference } from '../parts/references.ts';
import { WaybillChoice } from '../parts/WaybillChoice.tsx';

const FreeWaybill = later(() => import('./FreeWaybill.tsx'));

const list = eventListOf(waybillsSetFree, { waybill_id: waybillReference });

export const preload = firstRows(list);

/** 解除运单关联: takes some or all codes off a waybill; the goods are back in the warehouse that they left. */
export default function FreeFromWaybills() {
  const { t } = useTranslation();
  const [waybill, setWaybill] = useState<number>();
  const [isFreeing, setFreeing] = useState(false);
  const reasons = [t('amend.reason.cancelled'), t('amend.reason.wrongWaybill')];
  return (
    <EventScreen list={list} may="rdcdissociated:add">
      <AmendDesk
        list={waybillsSetFree}
        label={t('dissociated.scan')}
        usual={reasons}
        buttonOf={(count) => t('dissociated.free', { count })}
        more={waybill ? { waybill_id: waybill } : undefined}
        ask={(input) => call(rdcDissociated, input, { showsRefusals: true })}
      >
        {(goods) => (
          <>
            <WaybillChoice value={waybill} onChange={setWaybill} goods={goods} />
            <Button danger disabled={waybill === undefined} onClick={() => setFreeing(true)}>
              {t('rdcdissociated.all')}
            </Button>
          </>
        )}
      </AmendDesk>
      {isFreeing && waybill !== undefined && (
        <Suspense>
          <FreeWaybill
            waybillId={waybill}
            usual={reasons}
            onDone={() => {
              setFreeing(false);
              setWaybill(undefined);
            }}
            onClose={() => setFreeing(false)}
          />
        </Suspense>
      )}
    </EventScreen>
  );
}
