import { OneTimeCode } from '@suyuan/contract/access/password.ts';
import { lengthOf } from '../limits.ts';
import { Field } from './Field.tsx';

interface CodeFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly problem?: string | undefined;
  readonly hint?: string;
  /** Whether a recovery code, which contains letters, is expected. */
  readonly letters?: boolean;
  readonly autoFocus?: boolean;
}

/** Input for a one-time code: the browser can fill in the code of a message, and phones show a numeric keyboard. */
export function CodeField({ onChange, letters = false, ...rest }: CodeFieldProps) {
  return (
    <Field
      {...rest}
      key={letters ? 'letters' : 'digits'}
      name="one_time_code"
      autoComplete={letters ? 'off' : 'one-time-code'}
      inputMode={letters ? 'text' : 'numeric'}
      autoCapitalize="none"
      spellCheck={false}
      required
      {...lengthOf(OneTimeCode())}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
