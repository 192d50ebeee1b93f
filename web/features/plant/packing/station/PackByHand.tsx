import { Empty } from 'antd';
import { useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { pack, packable, packUndo } from '../../../../../contract/plant/packing.ts';
import { call } from '../../../../core/api/call.ts';
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
  const moves = useRef(isMoving);
  moves.current = isMoving;
  const desk = useMemo(() => {
    if (order === undefined) return undefined;
    return new PackingDesk(
      callsFor(order, () => moves.current),
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
        <SoundSwitch />
      </div>
      {desk ? (
        <PackingStation desk={desk} />
      ) : (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('relevance.noOrder')} />
      )}
    </div>
  );
}

/** The screen shows by itself what is refused, and why it waits. */
const ownWords = { silent: true } as const;

const callsFor = (work_order_id: number, moves: () => boolean): PackingCalls => ({
  judge: (codes, parent) =>
    call(packable, { work_order_id, codes: [...codes], moving: moves(), ...(parent ? { parent } : {}) }, ownWords),
  pack: ({ parent, children, remainder, batch_key }) =>
    call(pack, { work_order_id, parent, children: [...children], remainder, moving: moves(), batch_key }, ownWords),
  undo: ({ parent, event_id }) => call(packUndo, { parent, event_id }, ownWords),
});
