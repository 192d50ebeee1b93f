import { passwordMinLength } from '@suyuan/contract/access/password.ts';
import type { TextKey } from '../i18n/textKeys.ts';

export interface PasswordValues {
  readonly old_password: string;
  readonly new_password: string;
  readonly repeated: string;
}

/** The keys of error messages by field. */
export type PasswordProblems = Partial<Record<keyof PasswordValues, TextKey>>;

export function passwordProblems({ old_password, new_password, repeated }: PasswordValues): PasswordProblems {
  return {
    ...(old_password === '' && { old_password: 'password.oldRequired' }),
    ...(new_password === old_password && { new_password: 'password.same' }),
    ...(new_password.length < passwordMinLength && { new_password: 'password.tooShort' }),
    ...(repeated !== new_password && { repeated: 'password.differs' }),
  };
}
