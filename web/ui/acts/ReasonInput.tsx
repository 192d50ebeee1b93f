import { useId } from 'react';
import { useTranslation } from '../../core/i18n/useTranslation.ts';
import { UsualReasons } from './UsualReasons.tsx';
import '../scan/scan.css';

interface ReasonInputProps {
  /** The usual reasons, in words. */
  readonly usual: readonly string[];
  readonly value: string;
  readonly onChange: (reason: string) => void;
}

/** Why something is done: one of the usual reasons, or the person's own words. */
export function ReasonInput(field: ReasonInputProps) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <div className="reason-input">
      <label htmlFor={id}>{t('field.reason')}</label>
      <UsualReasons id={id} {...field} />
    </div>
  );
}
