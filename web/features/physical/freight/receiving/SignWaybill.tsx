import type { InputOf } from '@suyuan/contract/call/call.ts';
import { sign, type Waybill, waybillCodes, waybillDetail } from '@suyuan/contract/physical/waybill.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Button, Form, type InputRef } from 'antd';
import { useRef, useState } from 'react';
import { useStore } from 'zustand';
import { call } from '#core/api/call.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { notify } from '#core/notices/notices.ts';
import { onlyProduct } from '#ui/amount/Amount.tsx';
import { useAmounts } from '#ui/amount/useAmounts.ts';
import type { RowDialogProps } from '#ui/DataPage/fields.ts';
import { DeskDialog } from '#ui/dialogs/DeskDialog.tsx';
import { EditForm } from '#ui/edit/EditForm.tsx';
import { SummaryView } from '#ui/edit/Summary.tsx';
import { RefusalList } from '#ui/events/RefusalList.tsx';
import { useDeskEvent } from '#ui/events/useDeskEvent.ts';
import { SoundSwitch } from '#ui/scan/ScanStatus.tsx';
import { GoodsScan, useScannedGoods } from '../../parts/GoodsScan.tsx';
import { ArrivedLines } from './ArrivedLines.tsx';
import { DifferenceItems, type EnteredDifference } from './DifferenceItems.tsx';

interface Found {
  readonly differences?: readonly EnteredDifference[];
}

/** 签收: signs for the codes that were scanned, or for all that is to arrive, with the differences found. Nothing is signed for by a scan. */
export default function SignWaybill({ row: waybill, onClose, onDone }: RowDialogProps<Waybill>) {
  const { t } = useTranslation();
  const product = onlyProduct(waybill.lines);
  const amount = useAmounts([product]);
  const field = useRef<InputRef>(null);
  const queries = useQueryClient();
  const [form] = Form.useForm<Found>();
  const [asksForAll, setAsksForAll] = useState(false);
  const desk = useScannedGoods('sign', waybill.id);
  const { scanned } = useStore(desk.store);
  const { capture, isBusy, refusals } = useDeskEvent(field, desk);
  const { id, waybill_no, loaded, received } = waybill;
  const submit = (what: InputOf<typeof sign>['received']) =>
    capture({
      input: { id, received: what, differences: differencesIn(form.getFieldsValue(true)) },
      ask: ({ batch_key: _, ...input }) => call(sign, input, { showsRefusals: true }),
      refusedOf: (answer) => answer.refusals,
      done: (answer) => {
        notify.success(t('freight.signedUnits', { waybill: waybill_no, amount: amount(answer.units, product) }));
        if (answer.held) notify.warning(t('freight.damagedHeld', { no: answer.held }));
        desk.clear();
        form.resetFields();
        onDone();
        for (const { path } of [waybillDetail, waybillCodes]) void queries.invalidateQueries({ queryKey: [path, id] });
        if (answer.refusals.length === 0) onClose();
      },
    });
  const units = loaded - received;
  return (
    <DeskDialog title={t('freight.signTitle', { waybill: waybill_no })} width={1100} scans onClose={onClose}>
      {/* It stays mounted, so that nothing that was scanned is lost. */}
      <div hidden={asksForAll}>
        <div className="loading-station">
          <div className="scan-desk">
            <SoundSwitch />
            <GoodsScan goods={desk} label={t('freight.scanArrived')} field={field} />
            <RefusalList refusals={refusals} />
            <EditForm<Found> form={form} layout="vertical" initialValues={{ differences: [] }}>
              <DifferenceItems />
            </EditForm>
            <div className="scan-do">
              <Button
                type="primary"
                disabled={isBusy || scanned.length === 0}
                onClick={() => submit(scanned.map(({ code }) => code))}
              >
                {t('freight.signScanned', { count: scanned.length })}
              </Button>
              <Button disabled={isBusy} onClick={() => setAsksForAll(true)}>
                {t('freight.receiveAll')}
              </Button>
            </div>
          </div>
          <ArrivedLines id={id} goods={scanned} />
        </div>
      </div>
      {asksForAll && (
        <div className="scan-desk">
          <SummaryView
            summary={{
              text: t('freight.receiveAllText'),
              ok: t('freight.receiveAll'),
              facts: [
                { title: t('field.waybill_no'), value: waybill_no },
                { title: t('freight.toArrive'), value: amount(units, product) },
              ],
            }}
          />
          <div className="scan-do">
            <Button onClick={() => setAsksForAll(false)}>{t('edit.back')}</Button>
            <Button
              type="primary"
              danger
              disabled={isBusy}
              onClick={() => {
                setAsksForAll(false);
                submit('all');
              }}
            >
              {t('freight.receiveAllNow', { amount: amount(units, product) })}
            </Button>
          </div>
        </div>
      )}
    </DeskDialog>
  );
}

/** The differences that name a code. */
const differencesIn = ({ differences = [] }: Found) =>
  differences.flatMap(({ code = '', kind, note = '' }) => (code.trim() ? [{ code: code.trim(), kind, note }] : []));
