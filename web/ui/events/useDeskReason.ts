import type { RefSelectProps } from 'antd';
import { useRef, useState } from 'react';
import { useEntered } from '../edit/useEntered.ts';

/** The reason for what is done at a desk, without which nothing is done. */
export function useDeskReason(desk: { lacksReason(): void }) {
  const field = useRef<RefSelectProps>(null);
  const [text, setText] = useState('');
  const entered = useEntered(text.trim());
  /** Whether there is one; if not, the desk says so, and it is asked for. */
  const isGiven = (): boolean => {
    if (text.trim() !== '') return true;
    desk.lacksReason();
    field.current?.focus();
    return false;
  };
  return { field, text, setText, entered, isGiven };
}
