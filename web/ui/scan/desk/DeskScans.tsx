import '../scan.css';
import { BarcodeOutlined } from '@ant-design/icons';
import { Alert, Button, type InputRef, Space } from 'antd';
import { type RefObject, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { ApiError } from '#core/api/apiError.ts';
import { parseTime } from '#core/formats/parseTime.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { CodeField } from '../../code/CodeField.tsx';
import { codesIn } from '../../code/codesIn.ts';
import { RequestIdOf } from '../../failure/RequestIdOf.tsx';
import { ScanStatus } from '../ScanStatus.tsx';
import type { ScanDesk } from './ScanDesk.ts';

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

interface WaitingScansProps {
  /** Why they wait; undefined, and nothing is shown, while they do not. */
  readonly failed: ApiError | undefined;
  readonly waiting: number;
  readonly onRetry: () => void;
}

/** Shows scans that could not be sent yet, with a button to retry. */
function WaitingScans({ failed, waiting, onRetry }: WaitingScansProps) {
  const { t } = useTranslation();
  if (failed === undefined || waiting === 0) return null;
  return (
    <Alert
      type="warning"
      showIcon
      title={t('scan.waiting', { count: waiting })}
      description={
        <>
          {failed.message}
          <RequestIdOf error={failed} />
        </>
      }
      action={<Button onClick={onRetry}>{t('button.retry')}</Button>}
    />
  );
}

interface KeptOfferProps<Own extends object, Step> {
  readonly desk: ScanDesk<Own, Step>;
  /** What was kept, in words. */
  readonly held?: string | undefined;
  /** Wraps work so that the scan field has the focus afterwards. */
  readonly back: (work: () => void) => () => void;
}

/** Offers what was kept of an earlier sitting: to go on with it, or to discard it. Another tab may have it: then it is there. */
function KeptOffer<Own extends object, Step>({ desk, held, back }: KeptOfferProps<Own, Step>) {
  const { t } = useTranslation();
  const { resumed, isElsewhere } = useStore(desk.store);
  if (isElsewhere) {
    return (
      <Alert
        type="info"
        showIcon
        title={t('scan.elsewhere')}
        action={<Button onClick={back(() => desk.takeOver())}>{t('scan.goOnHere')}</Button>}
      />
    );
  }
  if (resumed === undefined) return null;
  return (
    <Alert
      type="info"
      showIcon
      title={t('scan.kept', { time: parseTime(resumed) })}
      // Below the text, since a phone has no room beside it.
      description={
        <>
          {held !== undefined && <p>{held}</p>}
          <Space wrap>
            <Button onClick={back(() => desk.discard())}>{t('scan.discard')}</Button>
            <Button type="primary" onClick={back(() => desk.resume())}>
              {t('scan.goOn')}
            </Button>
          </Space>
        </>
      }
    />
  );
}

interface ScanFieldProps {
  readonly label: string;
  readonly field: RefObject<InputRef | null>;
  /** Called with codes in order: one from a scanner or the camera, several from a paste. */
  readonly onScan: (codes: readonly string[]) => void;
  /** Says what is to be scanned next. */
  readonly placeholder?: string;
  readonly disabled?: boolean;
  /** It does not take what is typed elsewhere: another field of the screen does. */
  readonly isSecond?: boolean;
}

/** An input for codes from a keyboard-wedge scanner, a keyboard, a paste or the camera. */
export function ScanField(props: ScanFieldProps) {
  const { label, field, onScan, placeholder, disabled = false, isSecond = false } = props;
  const [text, setText] = useState('');
  useEffect(() => (isSecond ? undefined : listenFor(field)), [field, isSecond]);
  return (
    <CodeField
      label={label}
      field={field}
      prefix={<BarcodeOutlined aria-hidden />}
      placeholder={placeholder ?? label}
      value={text}
      disabled={disabled}
      autoFocus={!isSecond}
      size="large"
      readsOn
      onChange={setText}
      onCode={(code) => {
        setText('');
        onScan([code]);
      }}
      onPaste={(event) => {
        const codes = codesIn(event.clipboardData.getData('text'));
        if (codes.length < 2) return;
        event.preventDefault();
        onScan(codes);
      }}
    />
  );
}

const writes = 'input, textarea, select, [contenteditable], [role="combobox"], [role="dialog"] *';

/** A scanner types wherever the focus is, so the first character moves the focus to the field and is typed there. */
function listenFor(field: RefObject<InputRef | null>): () => void {
  const listen = (event: KeyboardEvent) => {
    const input = field.current?.input;
    // Not if the screen is hidden behind another tab.
    if (!input?.checkVisibility()) return;
    const isTyped = event.key.length === 1 && event.key !== ' ' && !event.ctrlKey && !event.metaKey && !event.altKey;
    if (isTyped && !(event.target as Element).closest(writes)) input.focus();
  };
  document.addEventListener('keydown', listen);
  return () => document.removeEventListener('keydown', listen);
}
