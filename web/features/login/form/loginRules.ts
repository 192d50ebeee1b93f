import type { TextKey } from '#core/i18n/textKeys.ts';
import { isPlainText } from '#core/validators.ts';

export interface LoginValues {
  readonly account_name: string;
  readonly account_password: string;
  readonly account_type: number | undefined;
}

/** Text keys of the problems, by field. */
export type LoginProblems = Partial<Record<keyof LoginValues, TextKey>>;

/** All fields are required; the account name must be plain text. */
export function loginProblems({ account_name, account_password, account_type }: LoginValues): LoginProblems {
  return {
    ...(account_name.trim() === '' && { account_name: 'login.nameRequired' }),
    ...(!isPlainText(account_name.trim()) && { account_name: 'validation.textField' }),
    ...(account_password === '' && { account_password: 'login.passwordRequired' }),
    ...(account_type === undefined && { account_type: 'login.typeRequired' }),
  };
}
