import { Button, type InputRef, Modal } from 'antd';
import { type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { refundDetail } from '../../../../contract/physical/refund.ts';
import type { ActRefusal } from '../../../../contract/trace/refusal.ts';
import { RefusalList } from '../../../ui/acts/RefusalList.tsx';
import { useDeskAct } from '../../../ui/acts/useDeskAct.ts';
import { useStore } from '../../../ui/scan/Store.ts';
import { GoodsScan, useScannedGoods } from '../parts/GoodsScan.tsx';

interface ReturnDeskProps {
  readonly title: string;
  readonly id: number;
  readonly label: string;
  readonly buttonOf: (codes: number) => string;
  readonly isReady?: boolean;
  /** Makes the call; answers what was refused of the codes though others were taken. */
  readonly ask: (codes: readonly string[]) => Promise<readonly ActRefusal[]>;
  readonly onClose: () => void;
  readonly onDone: () => void;
  readonly children?: ReactNode;
}

/** Codes of a return are scanned, and something is done with them; as often as there are more. */
export function ReturnDesk(props: ReturnDeskProps) {
  const { title, id, label, buttonOf, isReady = true, ask, onClose, onDone, children } = props;
  const { t } = useTranslation();
  const field = useRef<InputRef>(null);
  const desk = useScannedGoods();
  const { scanned: goods } = useStore(desk);
  const { act, isBusy, refusals } = useDeskAct(field);
  const submit = () =>
    act({
      ask: () => ask(goods.map(({ code }) => code)),
      refusedOf: (refused) => refused,
      done: () => {
        desk.clear();
        onDone();
      },
      changes: [[refundDetail.path, id]],
    });
  return (
    <Modal
      open
      title={title}
      footer={<Button onClick={onClose}>{t('layout.close')}</Button>}
      onCancel={onClose}
      mask={{ closable: false }}
      keyboard={false}
      width={760}
    >
      <div className="scan-desk">
        <GoodsScan goods={desk} label={label} field={field} />
        <RefusalList refusals={refusals} />
        {children}
        <Button type="primary" disabled={isBusy || !isReady || goods.length === 0} onClick={submit}>
          {buttonOf(goods.length)}
        </Button>
      </div>
    </Modal>
  );
}
