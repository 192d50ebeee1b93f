import { Button, type InputRef } from 'antd';
import { type ReactNode, useRef, useState } from 'react';
import { shipmentHistory } from '../../../../contract/physical/amendment.ts';
import type { BoxCode } from '../../../../contract/physical/stock.ts';
import { useTranslation } from '../../../core/i18n/useTranslation.ts';
import { notify } from '../../../core/notices/notices.ts';
import { ReasonInput } from '../../../ui/acts/ReasonInput.tsx';
import { RefusalList } from '../../../ui/acts/RefusalList.tsx';
import { type Keyed, useDeskAct } from '../../../ui/acts/useDeskAct.ts';
import { Unsaved } from '../../../ui/edit/unsavedScope.tsx';
import { useEntered } from '../../../ui/edit/useEntered.ts';
import { useStore } from '../../../ui/scan/desk/Store.ts';
import { GoodsScan, useScannedGoods } from './GoodsScan.tsx';

/** What every such call says of codes. */
interface Amended {
  readonly codes: string[];
  readonly reason: string;
}

interface AmendDeskProps<More extends object> {
  readonly label: string;
  readonly usual: readonly string[];
  /** What the button says, with how many codes there are. */
  readonly buttonOf: (codes: number) => string;
  /** What the call says beside codes and reason; undefined until all of it is known. */
  readonly more: More | undefined;
  /** Makes the call and answers how many units it was about. */
  readonly ask: (input: Keyed<More & Amended>) => Promise<{ readonly units: number }>;
  /** What is asked for beside the codes; it is told of what was scanned. */
  readonly children?: (goods: readonly BoxCode[]) => ReactNode;
}

/** Codes are scanned, a reason is given, and something is done with all of them or none. */
export function AmendDesk<More extends object>(props: AmendDeskProps<More>) {
  const { label, usual, buttonOf, more, ask, children } = props;
  const { t } = useTranslation();
  const field = useRef<InputRef>(null);
  const desk = useScannedGoods();
  const { scanned: goods } = useStore(desk);
  const [reason, setReason] = useState('');
  const entered = useEntered({ reason: reason.trim(), more });
  const codes = goods.map(({ code }) => code);
  const { act, isBusy, refusals } = useDeskAct(field);
  const submit = (about: More) =>
    act({
      input: { ...about, codes, reason: reason.trim() },
      ask,
      done: ({ units }) => {
        notify.success(t('amend.done', { count: units }));
        desk.clear();
        entered.done();
      },
      changes: [[shipmentHistory.path]],
    });
  return (
    <div className="scan-desk">
      <Unsaved changed={entered.changed} />
      {children?.(goods)}
      <GoodsScan goods={desk} label={label} field={field} />
      <RefusalList refusals={refusals} />
      <div className="scan-do">
        <ReasonInput usual={usual} value={reason} onChange={setReason} />
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
