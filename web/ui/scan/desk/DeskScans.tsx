import type { InputRef } from 'antd';
import type { RefObject } from 'react';
import { Unsaved } from '../../edit/unsavedScope.tsx';
import { ScanField } from '../ScanField.tsx';
import { ScanStatus } from '../ScanStatus.tsx';
import type { ScanDesk } from './ScanDesk.ts';
import { useStore } from './Store.ts';
import { WaitingScans } from './WaitingScans.tsx';

interface DeskScansProps<Own extends object> {
  readonly desk: ScanDesk<Own>;
  /** What is to be scanned now. */
  readonly next: string;
  readonly field: RefObject<InputRef | null>;
  /** It does not take what is typed elsewhere: another field of the screen does. */
  readonly isSecond?: boolean;
}

/** The scan field of a desk, the outcome of the last scan, and the number of scans that wait for the server. */
export function DeskScans<Own extends object>({ desk, next, field, ...rest }: DeskScansProps<Own>) {
  const { last, waiting, failed } = useStore(desk);
  const retry = () => {
    desk.goOn();
    field.current?.focus();
  };
  return (
    <>
      <Unsaved changed={waiting > 0} />
      <ScanField label={next} field={field} onScan={(codes) => desk.scan(codes)} {...rest} />
      <ScanStatus last={last} idle={next} />
      <WaitingScans failed={failed} waiting={waiting} onRetry={retry} />
    </>
  );
}
