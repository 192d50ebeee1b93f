import type { BoxCode } from '@suyuan/contract/physical/stock/stock.ts';
import type { EventList } from '@suyuan/contract/trace/event-list.ts';
import { Button, type InputRef } from 'antd';
import { type ReactNode, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { notify } from '#core/notices/notices.ts';
import { onlyProduct } from '#ui/amount/Amount.tsx';
import { useAmounts } from '#ui/amount/useAmounts.ts';
import { Unsaved } from '#ui/edit/unsavedScope.tsx';
import { useEntered } from '#ui/edit/useEntered.ts';
import { ReasonInput } from '#ui/events/ReasonInput.tsx';
import { RefusalList } from '#ui/events/RefusalList.tsx';
import { type Keyed, useDeskEvent } from '#ui/events/useDeskEvent.ts';
import { SoundSwitch } from '#ui/scan/ScanStatus.tsx';
import { DamagedChoice, useDamaged } from './DamagedChoice.tsx';
import { GoodsScan, useScannedGoods } from './GoodsScan.tsx';

/** The part of the input that all these calls share. */
interface Amended {
  readonly codes: string[];
  readonly reason: string;
  readonly damaged?: true;
}

interface AmendDeskProps<More extends object> {
  /** The list that shows what is done here. */
  readonly list: EventList;
  readonly label: string;
  readonly usual: readonly string[];
  /** The label of the button, for the number of codes. */
  readonly buttonOf: (codes: number) => string;
  /** The rest of the input; undefined while it is incomplete. */
  readonly more: More | undefined;
  /** Makes the call and returns the number of units. */
  readonly ask: (input: Keyed<More & Amended>) => Promise<{ readonly units: number; readonly held?: string | null }>;
  /** It asks whether the goods are damaged, and then held. */
  readonly asksDamage?: true;
  /** Further inputs, given the scanned goods. */
  readonly children?: (goods: readonly BoxCode[]) => ReactNode;
}

/** A desk for scanning codes and doing something with all of them or none, with a reason. */
export function AmendDesk<More extends object>(props: AmendDeskProps<More>) {
  const { list, label, usual, buttonOf, more, ask, asksDamage, children } = props;
  const { t } = useTranslation();
  const field = useRef<InputRef>(null);
  const desk = useScannedGoods(list.key);
  const { scanned: goods } = useStore(desk.store);
  const amount = useAmounts(goods.map(({ product_id }) => product_id));
  const [reason, setReason] = useState('');
  const [damaged, setDamaged] = useDamaged(reason);
  const entry = useEntered({ reason: reason.trim(), more });
  const codes = goods.map(({ code }) => code);
  const { capture, isBusy, refusals } = useDeskEvent(field, desk);
  const submit = (about: More) =>
    capture({
      input: { ...about, codes, reason: reason.trim(), ...(asksDamage && damaged ? { damaged: true as const } : {}) },
      ask,
      done: ({ units, held }) => {
        notify.success(t('amend.done', { amount: amount(units, onlyProduct(goods)) }));
        if (held) notify.warning(t('amend.held', { no: held }));
        setDamaged(undefined);
        desk.clear();
        entry.done();
      },
      changes: [[list.page.path]],
    });
  return (
    <div className="scan-desk">
      <Unsaved changed={entry.changed} />
      <div className="desk-head">
        {children?.(goods)}
        <SoundSwitch />
      </div>
      <GoodsScan goods={desk} label={label} field={field} />
      <RefusalList refusals={refusals} />
      <div className="scan-do">
        <ReasonInput usual={usual} value={reason} onChange={setReason} />
        {asksDamage && <DamagedChoice value={damaged} onChange={setDamaged} />}
        <Button
          type="primary"
          danger
          disabled={isBusy || more === undefined || codes.length === 0 || reason.trim() === ''}
          onClick={() => more && submit(more)}
        >
          {buttonOf(codes.length)}
        </Button>
      </div>
    </div>
  );
}
