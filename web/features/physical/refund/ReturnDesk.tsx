import { refundDetail } from '@suyuan/contract/physical/refund.ts';
import type { EventRefusal } from '@suyuan/contract/trace/refusal.ts';
import { Button, type InputRef } from 'antd';
import { type ReactNode, useRef } from 'react';
import { useStore } from 'zustand';
import { DeskDialog } from '#ui/dialogs/DeskDialog.tsx';
import { Unsaved } from '#ui/edit/unsavedScope.tsx';
import { useEntered } from '#ui/edit/useEntered.ts';
import { RefusalList } from '#ui/events/RefusalList.tsx';
import { type Keyed, useDeskEvent } from '#ui/events/useDeskEvent.ts';
import { SoundSwitch } from '#ui/scan/ScanStatus.tsx';
import { GoodsScan, useScannedGoods } from '../parts/GoodsScan.tsx';

/** The part of the input that all these calls share. */
interface Returned {
  readonly id: number;
  readonly codes: string[];
}

interface ReturnDeskProps<More extends object> {
  /** Names the desk: what it holds is kept for it and the return. */
  readonly screen: string;
  readonly title: string;
  readonly id: number;
  readonly label: string;
  readonly buttonOf: (codes: number) => string;
  /** The rest of the input; undefined while it is incomplete. */
  readonly more: More | undefined;
  /** Makes the call; returns the refused codes, if others were accepted. */
  readonly ask: (input: Keyed<More & Returned>) => Promise<readonly EventRefusal[]>;
  readonly onClose: () => void;
  readonly onDone: () => void;
  readonly children?: ReactNode;
}

/** A desk for scanning codes of a return and doing something with them, repeatedly. */
export function ReturnDesk<More extends object>(props: ReturnDeskProps<More>) {
  const { screen, title, id, label, buttonOf, more, ask, onClose, onDone, children } = props;
  const field = useRef<InputRef>(null);
  const desk = useScannedGoods(screen, id);
  const { scanned: goods } = useStore(desk.store);
  const { capture, isBusy, refusals } = useDeskEvent(field, desk);
  const entry = useEntered(more);
  const submit = (about: More) =>
    capture({
      input: { ...about, id, codes: goods.map(({ code }) => code) },
      ask,
      refusedOf: (answer) => answer,
      done: () => {
        desk.clear();
        entry.done();
        onDone();
      },
      changes: [[refundDetail.path, id]],
    });
  return (
    <DeskDialog title={title} width={760} scans onClose={onClose}>
      <Unsaved changed={entry.changed} />
      <div className="scan-desk">
        <SoundSwitch />
        <GoodsScan goods={desk} label={label} field={field} />
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
    </DeskDialog>
  );
}
