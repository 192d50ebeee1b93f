import type { InputRef, RefSelectProps } from 'antd';
import { type RefObject, useMemo, useRef, useState } from 'react';
import { pack, packable, packSet, packUndo } from '../../../../../contract/plant/packing.ts';
import { call } from '../../../../core/api/call.ts';
import { useTranslation } from '../../../../core/i18n/useTranslation.ts';
import { InScope, useUnsavedScope } from '../../../../ui/edit/unsavedScope.tsx';
import { type DeskStep, useDeskSteps } from '../../../../ui/scan/deskSteps.ts';
import type { LastScan } from '../../../../ui/scan/lastScan.ts';
import { ScanField } from '../../../../ui/scan/ScanField.tsx';
import { LabelledSwitch, ScanStatus, SoundSwitch } from '../../../../ui/scan/ScanStatus.tsx';
import { sound } from '../../../../ui/scan/sounds.ts';
import { useOrderInAddress } from '../useOrderInAddress.ts';
import { WorkOrderChoice } from '../WorkOrderChoice.tsx';
import { type PackingCalls, PackingDesk } from './PackingDesk.ts';
import { PackingStation } from './PackingStation.tsx';

/** 手工包装: packing for a chosen work order, by scanning. */
export function PackByHand() {
  const { t } = useTranslation();
  const [order, setOrder] = useOrderInAddress();
  const [isMoving, setMoving] = useState(false);
  const [takesSets, setTakesSets] = useState(false);
  const [field, picker] = [useRef<InputRef>(null), useRef<RefSelectProps>(null)];
  const scope = useUnsavedScope();
  const chosen = useRef({ isMoving, takesSets });
  chosen.current = { isMoving, takesSets };
  const desk = useMemo(() => {
    if (order === undefined) return undefined;
    return new PackingDesk(
      callsFor(order, () => chosen.current),
      ({ outcome }) => sound(outcome),
    );
  }, [order]);
  const back = () => field.current?.focus();
  const toOrder: DeskStep = { key: 'F8', text: 'relevance.toOrder', run: () => picker.current?.focus() };
  useDeskSteps(field, [toOrder]);
  /** Asks first, because the open package is lost when the work order changes. */
  const choose = async (other: number | undefined) => {
    if (await scope.mayGo()) setOrder(other);
    back();
  };
  return (
    <div className="scan-desk">
      <div className="packing-order">
        <WorkOrderChoice
          order={order}
          onChoose={(other) => void choose(other)}
          shortcut={toOrder.key}
          picker={picker}
          onLeave={back}
        />
        <LabelledSwitch checked={isMoving} onChange={setMoving}>
          {t('relevance.moving')}
        </LabelledSwitch>
        <LabelledSwitch checked={takesSets} onChange={setTakesSets}>
          {t('relevance.wholeSets')}
        </LabelledSwitch>
        <SoundSwitch />
      </div>
      <InScope scope={scope}>
        {desk ? (
          <PackingStation key={order} desk={desk} field={field} takesSets={takesSets} />
        ) : (
          <WithoutOrder field={field} next={t('relevance.noOrder', { key: toOrder.key })} />
        )}
      </InScope>
    </div>
  );
}

/** Shown before a work order is chosen. Scans are refused with a hint, instead of opening the code elsewhere in the console. */
function WithoutOrder({ field, next }: { field: RefObject<InputRef | null>; next: string }) {
  const { t } = useTranslation();
  const [last, setLast] = useState<LastScan>();
  const refuse = ([code = '']: readonly string[]) => {
    sound('wrong');
    setLast({ outcome: 'wrong', code, text: next });
  };
  return (
    <>
      <ScanField label={t('relevance.scanParent')} field={field} onScan={refuse} />
      <ScanStatus last={last} idle={next} />
    </>
  );
}

/** The desk shows refusals, and why scans wait, instead of notices. */
const silently = { silent: true } as const;

interface Chosen {
  readonly isMoving: boolean;
  readonly takesSets: boolean;
}

const callsFor = (work_order_id: number, chosen: () => Chosen): PackingCalls => ({
  judge: (codes, parent) =>
    call(
      packable,
      { work_order_id, codes: [...codes], moving: chosen().isMoving, ...(parent ? { parent } : {}) },
      silently,
    ),
  pack: ({ parent, children, remainder, batch_key }) =>
    call(
      pack,
      { work_order_id, parent, children: [...children], remainder, moving: chosen().isMoving, batch_key },
      silently,
    ),
  packSet: ({ code, batch_key }) => call(packSet, { work_order_id, code, batch_key }, silently),
  takesSets: () => chosen().takesSets,
  moves: () => chosen().isMoving,
  undo: ({ parent, event_id }) => call(packUndo, { parent, event_id }, silently),
});
