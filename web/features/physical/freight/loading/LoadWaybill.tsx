import { picking } from '@suyuan/contract/physical/stock/picking.ts';
import { suggestions } from '@suyuan/contract/physical/waybill/loading-rule.ts';
import {
  load,
  unload,
  type Waybill,
  type WaybillLine,
  waybillCodes,
  waybillDetail,
} from '@suyuan/contract/physical/waybill/waybill.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, type InputRef, Space } from 'antd';
import { useRef, useState } from 'react';
import { useStore } from 'zustand';
import { call } from '#core/api/call.ts';
import { useNumbers } from '#core/formats/useNumbers.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { useAmounts } from '#ui/amount/useAmounts.ts';
import type { RowDialogProps } from '#ui/DataPage/fields.ts';
import { DeskDialog } from '#ui/dialogs/DeskDialog.tsx';
import { Unsaved } from '#ui/edit/unsavedScope.tsx';
import { ReasonInput } from '#ui/events/ReasonInput.tsx';
import { RefusalList } from '#ui/events/RefusalList.tsx';
import { DeskScans } from '#ui/scan/desk/DeskScans.tsx';
import { keptDesk } from '#ui/scan/desk/KeptDesk.ts';
import { backTo, type DeskStep, useDeskSteps } from '#ui/scan/deskSteps.ts';
import { LabelledSwitch, SoundSwitch } from '#ui/scan/ScanStatus.tsx';
import { StepButton, StepKey } from '#ui/scan/StepButton.tsx';
import { sound } from '#ui/scan/sounds.ts';
import { WaybillLines } from '../../parts/WaybillLines.tsx';
import { type LoadingCalls, LoadingDesk, overridable } from './LoadingDesk.ts';
import { NextLots } from './NextLots.tsx';
import { PickingList } from './PickingList.tsx';

/** The polling interval in milliseconds; several people may load the same waybill. */
const everyMs = 3000;

/** 装车: loads scanned codes on a waybill, beside its progress. */
export default function LoadWaybill({ row: waybill, onClose, onDone }: RowDialogProps<Waybill>) {
  const { t } = useTranslation();
  const id = waybill.id;
  const queries = useQueryClient();
  const [desk] = useState(
    () =>
      new LoadingDesk(
        callsFor(waybill),
        { onScan: ({ outcome }) => sound(outcome), place: keptDesk('load', id) },
        () => {
          for (const { path } of [waybillDetail, suggestions, picking])
            void queries.invalidateQueries({ queryKey: [path, id] });
        },
      ),
  );
  const { data } = useQuery({
    queryKey: [waybillDetail.path, id],
    queryFn: ({ signal }) => call(waybillDetail, { id }, { signal }),
    refetchInterval: everyMs,
  });
  const close = () => {
    onDone();
    void queries.invalidateQueries({ queryKey: [waybillCodes.path, id] });
    onClose();
  };
  return (
    <DeskDialog
      title={t('freight.loadTitle', { waybill: waybill.waybill_no })}
      width={1100}
      closeText={t('freight.loadingDone')}
      scans
      onClose={close}
    >
      <div className="loading-station">
        <Station desk={desk} lines={data?.lines ?? []} />
        <section aria-label={t('field.lines')}>
          <WaybillLines lines={data?.lines ?? []} unordered={data?.unordered ?? 0} />
          <PickingList waybillId={id} />
          <NextLots waybillId={id} />
        </section>
      </div>
    </DeskDialog>
  );
}

function Station({ desk, lines }: { readonly desk: LoadingDesk; readonly lines: readonly WaybillLine[] }) {
  const { t } = useTranslation();
  const { count } = useNumbers();
  const field = useRef<InputRef>(null);
  const state = useStore(desk.store);
  const [reason, setReason] = useState('');
  const { loaded, refusals, notPutBack, isUnloading } = state;
  const amount = useAmounts(loaded.map(({ product_id }) => product_id));
  const undo: DeskStep = { key: 'F2', text: 'freight.undo', run: backTo(field, () => desk.undo()) };
  const unloading: DeskStep = {
    key: 'F4',
    text: 'freight.unloading',
    run: backTo(field, () => desk.setUnloading(!isUnloading)),
  };
  useDeskSteps(field, [undo, unloading]);
  const next = isUnloading ? t('freight.scanOff') : t('freight.scanOn');
  const mayBe = overridable(state);
  return (
    <div className="scan-desk">
      {/* Codes waiting for a reason are not on the waybill yet, so they count as unsaved. */}
      <Unsaved changed={mayBe.length > 0} />
      <Space wrap size="large">
        <LabelledSwitch checked={isUnloading} onChange={(isOn) => desk.setUnloading(isOn)}>
          {t(unloading.text)}
          <StepKey of={unloading.key} />
        </LabelledSwitch>
        <SoundSwitch />
      </Space>
      <DeskScans desk={desk} next={next} field={field} />
      <RefusalList refusals={refusals} />
      <RefusalList refusals={notPutBack} warning={t('freight.notPutBack')} />
      {refusals.length + notPutBack.length > 0 && (
        <div className="scan-do">
          {mayBe.length > 0 && (
            <>
              <ReasonInput
                usual={[t('freight.reason.customer'), t('freight.reason.agreed')]}
                value={reason}
                onChange={setReason}
              />
              <Button
                type="primary"
                disabled={reason.trim() === ''}
                onClick={backTo(field, () => desk.loadAnyway(reason.trim()))}
              >
                {t('freight.loadAnyway', { count: mayBe.length })}
              </Button>
            </>
          )}
          <Button onClick={backTo(field, () => desk.dropRefusals())}>{t('freight.dropRefusals')}</Button>
        </div>
      )}
      <Space wrap>
        <StepButton step={undo} disabled={loaded.length === 0} />
        <strong className="scan-count">
          {t('freight.loadedHere', { count: loaded.length, number: count(loaded.length) })}
        </strong>
      </Space>
      <ul className="scanned-list" aria-label={t('scan.codes')}>
        {loaded.slice(0, maxShown).map(({ printed, product_id, lot, units }) => (
          <li key={printed}>
            <code>{printed}</code>
            <small>
              {[lines.find((line) => line.product_id === product_id)?.product_name, lot, amount(units, product_id)]
                .filter(Boolean)
                .join(' · ')}
            </small>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The number of latest codes shown; the detail of the waybill has all. */
const maxShown = 50;

/** The desk shows refusals, and why scans wait, instead of notices. */
const silently = { silent: true } as const;

const callsFor = ({ id }: Waybill): LoadingCalls => ({
  load: async (codes, batch_key, override_reason) => {
    const input = { id, codes: [...codes], batch_key, ...(override_reason ? { override_reason } : {}) };
    const { loaded, refusals } = await call(load, input, silently);
    return { taken: loaded, refusals };
  },
  unload: async (codes, batch_key) => {
    const { unloaded, refusals, not_put_back } = await call(unload, { id, codes: [...codes], batch_key }, silently);
    return { taken: unloaded, refusals, notPutBack: not_put_back };
  },
});
