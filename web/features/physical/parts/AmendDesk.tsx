import { Button, type InputRef } from 'antd';
import { type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { shipmentHistory } from '../../../../contract/physical/amendment.ts';
import type { BoxCode } from '../../../../contract/physical/stock.ts';
import { notify } from '../../../core/notices/notices.ts';
import { ReasonInput } from '../../../ui/acts/ReasonInput.tsx';
import { RefusalList } from '../../../ui/acts/RefusalList.tsx';
import { useDeskAct } from '../../../ui/acts/useDeskAct.ts';
import { useStore } from '../../../ui/scan/Store.ts';
import { GoodsScan, useScannedGoods } from './GoodsScan.tsx';

interface AmendDeskProps {
  readonly label: string;
  readonly usual: readonly string[];
  /** What the button says, with how many codes there are. */
  readonly buttonOf: (codes: number) => string;
  /** Whether all that is to be said beside the codes is said. */
  readonly isReady: boolean;
  /** Makes the call and answers how many units it was about. */
  readonly ask: (codes: readonly string[], reason: string) => Promise<{ readonly units: number }>;
  /** What is asked for beside the codes; it is told of what was scanned. */
  readonly children?: (goods: readonly BoxCode[]) => ReactNode;
}

/** Codes are scanned, a reason is given, and something is done with all of them or none. */
export function AmendDesk({ label, usual, buttonOf, isReady, ask, children }: AmendDeskProps) {
  const { t } = useTranslation();
  const field = useRef<InputRef>(null);
  const desk = useScannedGoods();
  const { scanned: goods } = useStore(desk);
  const [reason, setReason] = useState('');
  const codes = goods.map(({ code }) => code);
  const { act, isBusy, refusals } = useDeskAct(field);
  const submit = () =>
    act({
      ask: () => ask(codes, reason.trim()),
      done: ({ units }) => {
        notify.success(t('amend.done', { count: units }));
        desk.clear();
      },
      changes: [[shipmentHistory.path]],
    });
  return (
    <div className="scan-desk">
      {children?.(goods)}
      <GoodsScan goods={desk} label={label} field={field} />
      <RefusalList refusals={refusals} />
      <div className="scan-do">
        <ReasonInput usual={usual} value={reason} onChange={setReason} />
        <Button
          type="primary"
          danger
          disabled={isBusy || !isReady || codes.length === 0 || reason.trim() === ''}
          onClick={submit}
        >
          {buttonOf(codes.length)}
        </Button>
      </div>
    </div>
  );
}
