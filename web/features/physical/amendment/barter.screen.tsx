import { barter, exchanges } from '@suyuan/contract/physical/amendment.ts';
import { Button, type InputRef } from 'antd';
import { useRef, useState } from 'react';
import { useStore } from 'zustand';
import { call } from '#core/api/call.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { notify } from '#core/notices/notices.ts';
import { onlyProduct } from '#ui/amount/Amount.tsx';
import { useAmounts } from '#ui/amount/useAmounts.ts';
import { firstRows } from '#ui/DataPage/state/listQuery.ts';
import { Unsaved } from '#ui/edit/unsavedScope.tsx';
import { useEntered } from '#ui/edit/useEntered.ts';
import { EventScreen } from '#ui/events/EventScreen.tsx';
import { eventListOf } from '#ui/events/eventListOf.tsx';
import { ReasonInput } from '#ui/events/ReasonInput.tsx';
import { RefusalList } from '#ui/events/RefusalList.tsx';
import { useDeskEvent } from '#ui/events/useDeskEvent.ts';
import { SoundSwitch } from '#ui/scan/ScanStatus.tsx';
import { DamagedChoice, useDamaged } from '../parts/DamagedChoice.tsx';
import { GoodsScan, useScannedGoods } from '../parts/GoodsScan.tsx';
import { waybillReference } from '../parts/references.ts';
import { WaybillChoice } from '../parts/WaybillChoice.tsx';
import '../parts/lines.css';

const list = eventListOf(exchanges, { waybill_id: waybillReference });

export const preload = firstRows(list);

/** 换货: exchanges codes of a waybill for others; both lists have the same order. */
export default function Exchanges() {
  return (
    <EventScreen list={list} may="barter:add">
      <Exchange />
    </EventScreen>
  );
}

function Exchange() {
  const { t } = useTranslation();
  const [oldField, newField] = [useRef<InputRef>(null), useRef<InputRef>(null)];
  const [old, successors] = [useScannedGoods('barter', 'old'), useScannedGoods('barter', 'new')];
  const [{ scanned: olds }, { scanned: news }] = [useStore(old.store), useStore(successors.store)];
  const amount = useAmounts(olds.map(({ product_id }) => product_id));
  const [waybill, setWaybill] = useState<number>();
  const [reason, setReason] = useState('');
  const [damaged, setDamaged] = useDamaged(reason);
  const entry = useEntered({ waybill, reason: reason.trim() });
  const pairs = olds.flatMap((one, index) => {
    const other = news[index];
    return other ? [{ old: one.code, new: other.code }] : [];
  });
  const isEven = olds.length > 0 && olds.length === news.length;
  const { capture, isBusy, refusals } = useDeskEvent(oldField, old);
  const submit = () =>
    capture({
      input: { waybill_id: waybill as number, pairs, reason: reason.trim(), ...(damaged ? { damaged } : {}) },
      ask: (input) => call(barter, input, { showsRefusals: true }),
      done: ({ units, held }) => {
        notify.success(t('amend.done', { amount: amount(units, onlyProduct(olds)) }));
        if (held !== null) notify.warning(t('amend.held', { no: held }));
        setDamaged(undefined);
        old.clear();
        successors.clear();
        entry.done();
      },
      changes: [[exchanges.page.path]],
    });
  return (
    <div className="scan-desk">
      <Unsaved changed={entry.changed} />
      <div className="desk-head">
        <WaybillChoice value={waybill} onChange={setWaybill} goods={olds} />
        <SoundSwitch />
      </div>
      <div className="exchange-codes">
        <div className="scan-desk">
          <GoodsScan goods={old} label={t('barter.scanOld')} field={oldField} />
        </div>
        <div className="scan-desk">
          <GoodsScan goods={successors} label={t('barter.scanNew')} field={newField} isSecond />
        </div>
      </div>
      {!isEven && olds.length + news.length > 0 && <p>{t('barter.uneven', { old: olds.length, new: news.length })}</p>}
      <RefusalList refusals={refusals} />
      <div className="scan-do">
        <ReasonInput usual={[t('scan.damaged'), t('amend.reason.wrongGoods')]} value={reason} onChange={setReason} />
        <DamagedChoice value={damaged} onChange={setDamaged} />
        <Button
          type="primary"
          disabled={isBusy || !isEven || waybill === undefined || reason.trim() === ''}
          onClick={submit}
        >
          {t('barter.exchange', { count: pairs.length })}
        </Button>
      </div>
    </div>
  );
}
