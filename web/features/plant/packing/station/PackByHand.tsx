import { Empty } from 'antd';
import { useMemo, useRef, useState } from 'react';
import { pack, packable, packSet, packUndo } from '../../../../../contract/plant/packing.ts';
import { call } from '../../../../core/api/call.ts';
import { useTranslation } from '../../../../core/i18n/useTranslation.ts';
import { LabelledSwitch, SoundSwitch } from '../../../../ui/scan/ScanStatus.tsx';
import { sound } from '../../../../ui/scan/sounds.ts';
import { WorkOrderChoice } from '../WorkOrderChoice.tsx';
import { type PackingCalls, PackingDesk } from './PackingDesk.ts';
import { PackingStation } from './PackingStation.tsx';

/** 手工包装: a work order is chosen, and a station packs for it. */
export function PackByHand() {
  const { t } = useTranslation();
  const [order, setOrder] = useState<number>();
  const [isMoving, setMoving] = useState(false);
  const [takesSets, setTakesSets] = useState(false);
  const chosen = useRef({ isMoving, takesSets });
  chosen.current = { isMoving, takesSets };
  const desk = useMemo(() => {
    if (order === undefined) return undefined;
    return new PackingDesk(
      callsFor(order, () => chosen.current),
      ({ outcome }) => sound(outcome),
    );
  }, [order]);
  return (
    <div className="scan-desk">
      <div className="packing-order">
        <WorkOrderChoice order={order} onChoose={setOrder} />
        <LabelledSwitch checked={isMoving} onChange={setMoving}>
          {t('relevance.moving')}
        </LabelledSwitch>
        <LabelledSwitch checked={takesSets} onChange={setTakesSets}>
          {t('relevance.wholeSets')}
        </LabelledSwitch>
        <SoundSwitch />
      </div>
      {desk ? (
        <PackingStation desk={desk} takesSets={takesSets} />
      ) : (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('relevance.noOrder')} />
      )}
    </div>
  );
}

/** The screen shows by itself what is refused, and why it waits. */
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
  undo: ({ parent, event_id }) => call(packUndo, { parent, event_id }, silently),
});
