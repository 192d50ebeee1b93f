import { type ComponentProps, type ReactNode, useId } from 'react';
import './forms.css';

interface FieldProps extends ComponentProps<'input'> {
  readonly label: string;
  /** What is wrong with the value; none when it is fine. */
  readonly problem?: string | undefined;
  /** Said below the input while nothing is wrong. */
  readonly hint?: ReactNode;
  /** Stands inside the input, at its end. */
  readonly addition?: ReactNode;
}

/** A labelled text input of the pages that come without antd. */
export function Field({ label, problem, hint, addition, ...input }: FieldProps) {
  const id = useId();
  const says = problem ?? hint;
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className="field-box">
        <input
          {...input}
          id={id}
          aria-invalid={problem !== undefined}
          aria-describedby={says ? `${id}-says` : undefined}
        />
        {addition}
      </div>
      <p id={`${id}-says`} className={problem ? 'field-problem' : 'field-hint'} aria-live="polite">
        {says}
      </p>
    </div>
  );
}
