import { minderlieferung, shortDeliveries } from '@suyuan/contract/physical/amendment.ts';
import { useState } from 'react';
import { call } from '#core/api/call.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { firstRows } from '#ui/DataPage/state/listQuery.ts';
import { EventScreen } from '#ui/events/EventScreen.tsx';
import { eventListOf } from '#ui/events/eventListOf.tsx';
import { warehouseReference } from '#ui/pickers/baseReferences.ts';
import { ReferenceSelect } from '#ui/pickers/ReferenceSelect.tsx';
import { AmendDesk } from '../parts/AmendDesk.tsx';
import { waybillReference } from '../parts/references.ts';
import { WaybillChoice } from '../parts/WaybillChoice.tsx';

const list = eventListOf(shortDeliveries, { waybill_id: waybillReference });

export const preload = firstRows(list);

/** 减货: takes goods off a waybill after shipping, into a given warehouse. */
export default function ShortDeliveries() {
  const { t } = useTranslation();
  const [waybill, setWaybill] = useState<number>();
  const [warehouse, setWarehouse] = useState<number>();
  return (
    <EventScreen list={list} may="minderlieferung:add">
      <AmendDesk
        list={shortDeliveries}
        label={t('minderlieferung.scan')}
        usual={[t('amend.reason.leftBehind'), t('amend.reason.cancelled'), t('scan.damaged')]}
        buttonOf={(count) => t('minderlieferung.take', { count })}
        more={waybill && warehouse ? { waybill_id: waybill, to_warehouse_id: warehouse } : undefined}
        asksDamage
        ask={(input) => call(minderlieferung, input, { showsRefusals: true })}
      >
        {(goods) => (
          <>
            <WaybillChoice value={waybill} onChange={setWaybill} goods={goods} />
            <div className="reason-input">
              <span>{t('minderlieferung.where')}</span>
              <ReferenceSelect
                reference={warehouseReference}
                value={warehouse ?? null}
                onChange={(id) => setWarehouse(id as number | undefined)}
                aria-label={t('minderlieferung.where')}
              />
            </div>
          </>
        )}
      </AmendDesk>
    </EventScreen>
  );
}
