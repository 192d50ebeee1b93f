import type { InputRef, RefSelectProps } from 'antd';
import { type RefObject, useId, useRef, useState } from 'react';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { useEntered } from '../edit/useEntered.ts';
import { type DeskStep, useDeskSteps } from '../scan/deskSteps.ts';
import { StepKey } from '../scan/StepButton.tsx';
import { UsualReasons } from './UsualReasons.tsx';
import '../scan/scan.css';

interface ReasonInputProps {
  /** The usual reasons, as text. */
  readonly usual: readonly string[];
  readonly value: string;
  readonly onChange: (reason: string) => void;
  /** The scan field of the desk: F8 moves the focus from it to the reason, and Enter or Escape moves it back. */
  readonly scansIn?: RefObject<InputRef | null>;
  /** Ref of the field, for a desk that moves the focus to it itself. */
  readonly field?: RefObject<RefSelectProps | null>;
}

/** Input for the reason of an event: one of the usual ones, or the person's own words. */
export function ReasonInput({ scansIn, field: outerRef, ...rest }: ReasonInputProps) {
  const { t } = useTranslation();
  const id = useId();
  const innerRef = useRef<RefSelectProps>(null);
  const fieldRef = outerRef ?? innerRef;
  const toReason: DeskStep = { key: 'F8', text: 'scan.toReason', run: () => fieldRef.current?.focus() };
  useDeskSteps(scansIn, [toReason]);
  const label = t('field.reason');
  return (
    <div className="reason-input">
      <label htmlFor={id}>
        {label}
        {scansIn && <StepKey of={toReason.key} />}
      </label>
      <UsualReasons
        id={id}
        ref={fieldRef}
        {...rest}
        opensOnFocus={scansIn !== undefined}
        onLeave={() => scansIn?.current?.focus()}
      />
    </div>
  );
}

/** The reason for what is done at a desk, without which nothing is done. */
export function useDeskReason(desk: { lacksReason(): void }) {
  const field = useRef<RefSelectProps>(null);
  const [text, setText] = useState('');
  const entered = useEntered(text.trim());
  /** Whether there is one; if not, the desk reports that, and the field gets the focus. */
  const isGiven = (): boolean => {
    if (text.trim() !== '') return true;
    desk.lacksReason();
    field.current?.focus();
    return false;
  };
  return { field, text, setText, entered, isGiven };
}
