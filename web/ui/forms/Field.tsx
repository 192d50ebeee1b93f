import { type ComponentProps, type ReactNode, useId } from 'react';
import './forms.css';

interface FieldProps extends ComponentProps<'input'> {
  readonly label: string;
  /** The error message; undefined if there is none. */
  readonly problem?: string | undefined;
  /** Shown below the input while there is no error. */
  readonly hint?: ReactNode;
  /** Shown inside the input, at its end. */
  readonly addition?: ReactNode;
}

/** A labelled text input for pages that do not load antd. */
export function Field({ label, problem, hint, addition, ...input }: FieldProps) {
  const id = useId();
  const message = problem ?? hint;
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className="field-box">
        <input
          {...input}
          id={id}
          aria-invalid={problem !== undefined}
          aria-describedby={message ? `${id}-message` : undefined}
        />
        {addition}
      </div>
      <p id={`${id}-message`} className={problem ? 'field-problem' : 'field-hint'} aria-live="polite">
        {message}
      </p>
    </div>
  );
}
