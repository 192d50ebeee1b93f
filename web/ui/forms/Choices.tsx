import { type ReactNode, useId } from 'react';
import './forms.css';

interface ChoicesProps<V extends string | number> {
  /** The name of the radio buttons. */
  readonly name: string;
  readonly label: string;
  readonly options: readonly { readonly value: V; readonly label: string; readonly lang?: string }[];
  readonly value: V | undefined;
  readonly onChange: (value: V) => void;
  readonly problem?: string | undefined;
  /** Shown instead of the options while there are none. */
  readonly instead?: ReactNode;
}

/** Radio buttons side by side, for few options. */
export function Choices<V extends string | number>({
  name,
  label,
  options,
  value,
  onChange,
  ...rest
}: ChoicesProps<V>) {
  const id = useId();
  const { problem, instead } = rest;
  return (
    <fieldset className="choices" aria-describedby={problem ? `${id}-message` : undefined}>
      <legend>{label}</legend>
      <div className="choices-box">
        {options.map((option) => (
          <label key={option.value} lang={option.lang}>
            <input type="radio" name={name} checked={option.value === value} onChange={() => onChange(option.value)} />
            {option.label}
          </label>
        ))}
        {instead}
      </div>
      {'problem' in rest && (
        <p id={`${id}-message`} className="field-problem" aria-live="polite">
          {problem}
        </p>
      )}
    </fieldset>
  );
}
