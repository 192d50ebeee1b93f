import { Button, type InputRef, Modal } from 'antd';
import { type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { refundDetail } from '../../../../contract/physical/refund.ts';
import type { ActRefusal } from '../../../../contract/trace/refusal.ts';
import { RefusalList } from '../../../ui/acts/RefusalList.tsx';
import { type Keyed, useDeskAct } from '../../../ui/acts/useDeskAct.ts';
import { InScope, useUnsavedScope } from '../../../ui/edit/unsavedScope.tsx';
import { useStore } from '../../../ui/scan/Store.ts';
import { GoodsScan, useScannedGoods } from '../parts/GoodsScan.tsx';

/** What every such call says. */
interface Returned {
  readonly id: number;
  readonly codes: string[];
}

interface ReturnDeskProps<More extends object> {
  readonly title: string;
  readonly id: number;
  readonly label: string;
  readonly buttonOf: (codes: number) => string;
  /** What the call says beside the return and its codes; undefined until all of it is known. */
  readonly more: More | undefined;
  /** Makes the call; answers what was refused of the codes though others were taken. */
  readonly ask: (input: Keyed<More & Returned>) => Promise<readonly ActRefusal[]>;
  readonly onClose: () => void;
  readonly onDone: () => void;
  readonly children?: ReactNode;
}

/** Codes of a return are scanned, and something is done with them; as often as there are more. */
export function ReturnDesk<More extends object>(props: ReturnDeskProps<More>) {
  const { title, id, label, buttonOf, more, ask, onClose, onDone, children } = props;
  const { t } = useTranslation();
  const field = useRef<InputRef>(null);
  const desk = useScannedGoods();
  const { scanned: goods } = useStore(desk);
  const { act, isBusy, refusals } = useDeskAct(field);
  const scope = useUnsavedScope();
  const close = async () => {
    if (await scope.mayGo()) onClose();
  };
  const submit = (about: More) =>
    act({
      input: { ...about, id, codes: goods.map(({ code }) => code) },
      ask,
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
      footer={<Button onClick={() => void close()}>{t('layout.close')}</Button>}
      onCancel={() => void close()}
      mask={{ closable: false }}
      keyboard={false}
      width={760}
    >
      <div className="scan-desk">
        <InScope scope={scope}>
          <GoodsScan goods={desk} label={label} field={field} />
        </InScope>
        <RefusalList refusals={refusals} />
        {children}
        <Button
          type="primary"
          disabled={isBusy || more === undefined || goods.length === 0}
          onClick={() => more && submit(more)}
        >
          {buttonOf(goods.length)}
        </Button>
      </div>
    </Modal>
  );
}
