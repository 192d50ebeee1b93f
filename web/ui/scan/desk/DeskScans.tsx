import type { InputRef } from 'antd';
import { type RefObject, useEffect } from 'react';
import { useStore } from 'zustand';
import { ScanField } from '../ScanField.tsx';
import { ScanStatus } from '../ScanStatus.tsx';
import { KeptOffer } from './KeptOffer.tsx';
import type { ScanDesk } from './ScanDesk.ts';
import { WaitingScans } from './WaitingScans.tsx';

interface DeskScansProps<Own extends object, Step> {
  readonly desk: ScanDesk<Own, Step>;
  /** What is to be scanned now. */
  readonly next: string;
  readonly field: RefObject<InputRef | null>;
  /** It does not take what is typed elsewhere: another field of the screen does. */
  readonly isSecond?: boolean;
  /** What was kept of an earlier sitting, in words. */
  readonly held?: string | undefined;
}

/** The scan field of a desk, what was kept for it, the outcome of the last scan, and the scans that wait for the server. */
export function DeskScans<Own extends object, Step>({ desk, next, field, held, ...rest }: DeskScansProps<Own, Step>) {
  const { last, waiting, failed, isElsewhere } = useStore(desk.store);
  useEffect(() => desk.open(), [desk]);
  const back = (work: () => void) => () => {
    work();
    field.current?.focus();
  };
  return (
    <>
      <KeptOffer desk={desk} held={held} back={back} />
      <ScanField label={next} field={field} disabled={isElsewhere} onScan={(codes) => desk.scan(codes)} {...rest} />
      <ScanStatus last={last} idle={next} />
      <WaitingScans failed={failed} waiting={waiting} onRetry={back(() => desk.goOn())} />
    </>
  );
}
