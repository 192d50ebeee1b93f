import { BarcodeOutlined } from '@ant-design/icons';
import type { InputRef } from 'antd';
import { type RefObject, useEffect, useState } from 'react';
import { CodeField } from '../code/CodeField.tsx';
import { codesIn } from '../code/codesIn.ts';
import './scan.css';

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
