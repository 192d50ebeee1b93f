import { OneTimeCode } from '../../../contract/access/password.ts';
import { lengthOf } from '../limits.ts';
import { Field } from './Field.tsx';

interface CodeFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly problem?: string | undefined;
  readonly hint?: string;
  /** Asked for where a recovery code is typed, which has letters. */
  readonly letters?: boolean;
  readonly autoFocus?: boolean;
}

/** A one-time code: the browser offers what the phone shows, and a phone its digits. */
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
