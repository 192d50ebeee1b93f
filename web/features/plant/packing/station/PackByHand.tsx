import { SettingOutlined } from '@ant-design/icons';
import { pack, packable, packSet, packUndo } from '@suyuan/contract/plant/packing/packing.ts';
import { Button, type InputRef, Popover, type RefSelectProps, Space } from 'antd';
import { type ReactNode, type RefObject, useMemo, useRef, useState } from 'react';
import { call } from '#core/api/call.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { useIsPhone } from '#core/preferences/useMediaQuery.ts';
import { ScanField } from '#ui/scan/desk/DeskScans.tsx';
import { keptDesk } from '#ui/scan/desk/KeptDesk.ts';
import { type DeskStep, useDeskSteps } from '#ui/scan/deskSteps.ts';
import type { LastScan } from '#ui/scan/lastScan.ts';
import { LabelledSwitch, ScanStatus, SoundSwitch } from '#ui/scan/ScanStatus.tsx';
import { sound } from '#ui/scan/sounds.ts';
import { useOrderInAddress, useWorkOrder } from '../useWorkOrder.ts';
import { WorkOrderChoice } from '../WorkOrderChoice.tsx';
import { OpenPackages, packingDesks } from './OpenPackages.tsx';
import { type PackingCalls, PackingDesk } from './PackingDesk.ts';
import { PackingStation } from './PackingStation.tsx';

/** 手工包装: packing for a chosen work order, by scanning. */
export function PackByHand() {
  const { t } = useTranslation();
  const [order, setOrder] = useOrderInAddress();
  const [isMoving, setMoving] = useState(false);
  const [takesSets, setTakesSets] = useState(false);
  const [field, picker] = [useRef<InputRef>(null), useRef<RefSelectProps>(null)];
  const choice = useRef({ isMoving, takesSets });
  choice.current = { isMoving, takesSets };
  const { data: row } = useWorkOrder(order);
  const desk = useMemo(() => {
    if (order === undefined) return undefined;
    return new PackingDesk(
      callsFor(order, () => choice.current),
      { onScan: ({ outcome }) => sound(outcome), place: keptDesk(packingDesks, order) },
    );
  }, [order]);
  const toOrder: DeskStep = { key: 'F8', text: 'relevance.toOrder', run: () => picker.current?.focus() };
  useDeskSteps(field, [toOrder]);
  /** The open package of the work order before is kept, and offered when that is chosen again. */
  const choose = (other: number | undefined) => {
    setOrder(other);
    field.current?.focus();
  };
  return (
    <div className="scan-desk">
      <div className="desk-head packing-order">
        <WorkOrderChoice
          order={order}
          onChoose={choose}
          shortcut={toOrder.key}
          picker={picker}
          onLeave={() => field.current?.focus()}
        />
        <DeskOptions>
          <LabelledSwitch checked={isMoving} onChange={setMoving}>
            {t('relevance.moving')}
          </LabelledSwitch>
          <LabelledSwitch checked={takesSets} onChange={setTakesSets}>
            {t('relevance.wholeSets')}
          </LabelledSwitch>
          <SoundSwitch />
        </DeskOptions>
      </div>
      {desk && order !== undefined ? (
        <PackingStation
          key={order}
          desk={desk}
          order={order}
          takesRemainders={row?.remainder !== 'refused'}
          field={field}
          takesSets={takesSets}
        />
      ) : (
        <>
          <WithoutOrder field={field} next={t('relevance.noOrder')} />
          <OpenPackages onChoose={choose} />
        </>
      )}
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
  undo: ({ parent, event_id, batch_key }) => call(packUndo, { parent, event_id, batch_key }, silently),
});

/** The switches of a desk. On a phone they are behind a button, so that what is scanned has the upper part of the screen. */
function DeskOptions({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation();
  if (!useIsPhone()) {
    return (
      <Space wrap size="large">
        {children}
      </Space>
    );
  }
  return (
    <Popover trigger="click" placement="bottomRight" content={<div className="desk-options">{children}</div>}>
      <Button icon={<SettingOutlined aria-hidden />} aria-label={t('scan.options')} />
    </Popover>
  );
}
